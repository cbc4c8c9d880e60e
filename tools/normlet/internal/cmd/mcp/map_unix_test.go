//go:build unix

package mcp

import (
	"strings"
	"syscall"
	"testing"
)

// TestAgentRefusesPipes: nothing would end a call that reads or writes one.
func TestAgentRefusesPipes(t *testing.T) {
	t.Parallel()
	f := newAgentFolder(t)
	f.check(syscall.Mkfifo(f.path("folder/pipe.csv"), 0o666))
	f.write("folder/in.csv", "gene\nFOX-P2\n")
	for _, c := range []struct{ in, out string }{{"pipe.csv", "out.csv"}, {"in.csv", "pipe.csv"}, {".", "out.csv"}} {
		if err := f.mapFile(t.Context(), c.in, c.out); err == nil || !strings.Contains(err.Error(), "regular file") {
			t.Errorf("%s to %s: %v", c.in, c.out, err)
		}
	}
	if f.names() != "in.csv pipe.csv" {
		t.Errorf("it left %s", f.names())
	}
}
