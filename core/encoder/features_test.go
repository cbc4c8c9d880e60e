package encoder

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

const testRows = 1 << 16

func features(text string, rows int) []uint32 {
	f, _ := AppendFeatures(nil, []byte(names.Form(text)), rows, nil)
	return f
}

// TestFeaturesByStructure requires the tokens of a text, then every gram of its
// marked compact form, then that form as a whole.
func TestFeaturesByStructure(t *testing.T) {
	for _, c := range []struct {
		text   string
		tokens []string
		marked string
	}{
		{"", nil, "^$"},
		{"---", []string{"-", "-", "-"}, "^$"},
		{"x", []string{"x"}, "^x$"},
		{"FOX-P2", []string{"fox", "-", "p", "2"}, "^foxp2$"},
		{"foxp2", []string{"foxp", "2"}, "^foxp2$"},
		{"H. influenzae b", []string{"h", ".", "influenzae", "b"}, "^hinfluenzaeb$"},
		{"IL-2Rα", []string{"il", "-", "2", "ralpha"}, "^il2ralpha$"},
		{"12 34", []string{"12", "34"}, "^1234$"},
		{"a🧬b", []string{"a", "🧬", "b"}, "^ab$"},
		{"胰岛素3", []string{"胰岛素", "3"}, "^胰岛素3$"},
	} {
		var want []uint32
		for _, token := range c.tokens {
			want = append(want, row(hashBytes(classToken, []byte(token)), testRows))
		}
		for i, class := range []uint32{classGram2, classGram3, classGram4} {
			for at := 0; at+i+2 <= len(c.marked); at++ {
				want = append(want, row(hashBytes(class, []byte(c.marked[at:at+i+2])), testRows))
			}
		}
		want = append(want, row(hashBytes(classWhole, []byte(c.marked)), testRows))
		if got := features(c.text, testRows); !slices.Equal(got, want) {
			t.Errorf("%q: %d features %v, want %d %v", c.text, len(got), got, len(want), want)
		}
	}
}

// TestFeaturesOfVariants requires names of one normalized form to differ in
// their tokens only.
func TestFeaturesOfVariants(t *testing.T) {
	a, b := features("FOX-P2", testRows), features("foxp2", testRows)
	if a, b := a[4:], b[2:]; !slices.Equal(a, b) { // four tokens, two tokens
		t.Errorf("features beside the tokens differ: %v, %v", a, b)
	}
	if len(a) != 4+6+5+4+1 { // "^foxp2$": 6, 5 and 4 grams of 2, 3 and 4
		t.Errorf("%d features", len(a))
	}
}

func TestFeaturesFitTheTable(t *testing.T) {
	long := make([]byte, names.MaxBytes)
	for i := range long {
		long[i] = "abcdefgh-1"[i*i%10]
	}
	for _, text := range []string{"", "FOX-P2", "胰岛素", string(long)} {
		for _, rows := range []int{1, 2, 1000, maxRows} {
			fs := features(text, rows)
			if len(fs) == 0 || len(fs) > maxFeatures {
				t.Errorf("%.20q: %d features", text, len(fs))
			}
			if top := slices.Max(fs); int(top) >= rows {
				t.Errorf("%.20q: row %d of a table of %d", text, top, rows)
			}
		}
	}
	if got := len(features(string(long), testRows)); got != maxFeatures {
		t.Errorf("the longest text has %d features, want the limit, %d", got, maxFeatures)
	}
}

// TestFeaturesAppend requires what stands before to stay, and scratch to be free.
func TestFeaturesAppend(t *testing.T) {
	alone := features("FOX-P2", testRows)
	got, scratch := AppendFeatures([]uint32{7}, []byte("fox-p2"), testRows, []byte("leftovers of another call"))
	if got[0] != 7 || !slices.Equal(got[1:], alone) {
		t.Errorf("appended %v, want 7 and %v", got, alone)
	}
	if string(scratch) != "^foxp2$" {
		t.Errorf("scratch is %q", scratch)
	}
}

// TestRowsSpread requires the hash to use the whole table evenly.
func TestRowsSpread(t *testing.T) {
	const rows = 64
	var counts [rows]int
	for a := range 256 {
		for b := range 256 {
			counts[row(hashBytes(classGram2, []byte{byte(a), byte(b)}), rows)]++
		}
	}
	for r, n := range counts { // 1024 are expected, with a deviation of 32
		if n < 1024-200 || n > 1024+200 {
			t.Errorf("row %d has %d of 65536 grams", r, n)
		}
	}
}
