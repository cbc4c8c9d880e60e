package names

import (
	"strings"
	"testing"
)

func TestLay(t *testing.T) {
	r := rewrites(t)
	for mention, want := range map[string]string{
		"I can't sleep":         "", // no filler, no phrase
		"really can't sleep":    "insomnia",
		"Can’t sleep":           "insomnia",
		"my hair falling out":   "hair shedding", // the longest phrase
		"hair falling":          "hair loss",
		"my head really hurts":  "headache",
		"really bad":            "bad",
		"my":                    "", // nothing is left
		"fever":                 "",
		"head, hurts, falling.": "headache loss",
		"head hurts" + strings.Repeat(" x", maxLay-1): "", // too long
	} {
		got, ok := r.Lay(read(mention))
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q (%t), want %q", mention, got, ok, want)
		}
	}
	off := read("really can't sleep")
	off.Off = without(LayWords)
	if got, ok := r.Lay(off); ok {
		t.Errorf("%q although the rule is off", got)
	}
}
