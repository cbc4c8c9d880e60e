package sentence

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/f32"
)

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                        nil,
		"A man, 3 dogs.":          {"a", "man", "3", "dogs"},
		"It's naïve – ÉCOLE":      {"it", "'s", "naïve", "école"},
		"fire-fighter (UK)":       {"fire", "fighter", "uk"},
		"\"Moscow's\" \x00 tail'": {"moscow", "'s", "tail", "'"},
	} {
		if got := Words(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestReadPairs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pairs.tsv")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("1.5\tone\ttwo words\n0\tx\ty\n")
	got, err := ReadPairs(path)
	if want := []Pair{{1.5, "one", "two words"}, {0, "x", "y"}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	for text, want := range map[string]string{
		"":                         "no pairs",
		"1\ta\tb\n2\ta\n":          ":2: 2 fields, want 3",
		"1\ta\tb\n\n":              ":2: 1 fields",
		"1\ta\tb\thigh\n":          ":1: 4 fields",
		"x\ta\tb\n":                `:1: score "x" is not a number`,
		"NaN\ta\tb\n":              `:1: score "NaN" is not a number`,
		"1\ta\tb\n1e999\ta\tb\n":   `:2: score "1e999" is not a number`,
		strings.Repeat("x", 2<<20): ":1: the line is longer",
	} {
		write(text)
		if _, err := ReadPairs(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
	if _, err := ReadPairs(path + "none"); !os.IsNotExist(err) {
		t.Errorf("no file: %v", err)
	}
}

func all(string) bool { return true }

func TestReadWords(t *testing.T) {
	const file = `{"precision": 8, "dimensions": 2, "words": ["a", ["b", {"c": 1}]], "vectors": {"a": [1, -2.5, 9, 0], "b": [3, 4]}, "unknown": [0, 0]}`
	v, err := ReadWords(strings.NewReader(file), "w.json", func(w string) bool { return w == "a" })
	if err != nil || v.Dim != 2 || len(v.Word) != 1 || !slices.Equal(v.Word["a"], []float32{1, -2.5}) {
		t.Errorf("%+v, %v", v, err)
	}
	for text, want := range map[string]string{
		"":                                 "unexpected EOF",
		"[1]":                              "want an object",
		`{"dimensions": 2}`:                `no member "vectors"`,
		`{"vectors": {}}`:                  "vectors come before dimensions",
		`{"dimensions": 0, "vectors": {}}`: "dimensions 0, want 1",
		`{"dimensions": 99999}`:            "dimensions 99999",
		`{"dimensions": "2"}`:              "dimensions 0",
		`{"dimensions": 2, "vectors": 3}`:  "want an object",
		`{"dimensions": 2, "vectors": {"a": [1]}}`:       `"a" has 1 numbers, want 2`,
		`{"dimensions": 2, "vectors": {"a": "x"}}`:       `"a": `,
		`{"dimensions": 2, "vectors": {"a": [1e99, 1]}}`: `"a": `,
		file[:70]:           "unexpected EOF",
		file[:len(file)-30]: "unexpected EOF",
	} {
		if _, err := ReadWords(strings.NewReader(text), "w.json", all); err == nil || !strings.HasPrefix(err.Error(), "w.json: word vectors, byte ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestPooling compares vectors with those worked out by hand.
func TestPooling(t *testing.T) {
	words := &Vectors{Dim: 2, Word: map[string][]float32{"a": {1, 0}, "b": {0, 1}}}
	train := []string{"a a a b", "b unknown"}
	near := func(name string, got []float32, x, y float64) {
		t.Helper()
		norm := math.Hypot(x, y)
		if math.Abs(float64(got[0])-x/norm) > 1e-6 || math.Abs(float64(got[1])-y/norm) > 1e-6 {
			t.Errorf("%s: %v, want the direction of %v, %v", name, got, x, y)
		}
	}
	for _, c := range []struct {
		p    Pooling
		x, y float64
	}{
		{Pooling{Name: "mean"}, 2. / 3, 1. / 3},
		// the training sentences are (3/4, 1/4) and (0, 1)
		{Pooling{Name: "centred", Centred: true}, 2./3 - 3./8, 1./3 - 5./8},
		{Pooling{Name: "SIF", SIF: true}, 2 * sifA / (sifA + 0.5), sifA / (sifA + 2./6)},
	} {
		l, err := NewPooler(c.p, words, train)
		if err != nil {
			t.Fatal(err)
		}
		v := l.Vectors([]string{"A b, a!", ""})
		near(c.p.Name, v.Row(0), c.x, c.y)
		if square := f32.Dot(v.Row(1), v.Row(1)); math.Abs(float64(square)-1) > 1e-6 {
			t.Errorf("%s: the vector of nothing is %v", c.p.Name, v.Row(1))
		}
	}
}

// TestWhitening: with 1/2 the directions of the training sentences are as strong as
// each other, and without it they are not.
func TestWhitening(t *testing.T) {
	train, _, words := Small(200, 8, 1)
	for _, v := range words.Word {
		v[0] *= 5
	}
	for _, c := range []struct{ power, least, most float64 }{{0, 0.05, 0.45}, {0.25, 0.5, 0.75}, {0.5, 0.85, 1.2}} {
		l, err := NewPooler(Pooling{Centred: true, Whitening: c.power}, words, Sentences(train))
		if err != nil {
			t.Fatal(err)
		}
		var square [8]float64
		v := l.Vectors(Sentences(train))
		for i := range v.Len() {
			for j, x := range v.Row(i) {
				square[j] += float64(x) * float64(x)
			}
		}
		if r := math.Sqrt(square[1] / square[0]); r < c.least || r > c.most {
			t.Errorf("whitened by %v: the second dimension is %v times as strong as the first, want %v to %v", c.power, r, c.least, c.most)
		}
	}
	if _, err := NewPooler(Pooling{Whitening: 0.5}, words, []string{"word1"}); err == nil || !strings.Contains(err.Error(), "1 training sentences: too few") {
		t.Errorf("one sentence: %v", err)
	}
}

// TestSmall: the made-up scores are those of the words in common.
func TestSmall(t *testing.T) {
	train, test, words := Small(20, 4, 3)
	again, _, _ := Small(20, 4, 3)
	if !slices.Equal(train, again) || slices.Equal(train, test) || words.Dim != 4 {
		t.Error("want the same of the same seed, and other pairs to test on")
	}
	for _, p := range train {
		a, b := Words(p.A), Words(p.B)
		common := 0
		for i := range a {
			if a[i] == b[i] {
				common++
			}
		}
		if float64(common) < p.Score*float64(len(a))-1e-9 {
			t.Errorf("%+v: %d words in common", p, common)
		}
	}
}
