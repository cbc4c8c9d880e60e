package names

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/knowledge"
)

// facts is a section KNOW with a row of each table.
const facts = `affix	after	antibody	what binds it
affix	short	fx	fracture
affix	unit	%(w/v)	dose
affix	unit	mg	dose
foreign	kein	negated	after	de
group	complex	BCR-ABL|BCR/ABL	BCR ABL1
group	family	MEK	MAP2K1 MAP2K2
ion	Cu	copper	1 2
organism	10090	0.28	mouse mice	cre floxed
organism	9606	1	human	
trigger	no sign of	negated	after
`

func TestParseKnowledge(t *testing.T) {
	k, err := parseKnowledge([]byte(facts))
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%v %v %v %v %v", k.Together("BCR/ABL"), k.readGroup("MEKs"), k.elements["copper"], k.Organisms, k.Triggers)
	want := "[BCR ABL1] {[MAP2K1 MAP2K2] true} {copper 1 2} [{10090 0.28 [mouse mice] [cre floxed]} {9606 1 [human] []}] [{[kein] negated after 1} {[no sign of] negated after 0}]"
	if got != want || k.expandNoteAbbreviations("hip fx") != "hip fracture" || !k.isDose("5%(w/v)") || !k.isDose("5 mg/10 MG/mg") || k.isDose("5 mg/") || k.isDose("5 mg/h") || k.Together("MEK") != nil {
		t.Errorf("%s, want %s", got, want)
	}
	if k, err := parseKnowledge(nil); err != nil || len(k.readGroup("MEK").Members) > 0 || k.NamesNothing("was") {
		t.Errorf("a pack without knowledge: %+v, %v", k, err)
	}
}

func TestKnowledgeRefused(t *testing.T) {
	long := strings.Repeat("a", maxKnown+1)
	for what, c := range map[string]struct{ data, reason string }{
		"an empty line":             {facts + "\n", "line 12"},
		"cut off":                   {strings.TrimSuffix(facts, "\n"), "has no end"},
		"no UTF-8":                  {"affix\tafter\t\xff\tx\n", "UTF-8"},
		"too few columns":           {"ion\tCu\tcopper\n", "its columns"},
		"too many columns":          {"ion\tCu\tcopper\t1\tx\n", "its columns"},
		"out of order":              {"ion\tCu\tcopper\t1\nion\tAg\tsilver\t1\n", "line 2"},
		"a line twice":              {"ion\tCu\tcopper\t1\nion\tCu\tcopper\t1\n", "out of order"},
		"a table alone":             {"stop\n", "its columns"},
		"no word":                   {"affix\tafter\t\ty\n", "text form"},
		"no meaning":                {"affix\tafter\tx\t\n", "its meaning"},
		"a word in capitals":        {"affix\tafter\tX\ty\n", "text form"},
		"a unit in capitals":        {"affix\tunit\tMG\ty\n", "text form"},
		"a long word":               {"affix\tafter\t" + long + "\ty\n", "text form"},
		"a word twice":              {"affix\tafter\tx\ty\naffix\tafter\tx\tz\n", "twice"},
		"no name":                   {"group\tfamily\t|MEK\tMAP2K1\n", "no name"},
		"a long name":               {"group\tfamily\t" + long + "\tMAP2K1\n", "no name of up to 64 bytes"},
		"a name of two groups":      {"group\tcomplex\tMEK\tBCR ABL1\ngroup\tfamily\tmek\tMAP2K1 MAP2K2\n", "another group"},
		"no members":                {"group\tfamily\tMEK\t\n", "up to 16 members"},
		"many members":              {"group\tfamily\tMEK\t" + strings.Repeat("A ", maxGroup+1) + "\n", "up to 16 members"},
		"a member without a letter": {"group\tfamily\tMEK\tA 2\n", "of letters"},
		"a long member":             {"group\tfamily\tMEK\tA " + long + "\n", "64 bytes each"},
		"no symbol":                 {"ion\t\tcopper\t1\n", "symbol"},
		"a symbol of three":         {"ion\tCup\tcopper\t1\n", "symbol"},
		"a small symbol":            {"ion\tcu\tcopper\t1\n", "symbol"},
		"an element in capitals":    {"ion\tCu\tCopper\t1\n", "text form"},
		"an element of figures":     {"ion\tCu\t29\t1\n", "text form"},
		"no charge":                 {"ion\tCu\tcopper\t\n", "charges"},
		"another charge":            {"ion\tCu\tcopper\tII\n", "charges"},
		"an element twice":          {"ion\tCo\tcopper\t1\nion\tCu\tcopper\t1\n", "twice"},
		"a symbol twice":            {"ion\tCu\tcobalt\t1\nion\tCu\tcopper\t1\n", "twice"},
		"no taxon":                  {"organism\t\t1\tx\t\n", "taxon"},
		"a taxon of letters":        {"organism\tmouse\t1\tx\t\n", "taxon"},
		"a taxon twice":             {"organism\t1\t1\tx\t\norganism\t1\t1\ty\t\n", "another taxon"},
		"expected never":            {"organism\t1\t0\tx\t\n", "above 0"},
		"expected twice":            {"organism\t1\t2\tx\t\n", "of at most 1"},
		"expected unknown":          {"organism\t1\tNaN\tx\t\n", "above 0"},
		"many words of organisms":   {"organism\t1\t1\t" + strings.Repeat("a ", maxOrganismWords) + "\t\n", "more than 1024 words"},
		"no words of a trigger":     {"trigger\t\tnegated\tafter\n", "want words"},
		"a trigger in capitals":     {"trigger\tNo\tnegated\tafter\n", "text form"},
		"a trigger says nothing":    {"trigger\tno\t\tafter\n", "what they say"},
		"a ward twice":              {"ward\tUTI\ta\nward\tUTI\tb\n", "once"},
		"of nothing":                {"trigger\tno\tnegated\t\n", "of what"},
		"many triggers":             {numberedTriggers(maxTriggers + 1), "at most 4096 times"},
		"too much":                  {strings.Repeat("\n", maxKnowledge+1), "at most 262144"},
	} {
		if k, err := parseKnowledge([]byte(c.data)); err == nil || k != nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %v, want one with %q", what, err, c.reason)
		}
	}
	if k, err := parseKnowledge([]byte(numberedTriggers(maxTriggers))); err != nil || len(k.Triggers) != maxTriggers {
		t.Error("as many triggers as are allowed are refused:", err)
	}
	if k, err := parseKnowledge([]byte("affix\tabove\tx\ty\nforeign\tingen\tnegated\tafter\tda\nstrain\tMG1655\t511145\n")); err != nil || len(k.Triggers) > 0 {
		t.Errorf("a place, a language and a table of a later program are refused or read: %+v, %v", k, err)
	}
	lines := slices.Collect(strings.Lines(facts))
	for i := range lines {
		if _, err := parseKnowledge([]byte(strings.Join(slices.Delete(slices.Clone(lines), i, i+1), ""))); err != nil {
			t.Errorf("without line %d: %v", i+1, err)
		}
	}
}

