package main

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/knowledge"
)

// misleading is a name as people write it, and the genes any of which it means: none for
// what means no gene. The files in testdata were written for this test from what their
// author knows of gene names; the ids are those of the symbols in NCBI Gene. Names were
// not chosen to pass. Families of groups.tsv and the table knowledge/bio/groups.tsv come from
// one hand: the figures say how groups are read, not how many the table lacks.
type misleading struct {
	mention, note string
	ids           []string
}

// readMisleading reads lines of mention, ids separated by | and note.
func readMisleading(t *testing.T, path string) (list []misleading) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		fields := strings.Split(s.Text(), "\t")
		if len(fields) != 3 || fields[0] == "" || fields[2] == "" || seen[fields[0]] {
			t.Fatalf("%s: %q is not mention, ids and note, each mention once", path, s.Text())
		}
		seen[fields[0]] = true
		m := misleading{mention: fields[0], note: fields[2]}
		if fields[1] != "" {
			m.ids = strings.Split(fields[1], "|")
		}
		list = append(list, m)
	}
	return list
}

// TestAccuracyMisleadingNames asks the default pack for messy names, as those of a column, and requires a share
// of right answers, and another of those that it is sure of.
func TestAccuracyMisleadingNames(t *testing.T) {
	n, err := openDefault()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for i := range engine.Of(n).Contents().IDs.Len() {
		known[engine.Of(n).Contents().IDs.At(i)] = true
	}
	for _, tt := range []struct {
		file              string
		least             int
		right, sureAreSet float64
	}{
		{"testdata/spreadsheet.tsv", 400, 0.92, 0.98},
		{"testdata/groups.tsv", 150, 0.92, 0.98},
	} {
		list := readMisleading(t, tt.file)
		if len(list) < tt.least {
			t.Errorf("%s has %d names, want at least %d", tt.file, len(list), tt.least)
		}
		var column []core.Query
		for _, m := range list {
			column = append(column, core.Query{Mention: m.mention})
		}
		coverage, err := n.EstimateCoverage(column, core.Options{Namespaces: []string{"NCBIGene"}})
		if err != nil {
			t.Fatal(err)
		}
		right, sure, sureRight := 0, 0, 0
		for _, m := range list {
			if len(m.ids) > 0 && !slices.ContainsFunc(m.ids, func(id string) bool { return known[id] }) {
				t.Errorf("%s: %q: the default pack has none of %q", tt.file, m.mention, m.ids)
			}
			a, err := n.LookupWith(m.mention, core.Options{K: 1, Namespaces: []string{"NCBIGene"}, Coverage: coverage})
			if err != nil {
				t.Fatal(err)
			}
			ok := a.NIL && len(m.ids) == 0 || !a.NIL && slices.Contains(m.ids, a.Matches[0].ID)
			if ok {
				right++
			} else {
				t.Logf("%s: %q is answered %+v, NIL %v; it is %s", tt.file, m.mention, a.Matches, a.NIL, m.note)
			}
			if !a.NIL && a.Matches[0].P >= 0.9 {
				if sure++; ok {
					sureRight++
				}
			}
		}
		share, sureShare := float64(right)/float64(len(list)), float64(sureRight)/float64(max(sure, 1))
		t.Logf("%s: %d of %d right, %.3f; with p from 0.9 on %d of %d, %.3f", tt.file, right, len(list), share, sureRight, sure, sureShare)
		if share < tt.right || sureShare < tt.sureAreSet {
			t.Errorf("%s: %.3f are right and %.3f of the sure ones, want %v and %v", tt.file, share, sureShare, tt.right, tt.sureAreSet)
		}
	}
}

// TestAccuracyReadings requires how misleading names are read: by which stage, what else
// they may mean, and that nothing is made of what only looks like a date.
func TestAccuracyReadings(t *testing.T) {
	n, err := openDefault()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		mention string
		stage   core.Stage
		names   string // of the best match and all that are tied with it
	}{
		{"2-Sep", core.StageExcelDate, "SEPTIN2"},
		{"Sep-2", core.StageExcelDate, "SEPTIN2"},
		{"1-Mar", core.StageExcelDate, "MARCHF1 MTARC1"},
		{"44076", core.StageExcelDate, "SEPTIN2"},
		{"9/7/2021", core.StageExcelDate, "SEPTIN7"},
		{"Oct-4", core.StageExact, "POU5F1"},
		{"MEK", core.StageMember, "MAP2K1 MAP2K2"},
		{"laminin 511", core.StageMember, "LAMA5 LAMB1 LAMC1"},
		{"PARP1/2", core.StageMember, "PARP1 PARP2"},
		{"p-ERK1/2 (Thr202/Tyr204)", core.StageMember, "MAPK1 MAPK3"},
		{"BRAFV600E", core.StageRewritten, "BRAF"},
		{"EGF receptor", core.StageRewritten, "EGFR"},
	} {
		a := n.Lookup(tt.mention, core.MaxK)
		if a.NIL || a.Matches[0].Stage != tt.stage {
			t.Errorf("%s: NIL %v, %+v, want stage %v", tt.mention, a.NIL, a.Matches[:1], tt.stage)
			continue
		}
		name := map[string]string{}
		for _, m := range a.Matches {
			name[m.ID] = m.Name
		}
		var got []string
		for _, id := range a.Ambiguous {
			got = append(got, name[id])
		}
		if got == nil {
			got = []string{a.Matches[0].Name}
		}
		for _, want := range strings.Fields(tt.names) {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %q, want %s among them", tt.mention, got, want)
			}
		}
	}
	for _, mention := range []string{"2.31E+13", "12345", "44166.5", "2-Sep-x", "32-Sep", "13/13/2020", "1850-09-02"} {
		for _, m := range n.Lookup(mention, core.MaxK).Matches {
			if m.Stage == core.StageExcelDate {
				t.Errorf("%s is read as the date of %s", mention, m.Matched)
			}
		}
	}
}

// TestAccuracyGroupTable asks the default pack for every group of the table by each of its
// names, and requires a member for an answer.
func TestAccuracyGroupTable(t *testing.T) {
	n, err := openDefault()
	if err != nil {
		t.Fatal(err)
	}
	options := core.Options{K: 1, Namespaces: []string{"NCBIGene"}}
	lookup := func(name string) core.Answer {
		a, err := n.LookupWith(name, options)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for f := range knowledge.Rows(knowledge.Groups) {
		ids := map[string]bool{}
		for _, member := range strings.Fields(f[2]) {
			a := lookup(member)
			if a.NIL || !a.Matches[0].Stage.IsName() {
				t.Errorf("%s: the member %s is no name of the default pack", f[1], member)
				continue
			}
			ids[a.Matches[0].ID] = true
		}
		for name := range strings.SplitSeq(f[1], "|") {
			if a := lookup(name); a.NIL || !ids[a.Matches[0].ID] {
				t.Errorf("%s is answered %+v, which is none of %s", name, a.Matches, f[2])
			}
		}
	}
}
