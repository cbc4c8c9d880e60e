package core_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// ruled are the names of the pack on which rules are tried, each of an entity T: and
// the name.
var ruled = []string{
	"IKKE", "collagen 7", "type 2 lesion of the foot", "heparin", "tumor", "fever", "kidney toxicity", "kidney pain",
	"glutamic acid", "kidney disease", "hypertension", "doxorubicin", "chondrodysplasia", "atrial fibrillation",
	"venous thromboembolism", "Fibrosis, Cystic", "phenobarbital", "barbital sodium",
	"barbital acid", "barbital ester", "parkin RBR E3 ligase", "von Hippel-Lindau disease, VHL",
	"SEPT2", "MAP2K1", "MAP2K2", "STAT3", "nausea", "insomnia", "fatigue", "dizziness", "vomiting", "headache", "alopecia", "severe pain", "copper",
}

var ruledPack = sync.OnceValues(func() ([]byte, error) {
	t := &data.Terminology{}
	for i, name := range ruled {
		t.Entities = append(t.Entities, data.Entity{ID: "T:" + name, Namespace: "T", Weight: float64(100 + i), Names: []data.Name{{Text: name}}})
	}
	for i := range 40 {
		name := fmt.Sprintf("%c%cx factor %d", 'a'+i%26, 'b'+i*7%24, i)
		t.Entities = append(t.Entities, data.Entity{ID: "T:" + name, Namespace: "T", Names: []data.Name{{Text: name, Kind: pack.KindPrimary}}})
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Encoder: encodertest.Random(1024, 64), Samples: 200}, nil)
	if err != nil {
		return nil, err
	}
	return c.Append(nil, nil)
})