// TestKnowledgeIsRead requires every row of the tables to be of a table and of a place that this program knows: others are
// skipped, as those of later programs.
func TestKnowledgeIsRead(t *testing.T) {
	rows := string(knowledge.Section(func(string, []string) bool { return true }))
	for line := range strings.Lines(rows) {
		f := strings.Split(line, "\t")
		if readers[f[0]] == nil || f[0] == "affix" && known.affixes[f[1]] == nil {
			t.Errorf("no program reads %q", line)
		}
	}
	for place, words := range known.affixes {
		if len(words) == 0 {
			t.Errorf("no affix has the place %s", place)
		}
	}
}

func numberedTriggers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "trigger\tx%05d\tnegated\tafter\n", i)
	}
	return b.String()
}

// FuzzParseKnowledge requires sections that are read to have bounded readings of any mention.
func FuzzParseKnowledge(f *testing.F) {
	for _, s := range []string{facts, "", "affix\tbefore\ta\tb\naffix\tbefore\ta a\tb\n", "group\tfamily\tA|a\tA\n", "ion\tK\tk\t1\n", "affix\tshort\ta\ta a\n",
		"organism\t1\t1e-300\ta a\t\n", string(knowledge.Section(func(string, []string) bool { return true }))} {
		f.Add([]byte(s), "no sign of p-MEK antibody 5% (Cu2+)")
	}
	f.Fuzz(func(t *testing.T, data []byte, mention string) {
		k, err := parseKnowledge(data)
		if err != nil {
			return
		}
		entries := len(k.Organisms) + len(k.Triggers) + len(k.Wards)
		for _, words := range k.affixes {
			entries += len(words)
		}
		if lines := strings.Count(string(data), "\n"); entries > lines || len(k.groups)+len(k.elements)/2 < lines-entries {
			t.Errorf("%d affixes, organisms, triggers and abbreviations, %d groups, %d elements of %d lines", entries, len(k.groups), len(k.elements), lines)
		}
		n := 0
		for r := range k.Readings(mention, false, 0) {
			n++
			for _, name := range r.Names {
				if len(name) > (maxKnown+1)*(maxReading+1) {
					t.Errorf("%q becomes %d bytes", mention, len(name))
				}
			}
		}
		if denied := k.Denied([]byte(Form(mention))); n > 2+10*maxStrips*2 || len(denied) > len(Form(mention)) {
			t.Errorf("%q: %d readings, %q denied", mention, n, denied)
		}
	})
}
