package kg

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/normlet/normlet/internal/testfull"
)

// TestPublishedGraphs trains on the small public graphs with their presets and asks for the filtered MRR on the test split
// that is stated for them. The graphs are no part of the project; where their folder is missing there is nothing to read,
// but where it is present a missing file fails.
func TestPublishedGraphs(t *testing.T) {
	shared := testfull.Shared(t)
	for name, want := range map[string]float64{"nations": 0.75, "kinship": 0.82, "umls": 0.90} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(shared, "data", "kg", name)
			g, err := ReadGraph(filepath.Join(dir, "train.txt.gz"))
			check(t, err)
			valid, err := g.ReadSplit(filepath.Join(dir, "valid.txt.gz"))
			check(t, err)
			test, err := g.ReadSplit(filepath.Join(dir, "test.txt.gz"))
			check(t, err)
			c, err := Preset(name)
			check(t, err)
			m, err := Train(context.Background(), g, c)
			check(t, err)
			r, err := Evaluate(context.Background(), m, test, EvalConfig{Known: [][]Triple{g.Triples, valid.Triples}})
			check(t, err)
			t.Logf("test MRR %.4f, Hits@1 %.4f, @3 %.4f, @10 %.4f", r.MRRAll, r.Hits1, r.Hits3, r.Hits10)
			if r.Triples == 0 || !(r.MRRAll >= want) {
				t.Errorf("test MRR %.4f of %d triples, want %.2f", r.MRRAll, r.Triples, want)
			}
		})
	}
}

func TestPreset(t *testing.T) {
	for _, name := range Presets() {
		c, err := Preset(name)
		check(t, err)
		check(t, c.Defaults().Check())
	}
	if _, err := Preset("nation"); err == nil {
		t.Error("there is a preset for any name")
	}
}
