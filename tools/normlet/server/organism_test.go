package server

import (
	"os"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
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
	of := func(a answer.Answer) string { return a.Matches[0].Taxon }
	if a := get[answer.Answer](t, s, "/lookup?q=p53&organism=oven&organism=10090&organism=9606"); of(a) != "10090" {
		t.Errorf("%+v, want a gene of the mouse", a)
	}
	if list := post[[]answer.Answer](t, s, "/lookup", asJSON, `{"mentions":["p53"],"organisms":["10090"]}`); of(list[0]) != "10090" {
		t.Errorf("%+v, want a gene of the mouse", list)
	}
	lists := post[[][]gilda.Match](t, s, "/ground_multi", asJSON, `[{"text":"p53","organisms":["7955"]},{"text":"p53"}]`)
	if lists[0][0].Term.Organism != "7955" || lists[1][0].Term.Organism != "9606" {
		t.Errorf("%+v", lists)
	}
}
