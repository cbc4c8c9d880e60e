package names

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/knowledge"
)

// TestForms has the forms of the last word of a name, and what may stand for a whole one.
func TestForms(t *testing.T) {
	r, err := parseRewrites([]byte("word\tloci\tlocus\nword\tova\tovum\nword\tovular\tovum\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := (&Lexicon{Rewrites: r, Knowledge: &Knowledge{}}).Forms()
	for name, want := range map[string]string{
		"Ovum": "ova|ovular", "fertile ovum": "fertile ova|fertile ovular", "locus (B)": "", "B locus.": "b loci.", "ovum locus": "ovum loci",
		"ova": "", "tovum": "", "": "",
	} {
		var got []string
		for form := range f.Of(read(name)) {
			got = append(got, string(form))
		}
		if slices.Sort(got); strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	for _, tt := range []struct {
		word, name string
		want       bool
	}{{"Ova", "ovum", true}, {"ovular", "Ovum", true}, {"ova", "ovule", false}, {"ovum", "ovum", false}, {"ova", "fertile ovum", false}} {
		if got := r.IsForm(tt.word, tt.name); got != tt.want {
			t.Errorf("%q for %q: %v", tt.word, tt.name, got)
		}
	}
}

// TestInflection has forms of words in the languages of a pack's triggers, and words that are no forms.
func TestInflection(t *testing.T) {
	if (&Lexicon{Rewrites: &Rewrites{}, Knowledge: &Knowledge{Triggers: []Trigger{{}}}}).Forms().Spoken != nil {
		t.Error("English has an inflection of other languages")
	}
	for language, pairs := range map[string]string{
		"de": "Krampfanfälle=Krampfanfall|arterieller Hypertonie=arterielle Hypertonie|akutem Infarkt=akuter Infarkt|Blutungen=Blutung|Anaemie=Anämie|Erguß=Erguss",
		"es": "lesiones=lesión|úlceras gástricas=Ulcera gastrica|tumores cerebrales=tumor cerebral|cruces=cruz|anti-inflamatorio=antiinflamatorio",
		"fr": "douleurs abdominales=douleur abdominale|lesions=lésion|anomalies génitales=anomalie génitale|abdominaux=abdominal|œdèmes=oedème",
		"it": "fratture costali=frattura costale|bronchiti croniche=bronchite cronica|polipi=polipo",
		"pt": "lesões=lesão|dores abdominais=dor abdominal|tremores=tremor|úlceras=úlcera",
		"":   "tos=tío|fiebre=fibra|tumor cerebral=tumor|ulcus=ulcera b",
	} {
		k := &Knowledge{Triggers: []Trigger{{Language: max(1, slices.Index(knowledge.Languages[:], language))}}}
		f := (&Lexicon{Rewrites: &Rewrites{}, Knowledge: k}).Forms().Spoken
		for pair := range strings.SplitSeq(pairs, "|") {
			if text, name, _ := strings.Cut(pair, "="); f.IsForm(text, name) != (language != "") {
				t.Errorf("%s: %q of %q: %v", language, text, name, language == "")
			}
		}
	}
}
