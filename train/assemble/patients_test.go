package assemble

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
	"github.com/normlet/normlet/train/lexicon"
)

// symptoms are names that the table of patients' words knows, each of an entity.
var symptoms = []string{"Nausea", "Insomnia", "Fatigue", "Dizziness", "Vomiting", "Headache", "Loss of hair"}

// TestPatientsTable requires rows of every kind, in order, each of which packs can have.
func TestPatientsTable(t *testing.T) {
	kinds, last := map[string]int{}, ""
	for f := range knowledge.Rows(knowledge.Patients) {
		line := strings.Join(f, "\t")
		if kinds[f[0]]++; line <= last {
			t.Errorf("%q is out of order", line)
		}
		if last = line; f[0] == "mention" || f[0] == "phrase" || f[0] == "filler" {
			for to := range strings.SplitSeq(f[2], "|") {
				parsed(t, []byte(f[0]+"\t"+f[1]+"\t"+to+"\n"))
			}
		}
	}
	for _, kind := range []string{"ending", "filler", "mention", "phrase", "synonym"} {
		if kinds[kind] < 10 {
			t.Errorf("%d rows of kind %s", kinds[kind], kind)
		}
	}
}

// TestNewPatientsOf tells lists of what patients write about from others.
func TestNewPatientsOf(t *testing.T) {
	var genes []string
	for i := range 200 {
		genes = append(genes, "gene "+string(rune('a'+i%26))+strings.Repeat("x", i/26))
	}
	if newPatients(pack.NewStrings(symptoms), nil) == nil {
		t.Error("a list of symptoms is not of what patients write about")
	}
	for what, list := range map[string][]string{"genes": genes, "symptoms among genes": append(genes, symptoms...), "two symptoms": symptoms[:2]} {
		if newPatients(pack.NewStrings(list), nil) != nil {
			t.Errorf("%s are what patients write about", what)
		}
	}
}

// TestNewPatients keeps of the table, and of a lexicon's synonyms, what leads to names of the list or to their words.
func TestNewPatients(t *testing.T) {
	l := lexicon.Lexicon{{"sick tum", "sick belly"}, {"bad tum", "bad belly"}, {"good tum", "good belly"}, {"old tum", "old belly"}}
	p := newPatients(pack.NewStrings(append([]string{"Belly pain"}, symptoms...)), l)
	strength := func(a, b string) uint8 {
		x, y := names.Hash(names.Stem(a)), names.Hash(names.Stem(b))
		for _, s := range p.synonyms {
			if s.A == min(x, y) && s.B == max(x, y) {
				return s.Strength
			}
		}
		return 0
	}
	for _, pair := range [][2]string{{"dizzy", "dizziness"}, {"tum", "belly"}, {"nauseous", "nausea"}, {"painful", "pain"}} {
		if got, want := strength(pair[0], pair[1]) > 0, pair[0] != "painful"; got != want {
			t.Errorf("%v are synonyms: %t, want %t", pair, got, want)
		}
	}
	if strength("sexual", "libido") > 0 {
		t.Error("words that no name has are synonyms")
	}
	rows := strings.Join(p.rewrites, "")
	if !strings.Contains(rows, "mention\thair falling\tloss of hair\n") || strings.Contains(rows, "\tdrowsiness\n") || !strings.Contains(rows, "filler\treally\t\n") {
		t.Errorf("rows %s", rows)
	}
}
