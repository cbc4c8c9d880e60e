package engine

import (
	"fmt"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
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
	c.Telling = names.AppendTelling(nil, map[uint32]float64{names.HashWord("disease"): 0.1, names.HashWord("of"): 0.1})
	e, _ := lookingUp(t, c, "")
	row := map[string]int32{}
	for i, name := range list {
		row[name] = int32(i)
	}
	for _, x := range []struct {
		mention, name, want string
		stage               score.Stage
		read                bool
	}{
		{"Yellow  Fever, Type 2", "yellow fever", "Type 2", score.StagePart, false},
		{"severe yellow-fever", "yellow fever", "severe", score.StagePart, false},
		{"Suspected yellow fever", "yellow fever", "Suspected", score.StageRewritten, true},
		{"yellow fever's ends", "yellow fever", "ends", score.StageHamming, false},
		{"Fever, Yellow, of the Jungle (severe)", "yellow fever", "of the Jungle severe", score.StageHamming, false},
		{"yellow fevers, remitted", "yellow fever", "", score.StageRewritten, false}, // all of it
		{"yellow fever disease", "yellow fever", "", score.StagePart, false},         // every name may be one
		{"Yellow Fever (YF)", "yellow fever", "", score.StagePart, false},            // another name of it
		{"yf, yellow fever 17D", "yellow fever", "17D", score.StagePart, false},
		{"jungle yellow fever (JYF)", "yellow fever", "jungle", score.StagePart, false}, // short for all that
		{"yellow fever", "acute yellow fever", "", score.StageHamming, false},           // lacks a part of the name
		{"fever", "yellow fever", "", score.StageHamming, false},
		{"CKD stage 3", "chronic kidney disease", "stage 3", score.StageWord, false},
		{"E. coli K12", "escherichia coli", "K12", score.StageHamming, false},
		{"crabcl abl kinase", "abl", "crabcl kinase", score.StagePart, false},
		{"crabcra kinase", "bcr", "", score.StageHamming, false},
		{"E.C. K12", "escherichia coli", "", score.StageHamming, false},
		{"University of Halden, Faculty of Law", "university of halden", "Faculty of Law", score.StagePart, false},
		{"Blackwidow", "black widow", "", score.StageNormalized, false},
		{"rustremoval gel", "rust removal", "gel", score.StageHamming, false},
		{"Mycobactérium  leprae Thaï-53", "mycobacterium leprae", "Thaï-53", score.StagePart, false},
		{"bcr-abl", "abl", "bcr", score.StageExact, false}, // which papers call so
		{"BCR-ABL", "bcr", "ABL", score.StageMember, false},
		{"abl", "abl", "", score.StageExact, false},
		{"yf", "yellow fever", "", score.StageAbbreviation, false},
	} {
		cand := score.Candidate{Row: row[x.name], Entity: int32(c.RowEntity[row[x.name]]), Stage: x.stage, Read: x.read}
		got, narrower := e.Broader(x.mention, &cand)
		if got != x.want || (narrower >= narrows*score.LeastTelling) != (x.want != "") || narrower >= 1 {
			t.Errorf("%s: %q, %.2f narrower than %s; want %q", x.mention, got, narrower, x.name, x.want)
		}
	}
}
