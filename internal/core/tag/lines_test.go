package tag

import (
	"strings"
	"testing"
)

// TestLines tells entries from sentences that somebody has wrapped, and finds what is an entry; | ends a line.
func TestLines(t *testing.T) {
	const long = "a line of a paragraph that is as wide as any of the others"
	for text, want := range map[string]string{
		"Gout\nScabies":                        "Gout|Scabies",
		"gout\nscabies":                        "gout|scabies",
		"it was a case of\ngout":               "it was a case of gout",
		"it was a case:\ngout":                 "it was a case :|gout",
		"it was a case of\n\ngout":             "it was a case of|gout",
		"it was a case of\n- gout":             "it was a case of|- gout",
		"\n\nGout\r\n \nScabies\n":             "Gout|Scabies |",
		long + "\nGout":                        long + " Gout",
		long + "\nGout\n" + long + " and more": long + "|Gout|" + long + " and more",
		long + "\n2 cases":                     long + " 2 cases",
		long + "\n2. Gout":                     long + "|2 . Gout",
	} {
		var x Text
		x.Read(text)
		var got []string
		for i, token := range x.Tokens {
			if got = append(got, text[token.Start:token.End]); x.EndsLine(i) {
				got[i] = "|"
			}
		}
		if s := strings.ReplaceAll(strings.Join(got, " "), " | ", "|"); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
	for text, want := range map[string]bool{"gout": true, "- gout": true, "2. gout": true, "Dx: gout, scabies": true, "x\ngout": true, "x\ngout 40": true, "gout 40": false, "no; gout: yes": true, "a gout": false, "gout of a toe": false, "gout, scabies": false} {
		var x Text
		x.Read(text)
		at := strings.Index(text, "gout")
		from, to, _ := x.Between(at, at+len("gout"))
		if got := x.IsEntry(from, to); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
