//go:build unix

package main

import (
	"os"
	"strings"
	"testing"
)

// TestAnnotatePDF bounds what a program makes of a PDF, which may be an endless text of a small file.
func TestAnnotatePDF(t *testing.T) {
	f := newTagged(t)
	f.check(os.Mkdir(f.path("bin"), 0o777))
	t.Setenv("PATH", f.path("bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	pdf := f.write("x.pdf", "%PDF-1.7 asthma")
	for program, want := range map[string]string{
		"cat":                                 "",
		"while :; do printf '%8192s' a; done": "a document longer than 64 MiB",
		"cat; head -c 5000000 /dev/zero >&2; false": "pdftotext: exit status 1",
		"exec head -c 0 /dev/null":                  "",
	} {
		f.write("bin/pdftotext", "#!/bin/sh\n"+program+"\n")
		f.check(os.Chmod(f.path("bin/pdftotext"), 0o755))
		code, out, messages := f.run(nil, "annotate", pdf, "--pack", "DIR/t.normpack", "--format", "jsonl")
		if (code == 0) != (want == "") || !strings.Contains(messages, want) || len(messages) > 5000 || program == "cat" && !strings.Contains(out, "asthma") {
			t.Errorf("%s: status %d, %.300s\n%.300s", program, code, messages, out)
		}
	}
}
