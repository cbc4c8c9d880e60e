package engine

import (
	"fmt"
	"testing"

	"github.com/normlet/normlet/internal/core/score"
)

// TestBroader has mentions of more than a name, of less, of the same in other words, and of a name twice.
func TestBroader(t *testing.T) {
	list := []string{"abl", "acute yellow fever", "bcr", "black widow", "chronic kidney disease", "escherichia coli", "kidney disease",
		"mycobacterium leprae", "rust removal", "university of halden", "yellow fever", "yf"}
	for i := range 40 {
		list = append(list, fmt.Sprintf("zz disease kind%d", i))
	}
	c := rowsNamed(list...)
	c.RowEntity[11] = 10 // yf is yellow fever
	c.Knowledge = []byte("group\tcomplex\tBCR-ABL\tBCR ABL\n")
	e, _ := lookingUp(t, c, "")
	row := map[string]int32{}
	for i, name := range list {
		row[name] = int32(i)
	}
	for _, x := range []struct {
		mention, name, want string
		stage               score.Stage
	}{
		{"Yellow  Fever, Type 2", "yellow fever", "Type 2", score.StagePart},
		{"severe yellow-fever", "yellow fever", "severe", score.StageRewritten},
		{"Fever, Yellow, of the Jungle (severe)", "yellow fever", "of the Jungle severe", score.StageHamming},
		{"yellow fevers", "yellow fever", "", score.StageRewritten},
		{"yellow fever disease", "yellow fever", "", score.StagePart}, // every name may be one
		{"Yellow Fever (YF)", "yellow fever", "", score.StagePart},    // another name of it
		{"yf, yellow fever 17D", "yellow fever", "17D", score.StagePart},
		{"jungle yellow fever (JYF)", "yellow fever", "jungle", score.StagePart}, // short for all that
		{"yellow fever", "acute yellow fever", "", score.StageHamming},           // lacks a part of the name
		{"fever", "yellow fever", "", score.StageHamming},
		{"CKD stage 3", "chronic kidney disease", "stage 3", score.StageWord},
		{"E. coli K12", "escherichia coli", "K12", score.StageHamming},
		{"University of Halden, Faculty of Law", "university of halden", "Faculty of Law", score.StagePart},
		{"Blackwidow", "black widow", "", score.StageNormalized},
		{"rustremoval gel", "rust removal", "gel", score.StageHamming},
		{"Mycobactérium  leprae Thaï-53", "mycobacterium leprae", "Thaï-53", score.StagePart},
		{"bcr-abl", "abl", "bcr", score.StageExact}, // which papers call so
		{"BCR-ABL", "bcr", "ABL", score.StageMember},
		{"abl", "abl", "", score.StageExact},
		{"yf", "yellow fever", "", score.StageAbbreviation},
	} {
		cand := score.Candidate{Row: row[x.name], Entity: int32(c.RowEntity[row[x.name]]), Stage: x.stage}
		got, narrower := e.Broader(x.mention, &cand)
		if got != x.want || (narrower >= score.LeastTelling) != (x.want != "") || narrower >= 1 {
			t.Errorf("%s: %q, %.2f narrower than %s; want %q", x.mention, got, narrower, x.name, x.want)
		}
	}
}
