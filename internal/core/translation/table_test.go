package translation

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

// sample is a list of tools in English, with words of two languages.
func sample() *Tables {
	words := strings.Fields("dystrophy hammer head kyphoscoliosis left muscle of small the tooth wooden")
	option := func(p float32, list ...string) Option {
		o := Option{P: p}
		for _, w := range list {
			i, _ := slices.BinarySearch(words, w)
			o.Words = append(o.Words, uint32(i))
		}
		return o
	}
	letters := []string{"ph", "f", "h", "", "k", "c", "y", "i"}
	return &Tables{Spelling: NewSpelling(letters, []string{"n", "s"}), Words: words, Languages: []*Table{
		{Tag: "de", Entries: []Entry{
			{"hammer", []Option{option(1, "hammer")}},
			{"hölzern", []Option{option(1, "wooden")}},
			{"kleine", []Option{option(1, "small")}},
			{"kopf", []Option{option(.8, "head"), option(.2, "hammer", "head")}},
			{"muskel", []Option{option(1, "muscle")}},
			{"zahn", []Option{option(1, "tooth")}},
		}},
		{Tag: "es", Entries: []Entry{
			{"cabeza", []Option{option(1, "head")}},
			{"de", []Option{option(1)}},
			{"diente", []Option{option(1, "tooth")}},
			{"diente de la izquierda", []Option{option(1, "left", "tooth")}},
			{"izquierda", []Option{option(1, "left")}},
			{"la", []Option{option(.9)}},
			{"martillo", []Option{option(1, "hammer")}},
		}},
	}}
}

func TestMeaning(t *testing.T) {
	ts, err := Parse(Append(nil, sample()))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ mention, language, want string }{
		{"cabeza de martillo", "", "head hammer"},
		{"Cabeza de la izquierda", "es-MX", "head left"},
		{"diente de la izquierda", "", "left tooth"}, // the longest phrase
		{"martillos", "", "hammer"},                  // another form
		{"Hammerkopf", "", "hammer head"},            // a compound
		{"Muskeldystrophie", "de", "muscle dystrophy"},
		{"kleine Kyphoskoliose", "", "small kyphoscoliosis"}, // a cognate
		{"kleiner Quux", "de", "small quux"},
		{"small head", "", ""}, // of the list
		{"small haed", "", ""}, // no language knows it
		{"cabeza", "fr", ""},   // a language without a table
		{"cabeza", "de", "cabeza"},
		{"", "", ""},
		{strings.Repeat("kopf ", maxTokens+1), "de", ""},
	} {
		words := Likeliest(ts.Meaning(names.AppendForm(nil, x.mention), x.language))
		if got := strings.Join(words, " "); got != x.want {
			t.Errorf("%q, %q: %q, want %q", x.mention, x.language, got, x.want)
		}
	}
}

// TestTowards takes the meaning that a name has.
func TestTowards(t *testing.T) {
	ts, err := Parse(Append(nil, sample()))
	if err != nil {
		t.Fatal(err)
	}
	units := ts.Meaning([]byte("kleine kopf quux"), "de")
	words, sure := Towards(units, []string{"head", "hammer"})
	if got := strings.Join(words, " "); got != "small head quux" || sure < .59 || sure > .61 {
		t.Errorf("%q, %v", got, sure)
	}
	units[1].Means = slices.Clone(units[1].Means)
	slices.Reverse(units[1].Means)
	if words, _ := Towards(units, []string{"head"}); strings.Join(words, " ") != "small head quux" {
		t.Errorf("%q", words)
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"Herz-Fehler 2": "herz fehler 2",
		"心房中隔欠損":        "心 房 中 隔 欠 損",
		"マルファン症候群":      "マルファン 症 候 群",
		"コーヒー色の斑":       "コーヒー 色 の 斑",
		"常染色体2型":        "常 染 色 体 2 型",
		"":              "",
	} {
		if got := strings.Join(Tokens(names.AppendForm(nil, text)), " "); got != names.Form(want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAlike(t *testing.T) {
	ts := sample()
	for _, x := range []struct {
		a, b string
		want float32
	}{{"hipoplasia", "hypoplasia", 1}, {"nefropatía", "nephropathy", .75}, {"Kolobom", "coloboma", .8}, {"muela", "tooth", 0}, {"", "", 0}} {
		a, b := ts.Skeleton(names.Form(x.a)), ts.Skeleton(names.Form(x.b))
		if got := Alike(a, b); got < x.want || got > x.want+.15 {
			t.Errorf("%s, %s: %v, want about %v", a, b, got, x.want)
		}
	}
}

// TestCompoundBounded takes words apart that have many parts in about the square of their length.
func TestCompoundBounded(t *testing.T) {
	ts, err := Parse(Append(nil, sample()))
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("kopf", maxCompound/4)
	if o, sure := ts.Languages[0].compound(long); sure < .7 || len(o[0].Words) != maxCompound/4 {
		t.Errorf("%v, %v", o, sure)
	}
	if _, sure := ts.Languages[0].compound(long + "kopf"); sure != 0 {
		t.Errorf("a longer word is taken apart")
	}
}
