package translate

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/translation"
)

// tools pairs names of tools in Spanish and German with the English ones.
func tools() (pairs map[string][]Pair, list []string) {
	colors := [][3]string{{"red", "rojo", "roter"}, {"blue", "azul", "blauer"}, {"long", "largo", "langer"}, {"old", "viejo", "alter"}}
	things := [][3]string{{"hammer", "martillo", "Hammer"}, {"nail", "clavo", "Nagel"}, {"screwdriver", "destornillador", "Schraubendreher"},
		{"meter", "metro", "Meter"}, {"ring finger", "dedo anular", "Ringfinger"}}
	pairs = map[string][]Pair{}
	for i, c := range colors {
		for j, x := range things {
			en := c[0] + " " + x[0]
			list = append(list, en)
			if i != j { // the others judge
				pairs["es"] = append(pairs["es"], Pair{x[1] + " de color " + c[1], en})
				pairs["de"] = append(pairs["de"], Pair{c[2] + " " + x[2], en})
			}
		}
	}
	return pairs, list
}

func TestLearn(t *testing.T) {
	pairs, list := tools()
	ts, err := translation.Parse(translation.Append(nil, Learn(pairs, list)))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ mention, want string }{
		{"martillo de color rojo", "hammer red"}, {"roter Hammer", "red hammer"}, {"metro de color viejo", "meter old"},
		{"langer Schraubendreher", "long screwdriver"}, {"Ringfinger", "ring finger"}, {"alter Meter", "old meter"},
	} {
		words := translation.Likeliest(ts.Meaning(names.AppendForm(nil, x.mention), ""))
		if got := strings.Join(words, " "); got != x.want {
			t.Errorf("%s: %q, want %q", x.mention, got, x.want)
		}
	}
}

// TestTakeApart finds compounds whose parts stand in others.
func TestTakeApart(t *testing.T) {
	pairs := []Pair{
		{"Trübung", "opacity"}, {"Narbe", "scar"}, {"Bruch", "fracture"}, {"Hornhauttrübung", "corneal opacity"}, {"Linsentrübung", "lens opacity"},
		{"Rippenbruch", "rib fracture"}, {"Wirbelbruch", "vertebral fracture"}, {"alte Narbe", "old scar"}, {"alter Bruch", "old fracture"},
	}
	var list []string
	for _, p := range pairs {
		list = append(list, p.To)
	}
	ts, err := translation.Parse(translation.Append(nil, Learn(map[string][]Pair{"de": pairs}, list)))
	if err != nil {
		t.Fatal(err)
	}
	for mention, want := range map[string]string{"Hornhautnarbe": "corneal scar", "Linsenbruch": "lens fracture"} {
		words := translation.Likeliest(ts.Meaning(names.AppendForm(nil, mention), "de"))
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s: %q, want %q", mention, got, want)
		}
	}
}

// TestLend takes over what leads to words of another list, and leaves what that knows itself.
func TestLend(t *testing.T) {
	pairs, list := tools()
	to := Learn(map[string][]Pair{"es": {{"clavo", "nail"}}}, []string{"old nail", "hammer"})
	Lend(to, Learn(pairs, list))
	ts, err := translation.Parse(translation.Append(nil, to))
	if err != nil {
		t.Fatal(err)
	}
	if len(ts.Languages) != 2 || ts.Languages[0].Tag != "de" {
		t.Fatalf("%+v", ts.Languages)
	}
	for mention, want := range map[string]string{"martillo viejo": "hammer old", "alter Nagel": "old nail", "Schraubendreher": "schraubendreher"} {
		words := translation.Likeliest(ts.Meaning(names.AppendForm(nil, mention), map[bool]string{true: "es", false: "de"}[strings.Contains(mention, "viejo")]))
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s: %q, want %q", mention, got, want)
		}
	}
}
