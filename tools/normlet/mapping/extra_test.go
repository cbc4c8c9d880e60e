package mapping

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// tied answers all mentions with three tied entities.
func tied(q core.Query) (core.Answer, error) {
	a := core.Answer{Mention: q.Mention, PNIL: 0.1, Ambiguous: []string{"T:1", "=T:2"}}
	for i, id := range []string{"T:1", "=T:2", "T:3"} {
		a.Matches = append(a.Matches, core.Match{ID: id, Name: "=" + id, Stage: core.StageExact, P: 0.5 - float64(i)/8})
	}
	a.Matches[0].Broader = "=strain"
	a.Parent = &core.Match{ID: "=T:9", P: 0.75}
	return a, nil
}

// TestExtra asks for every extra column, in formats with formulas and in one without.
func TestExtra(t *testing.T) {
	entity := func(id string) (core.Entity, bool) {
		return core.Entity{ID: id, FullName: "full " + id, URL: "https://x/" + id, XRefs: []string{"A:1", "@B"}}, id == "T:1"
	}
	c := Config{Columns: []string{"m"}, Lookup: each(tied), Entity: entity, Add: ExtraColumns()}
	const header = "m,m_id,m_name,m_matched,m_stage,m_score,m_p,m_tied,m_verdict,m_2nd_id,m_2nd_name,m_2nd_p,m_3rd_id,m_3rd_name,m_3rd_p,m_tied_ids,m_broader,m_exactly,m_says,m_parent,m_parent_p,m_organism,m_same,m_fullname,m_url,m_xrefs\n"
	for format, want := range map[string]string{
		formatCSV:  "x,T:1,'=T:1,,exact,0,0.5,yes,review,'=T:2,'==T:2,0.375,T:3,'=T:3,0.25,T:1|=T:2,'=strain,0.5,,'=T:9,0.75,,,full T:1,https://x/T:1,A:1|@B\n",
		FormatXLSX: "x,T:1,=T:1,,exact,0,0.5,yes,review,=T:2,==T:2,0.375,T:3,=T:3,0.25,T:1|=T:2,=strain,0.5,,=T:9,0.75,,,full T:1,https://x/T:1,A:1|@B\n",
	} {
		c.Format = format
		got, stats, err := mapText(t, "t.csv", "m\nx\n", "out", c)
		if err != nil || got != header+want || stats.Tied != 1 {
			t.Errorf("%s: %v, %+v\n%swant\n%s", format, err, stats, got, header+want)
		}
	}
	cells, err := NewColumn(&c).Map([]string{"x", " "})
	check(t, err)
	if got := cells[0].Texts(); len(got) != strings.Count(header, ",") || !cells[0].Tied || len(cells[1].Texts()) != len(got) {
		t.Errorf("%q, %q", got, cells[1].Texts())
	}
	var o document.Options
	if c.showExtra(&o); o.Lookup.K != 3 || !o.Lookup.Near {
		t.Errorf("%+v: three candidates are shown, near ones included", o)
	}
	if got := c.NumberColumns(); !slices.Equal(got, []int{-21, -20, -15, -12, -9, -6}) {
		t.Errorf("numbers are in %v", got)
	}
	for _, add := range [][]string{{"url", "url"}, {"id"}} {
		if err := CheckAdd(add); err == nil {
			t.Errorf("%q can be added", add)
		}
	}
}

// TestExtraOfComposite joins what the parts have.
func TestExtraOfComposite(t *testing.T) {
	got, _, err := mapText(t, "t.tsv", "m\tn\nb and c\t\nunknown\t\n \t\n", "out", Config{Columns: []string{"m"}, Add: []string{"2nd", "tied"}})
	want := "m\tn\tm_id\tm_name\tm_matched\tm_stage\tm_score\tm_p\tm_tied\tm_verdict\tm_2nd_id\tm_2nd_name\tm_2nd_p\tm_tied_ids\n" +
		"b and c\t\tT:b|T:c\tname b|name c\tb|c\texact|exact\t1|1\t0.9|0.9\tseveral\taccept\t|\t|\t|\t|\n" +
		"unknown\t\t\t\t\tnil\t\t\t\tnone\t\t\t\t\n \t\t\t\t\t\t\t\t\t\t\t\t\t\n"
	if err != nil || got != want {
		t.Errorf("%v\n%swant\n%s", err, got, want)
	}
}

// TestExtraOrganism has the organism of a gene, and of one that the pack lacks.
func TestExtraOrganism(t *testing.T) {
	for want, a := range map[string]core.Answer{
		"10090": {Matches: []core.Match{{ID: "G:1", Taxon: "10090", P: 1}}},
		"":      {Matches: []core.Match{{ID: "D:1", P: 1}}},
		"7955":  {NIL: true, Organism: "7955", Matches: []core.Match{{ID: "G:1", Taxon: "9606"}}},
	} {
		s := newCells(&Config{Add: []string{"organism"}})
		if got := s.extraTexts(&document.Result{Answers: []core.Answer{a}}); len(got) != 1 || got[0] != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
