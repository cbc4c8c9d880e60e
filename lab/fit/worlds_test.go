package main

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/lab/internal/corpora"
)

// TestJudges: every list is a world, and nothing is fitted on those that judge.
func TestJudges(t *testing.T) {
	judges := []string{corpora.Consumer, "occupations", "scanners", "printers", "graphics"}
	for _, made := range []bool{true, false} {
		sources, _ := corpora.WithFields(made)
		for _, f := range corpora.Fields {
			is := func(s corpora.Source) bool { return s.Kind == f.Folder && s.Mentions == f.Folder+"/dev" }
			if slices.ContainsFunc(sources, is) != (made || !f.Made) {
				t.Errorf("made %v: %s in %v", made, f.Folder, sources)
			}
		}
		for _, s := range sources {
			if (mass(s.Kind, 2) == 0) != slices.Contains(judges, s.Kind) {
				t.Errorf("%s counts %v", s.Kind, mass(s.Kind, 2))
			}
		}
	}
}
