package score

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

// TestContrast requires of mentions and names what sets them apart.
func TestContrast(t *testing.T) {
	l := even(t) // every word weighs 1
	c := Contrast{Lexicon: l, Senses: new(Calibration)}
	for _, tt := range []struct {
		mention, name string
		want          map[int]float32
	}{
		{"renal failure", "Renal failure", map[int]float32{inputLacks: 0, inputHas: 0, InputEdits: 0, inputSmall: 1, inputSymbol: 0, inputSame: 0, inputWords: 2}},
		{"renal failure type 3", "renal failure type 2", map[int]float32{inputLacks: 1, inputLacksTells: 1, inputHas: 1, inputHasTells: 1, InputEdits: 1}},
		{"chronic renal failure", "renal failure", map[int]float32{inputLacks: 1, inputLacksTells: names.UnlistedTells, inputHas: 0, inputNameWords: 2}},
		{"river failure", "renal failure", map[int]float32{inputLacks: 1, inputLacksTells: names.UnlistedTells, inputLacksOrdinary: float32(names.Ordinary(names.HashWord("river")))}},
		{"waiter", "WATER", map[int]float32{InputEdits: 1, inputEditsShare: 1. / 6, inputLetters: 6, inputSmall: 1, inputSymbol: 1, inputCapitals: 0}},
		{"pnuemonia", "pneumonia", map[int]float32{InputEdits: 1}}, // two letters change places
		{"Leonard", "Leopard", map[int]float32{inputOrdinary: 1, inputLacksOrdinary: 1, InputEdits: 1}},
		{"leonard", "leopard", map[int]float32{inputOrdinary: 0, InputEdits: 1}}, // a name has a capital
		{"Bax", "BAX", map[int]float32{inputCase: 2. / 3, InputEdits: 0}},
		{"FOX-P2", "FOXP2", map[int]float32{inputCase: 0, inputLacks: 0, inputHas: 0, inputLacksTells: 0}},
		{"b2x", "BAX", map[int]float32{inputCase: 0}}, // other letters
		{"ACHE", "ACHE", map[int]float32{inputCapitals: 1, inputSymbol: 1, inputSame: 1, inputSmall: 0}},
		{"", "x", map[int]float32{inputWords: 0, InputEdits: 1, inputLeastOrdinary: names.MostOrdinary}},
	} {
		var x Inputs
		c.Add(&x, tt.mention, tt.name)
		for i, want := range tt.want {
			if !near(x[i], want) {
				t.Errorf("%q and %q: input %d is %v, want %v", tt.mention, tt.name, i, x[i], want)
			}
		}
	}
	var word, rare Inputs
	c.Add(&word, "the rest", "x")
	c.Add(&rare, "phenytoin", "x")
	c.Senses = &Calibration{Commonness: []NameCommonness{{CommonnessKey("mri", ""), 255}}}
	var absent Inputs
	if c.Add(&absent, "MRI", "MRIP"); absent[inputElsewhere] != 1 || word[inputElsewhere] != 0 {
		t.Errorf("a mention that texts use for something else has %v, one without known uses %v", absent[inputElsewhere], word[inputElsewhere])
	}
	if word[inputOrdinary] != names.MostOrdinary || rare[inputOrdinary] != 0 {
		t.Errorf("an ordinary word has %v, another %v", word[inputOrdinary], rare[inputOrdinary])
	}
}

// TestEdits compares edits with the recursion that defines them.
func TestEdits(t *testing.T) {
	var all []string
	for n := range 3 * 3 * 3 * 3 * 3 {
		for size := range 6 {
			s := ""
			for i, rest := 0, n; i < size; i, rest = i+1, rest/3 {
				s += string("abc"[rest%3])
			}
			all = append(all, s)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	known := map[[2]string]int{}
	var edits func(a, b string) int
	edits = func(a, b string) int {
		if a == "" || b == "" {
			return len(a) + len(b)
		}
		n, ok := known[[2]string{a, b}]
		if ok {
			return n
		}
		n = min(edits(a[1:], b), edits(a, b[1:]), edits(a[1:], b[1:])) + 1
		if a[0] == b[0] {
			n = min(n, edits(a[1:], b[1:]))
		}
		if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
			n = min(n, edits(a[2:], b[2:])+1)
		}
		known[[2]string{a, b}] = n
		return n
	}
	var c Contrast
	for _, a := range all {
		for _, b := range all {
			if got := c.edits([]byte(a), []byte(b)); got != edits(a, b) {
				t.Fatalf("%d edits turn %q into %q, want %d", got, a, b, edits(a, b))
			}
		}
	}
}

// TestContrastBounded requires long texts to take no memory of their own once read, and to be finite.
func TestContrastBounded(t *testing.T) {
	long := make([]byte, 4096)
	for i := range long {
		long[i] = "ab c1-"[i%6]
	}
	c := Contrast{Lexicon: even(t), Senses: new(Calibration)}
	var x Inputs
	c.Add(&x, string(long), string(long[1:]))
	for i, v := range x {
		if v-v != 0 {
			t.Errorf("input %d is %v", i, v)
		}
	}
	if n := testing.AllocsPerRun(10, func() { c.Add(&x, "renal failure", "kidney failure") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
