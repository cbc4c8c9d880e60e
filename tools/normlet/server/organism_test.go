package server

import (
	"os"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/gilda"
	"github.com/normlet/normlet/train/organismtest"
)

// TestGroundOrganisms: the first organism that the pack has comes first; unknown ones say nothing.
func TestGroundOrganisms(t *testing.T) {
	c, err := organismtest.Contents()
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPack("organisms", "", func(*os.File) (*core.Normalizer, error) { return core.New(c) })
	if err != nil {
		t.Fatal(err)
	}
	s := testServer(t, Options{Packs: []*Pack{p}})
	for organisms, want := range map[string]string{`null`: "9606", `[]`: "9606", `["9606"]`: "9606", `["10090","9606"]`: "10090", `["7955"]`: "7955", `["1","10090"]`: "10090", `["1"]`: "9606"} {
		list := post[[]gilda.Match](t, s, "/ground", asJSON, `{"text":"p53","organisms":`+organisms+`}`)
		if len(list) == 0 || list[0].Term.Organism != want || list[0].Term.DB != "EGID" || list[0].Term.Source != "NCBIGene" {
			t.Errorf("%s: %+v, want a gene of %s", organisms, list, want)
		}
	}
	lists := post[[][]gilda.Match](t, s, "/ground_multi", asJSON, `[{"text":"p53","organisms":["7955"]},{"text":"p53"}]`)
	if lists[0][0].Term.Organism != "7955" || lists[1][0].Term.Organism != "9606" {
		t.Errorf("%+v", lists)
	}
}