// openRuled opens the pack with rules switched off.
func openRuled(t *testing.T, off ...names.Rule) *core.Normalizer {
	t.Helper()
	file, err := ruledPack()
	if err != nil {
		t.Fatal(err)
	}
	n, err := core.OpenBytes(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	for e := engine.Of(n); len(off) > 0; off = off[1:] {
		e.Off = e.Off.With(off[0])
	}
	return n
}

// ruleExamples has for each rule a mention and a name that it brings nearer.
var ruleExamples = map[names.Rule]struct{ mention, name string }{
	names.GreekAsLatin:   {"IKKε", "IKKE"},
	names.OtherFigures:   {"collagen VII", "collagen 7"},
	names.RomanWords:     {"a type II lesion", "type 2 lesion of the foot"},
	names.AnyCase:        {"HEPARIN", "heparin"},
	names.Spelling:       {"tumour", "tumor"},
	names.Plural:         {"fevers", "fever"},
	names.Compounds:      {"nephrotoxicity", "kidney toxicity"},
	names.WordRewrites:   {"renal pain", "kidney pain"},
	names.EndingRewrites: {"glutamate", "glutamic acid"},
	names.HeadRewrites:   {"kidney damage", "kidney disease"},
	names.WordForms:      {"chondrodysplastic", "chondrodysplasia"},
	names.OneLetterOff:   {"doxorubicon zorblax", "doxorubicin"},
	names.SameEnding:     {"osteochondrodysplasia", "chondrodysplasia"},
	names.InitialLetters: {"AF", "atrial fibrillation"},
	names.LessOneLetter:  {"VTE", "venous thromboembolism"},
	names.TurnedParts:    {"CF", "Fibrosis, Cystic"},
	names.InnerLetters:   {"VTE", "venous thromboembolism"},
	names.WordParts:      {"PB", "phenobarbital"},
	names.Clipping:       {"dox", "doxorubicin"},
	names.LeadingWords:   {"parkin", "parkin RBR E3 ligase"},
	names.NamesWithin:    {"solid tumor", "tumor"},
	names.RareWords:      {"VHL disease", "von Hippel-Lindau disease, VHL"},
	names.WordNumber:     {"toxicities of the kidneys", "kidney toxicity"},
	names.SheetDates:     {"2-Sep", "SEPT2"},
	names.Groups:         {"MEK", "MAP2K2"},
	names.Modified:       {"pSTAT3", "STAT3"},
	names.WordSlips:      {"hepparin", "heparin"},
	names.LayWords:       {"really dizzy", "dizziness"},
	names.OtherLetters:   {"инсомниа", "insomnia"},
	names.Ions:           {"Cu(II)", "copper"},
}

// candidates returns those for a mention that are of an entity of the pack.
func candidates(n *core.Normalizer, mention, name string) []score.Candidate {
	return slices.DeleteFunc(engine.Of(n).Candidates(mention), func(c score.Candidate) bool {
		return engine.Of(n).Contents().IDs.At(int(c.Entity)) != "T:"+name
	})
}

// TestRules requires every rule to have a name, a description and an example, whose
// candidate it changes: switched off, the name is found otherwise or fits otherwise.
func TestRules(t *testing.T) {
	all := openRuled(t)
	called := map[string]names.Rule{}
	for r := range names.NumRules {
		rule := names.Rules[r]
		if rule.Name == "" || rule.Does == "" || strings.ToLower(rule.Name) != rule.Name || strings.ContainsAny(rule.Name, " \t,") {
			t.Errorf("rule %d is called %q and does %q: names.Rules needs both, the name in small letters without blanks", r, rule.Name, rule.Does)
		}
		if other, ok := called[rule.Name]; ok {
			t.Errorf("rules %d and %d are both called %q", other, r, rule.Name)
		}
		called[rule.Name] = r
		example, ok := ruleExamples[r]
		if !ok {
			t.Errorf("rule %d, %s, has no example: add a mention and a name to ruleExamples that show what it does (%s)", r, rule.Name, rule.Does)
			continue
		}
		if !slices.Contains(ruled, example.name) {
			t.Errorf("the example of %s: there is no name %q, add it to ruled", rule.Name, example.name)
			continue
		}
		with := candidates(all, example.mention, example.name)
		if len(with) == 0 {
			t.Errorf("%s: %q is not among the candidates for %q", rule.Name, example.name, example.mention)
			continue
		}
		if slices.Equal(with, candidates(openRuled(t, r), example.mention, example.name)) {
			t.Errorf("%s makes no difference to %q for %q: %v, %v", rule.Name, example.name, example.mention, with[0].Stage, with[0].Features)
		}
	}
	if len(ruleExamples) > int(names.NumRules) {
		t.Errorf("%d examples of %d rules", len(ruleExamples), names.NumRules)
	}
}

// TestWithoutAllRules answers with all rules switched off: names are found by their
// letters and digits, parts and codes all the same.
func TestWithoutAllRules(t *testing.T) {
	var every []names.Rule
	for r := range names.NumRules {
		every = append(every, r)
	}
	n := openRuled(t, every...)
	for _, name := range ruled {
		a := n.Lookup(name, 5)
		checkAnswer(t, name, 5, a)
		if len(a.Matches) == 0 || a.Matches[0].ID != "T:"+name || a.Matches[0].Stage != core.StageExact {
			t.Errorf("%q: %+v", name, a.Matches)
		}
	}
	for r, example := range ruleExamples {
		a := n.Lookup(example.mention, 5)
		checkAnswer(t, example.mention, 5, a)
		for _, m := range a.Matches {
			switch m.Stage {
			case core.StageRewritten, core.StageExcelDate, core.StageMember, core.StagePart, core.StageWord:
				t.Errorf("%s, %q: %q is found by stage %v, whose rules are off", names.Rules[r].Name, example.mention, m.Matched, m.Stage)
			}
		}
	}
}

// TestEveryStage requires matches to say which step found them first.
func TestEveryStage(t *testing.T) {
	n := openRuled(t)
	seen := map[core.Stage]bool{}
	for _, c := range []struct {
		mention, name string
		stage         core.Stage
	}{
		{"heparin", "heparin", core.StageExact},
		{"Heparin", "heparin", core.StageExact},
		{"Fibrosis, Cystic", "Fibrosis, Cystic", core.StageExact},
		{"he-parin", "heparin", core.StageNormalized},
		{"ikke", "IKKE", core.StageNormalized},
		{"IKKε", "IKKE", core.StageNormalized},
		{"collagen VII", "collagen 7", core.StageNormalized},
		{"disease, kidney", "kidney disease", core.StageNormalized},
		{"lesion of the foot, 2, type", "type 2 lesion of the foot", core.StageNormalized},
		{"tumour", "tumor", core.StageRewritten},
		{"nephrotoxicity", "kidney toxicity", core.StageRewritten},
		{"renal pain", "kidney pain", core.StageRewritten},
		{"glutamate", "glutamic acid", core.StageRewritten},
		{"kidney damage", "kidney disease", core.StageRewritten},
		{"pSTAT3", "STAT3", core.StageRewritten},
		{"2-Sep", "SEPT2", core.StageExcelDate},
		{"MEK", "MAP2K1", core.StageMember},
		{"MAP2K1/2", "MAP2K2", core.StageMember},
		{"AF", "atrial fibrillation", core.StageAbbreviation},
		{"VTE", "venous thromboembolism", core.StageAbbreviation},
		{"dox", "doxorubicin", core.StageAbbreviation},
		{"solid tumor", "tumor", core.StagePart},
		{"fever of the night", "fever", core.StagePart},
		{"VHL disease", "von Hippel-Lindau disease, VHL", core.StageWord},
		{"acute lesion", "type 2 lesion of the foot", core.StageWord},
		{"hepparin", "heparin", core.StageRewritten},
		{"T:heparin", "heparin", core.StageID},
		{"t:heparin", "heparin", core.StageID},
		{"chondrodysplastic", "chondrodysplasia", core.StageHamming},
	} {
		seen[c.stage] = true
		a := n.Lookup(c.mention, core.MaxK)
		i := slices.IndexFunc(a.Matches, func(m core.Match) bool { return m.ID == "T:"+c.name })
		if i < 0 {
			t.Errorf("%q: %q is not found", c.mention, c.name)
		} else if m := a.Matches[i]; m.Stage != c.stage || m.Stage.IsName() && m.Score != 1 {
			t.Errorf("%q: %q is found by stage %v with score %v, want %v", c.mention, c.name, m.Stage, m.Score, c.stage)
		}
	}
	for s := range core.Stage(score.NumStages) {
		if !seen[s] && s != core.StageNeighbour { // which a look-up of one mention never reports
			t.Errorf("stage %v has no example", s)
		}
	}
}

// TestShortDates reads 9/2 as a date only where the kind to find is given.
func TestShortDates(t *testing.T) {
	n := openRuled(t)
	for _, c := range []struct {
		kinds []string
		found bool
	}{{nil, false}, {n.Info().Namespaces[:1], true}} {
		a, err := n.LookupWith("9/2", core.Options{Namespaces: c.kinds})
		if err != nil {
			t.Fatal(err)
		}
		if found := len(a.Matches) > 0 && a.Matches[0].Stage == core.StageExcelDate && a.Matches[0].ID == "T:SEPT2"; found != c.found {
			t.Errorf("9/2 in %q: %+v; want SEPT2: %v", c.kinds, a.Matches, c.found)
		}
	}
}

// TestDenied requires that a mention is not answered with what it denies, alone or among others.
func TestDenied(t *testing.T) {
	n := openRuled(t)
	for mention, found := range map[string]bool{
		"no fever": false, "fever-free": false, "no evidence of fever": false, "high fever": true, "fever, free": true, "know fever": true,
		"no fevers": false, "without fevers or rash": false, "denies nausea, fevers": false, "NO FEVERS": false, "NO fevers": true,
	} {
		many, err := n.LookupMany([]core.Query{{Mention: mention}}, core.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []core.Answer{n.Lookup(mention, core.MaxK), many[0]} {
			if got := slices.ContainsFunc(a.Matches, func(m core.Match) bool { return m.ID == "T:fever" }); got != found {
				t.Errorf("%q finds fever: %v, want %v", mention, got, found)
			}
		}
	}
	off := openRuled(t, names.Modified)
	if a := off.Lookup("no fever", core.MaxK); !slices.ContainsFunc(a.Matches, func(m core.Match) bool { return m.ID == "T:fever" }) {
		t.Error("with the rule off, no fever does not find fever")
	}
}

// TestTellsApart requires a word that says how bad a disease is to count where the pack has names with it.
func TestTellsApart(t *testing.T) {
	n := openRuled(t)
	for mention, read := range map[string]bool{"severe insomnia": true, "severe kidney pain": false} {
		a := n.Lookup(mention, 1)
		if len(a.Matches) == 0 || (a.Matches[0].Stage == core.StageRewritten) != read {
			t.Errorf("%q: %+v, want the rest read as a name: %v", mention, a.Matches, read)
		}
	}
}

// TestStrangeRewrites has packs whose rewrites leave nothing of a mention, or go round
// in circles: every answer is defined.
func TestStrangeRewrites(t *testing.T) {
	for what, rewrites := range map[string]string{
		"none":       "",
		"to nothing": "ending\tate\t\nhead\tdamage\t\nroot\tnephr\t\nspelling\ta\t\ntail\ttoxicity\t\nword\trenal\t\n",
		"in circles": "ending\tate\tate\nhead\tdamage\tinjury\nhead\tinjury\tdamage\nspelling\ta\te\nspelling\te\ta\nword\tkidney\trenal\nword\trenal\tkidney\n",
		"to marks":   "spelling\ta\t--\nword\trenal\t...\n",
	} {
		c := contents(t)
		c.Rewrites = []byte(rewrites)
		n, err := core.OpenBytes(file(t, c), nil)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		for _, mention := range append([]string{"renal", "renal damage", "nephrotoxicity", "aaaaaa", "glutamate", "kidney kidney", strings.Repeat("a", 4000)}, mentions...) {
			checkAnswer(t, mention, 5, n.Lookup(mention, 5))
		}
	}
	c := contents(t)
	c.Rewrites = []byte("word\tRenal\tkidney\n")
	if _, err := core.OpenBytes(file(t, c), nil); err == nil || !strings.Contains(err.Error(), "REWR") || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("rewrites that are no text forms: %v", err)
	}
}
