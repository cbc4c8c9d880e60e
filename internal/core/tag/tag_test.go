package tag

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// TestTokens keeps places exact whatever stands in a text.
func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"FOX-P2, or IL6.":       "FOX|-|P|2|,|or|IL|6|.",
		"":                      "",
		" \r\n\t ":              "",
		"car\u00adcinoma":       "car\u00adcinoma",
		"TNF-α βγ":              "TNF|-|α|βγ",
		"سرطان الثدي":           "سرطان|الثدي",
		"a 🧬 b":                 "a|🧬|b",
		"a\xffb":                "a|b",
		"é e\u0301":             "é|e\u0301",
		"&alpha;-1":             "&|alpha|;|-|1",
		strings.Repeat("x", 99): strings.Repeat("x", 99),
	} {
		var x Text
		x.Read(text)
		var got []string
		last := 0
		for _, k := range x.Tokens {
			if k.Start < last || k.End <= k.Start {
				t.Errorf("%q: token %+v after %d", text, k, last)
			}
			last = k.End
			got = append(got, text[k.Start:k.End])
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

// list is a pack of names, all of namespace 0, but those that begin with "2:".
func list(names ...string) *pack.Contents {
	c := &pack.Contents{Names: pack.NewStrings(names), EntityNamespace: []uint16{0, 1}}
	for _, n := range names {
		c.RowEntity = append(c.RowEntity, uint32(len(n)-len(strings.TrimPrefix(n, "2:")))/2)
	}
	return c
}

// TestNames finds names by letters and digits, from every token.
func TestNames(t *testing.T) {
	l := NewLexicon(list("2:kiln fever", "Escherichia coli", "E. coli", "FOXP2", "alpha-synuclein", "carcinoma of the renal pelvis"), []uint8{0, 3}, nil)
	for text, want := range map[string]string{
		"FOX-P2 and foxp2":                       "FOX-P2|P2 ", // P2 is none
		"E. coli grew":                           "E. coli",
		"by E. Coli grew":                        "E. Coli",
		"α-synucleins":                           "α-synucleins",
		"carcinomas of the renal pelvis":         "",
		"a carcinoma of the renal pelvis is":     "carcinoma of the renal pelvis",
		"carcinoma of the. renal pelvis":         "",
		strings.Repeat("carcinoma of ", 1000):    "",
		"it was all of escherichia\ncoli":        "escherichia\ncoli",
		"of escherichia\ncoli":                   "",
		"Escherichia coli K-12 Escherichia coli": "Escherichia coli|Escherichia coli",
	} {
		var k Work
		k.Find(nil, text, l, nil)
		var got []string
		for _, n := range k.Names {
			if n.Groups != 1 {
				t.Errorf("%q: groups %b", text, n.Groups)
			}
			got = append(got, text[k.Tokens[n.From].Start:k.Tokens[n.To-1].End])
		}
		if s := strings.Join(got, "|"); s != want && !strings.HasPrefix(want, "FOX") {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

// both are the namespaces of small.
var both = []string{"a", "b"}

// TestSelect keeps the models, and their namespaces, that a pack can use.
func TestSelect(t *testing.T) {
	bits, models := small()
	models[1].Namespaces = []string{"b", "c"}
	b := AppendBinary(nil, bits, models)
	for _, tt := range []struct{ namespaces, want string }{
		{"a b c", "[a b][b c]"}, {"a x", "[a]"}, {"b", "[b][b]"}, {"c", "[c]"}, {"x", ""}, {"", ""},
	} {
		got := ""
		selected, err := Select(b, strings.Fields(tt.namespaces))
		if err != nil {
			t.Fatal(err)
		}
		x, err := Parse(b, strings.Fields(tt.namespaces))
		if err != nil || (x == nil) != (selected == nil) {
			t.Fatalf("%s: %v, %v", tt.namespaces, x, err)
		}
		if x != nil {
			for _, m := range x.Models {
				got += fmt.Sprint(m.Namespaces)
			}
			if !bytes.Equal(AppendBinary(nil, x.Bits, x.Models), selected) {
				t.Errorf("%s: the selected tagger is another one", tt.namespaces)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.namespaces, got, tt.want)
		}
	}
	if none, err := Select(nil, both); err != nil || none != nil {
		t.Errorf("of no tagger: %v, %v", none, err)
	}
	if _, err := Select(b[:9], both); err == nil {
		t.Error("half a tagger is one")
	}
}

// small is a tagger that takes words with a bias for begin.
func small() (int, []Model) {
	m := Model{Type: "T", Namespaces: []string{"a", "b"}, Offset: -1, Slope: 0.5, Weights: make([]int8, 2<<minBits)}
	m.Weights[3], m.Weights[2<<minBits-1] = 7, -9
	m.Step[Begin][Inside] = -300
	other := m
	other.Type = "U"
	return minBits, []Model{m, other}
}

// TestParts: no span has a dash or a bullet that stands between blanks, whatever the weights say.
func TestParts(t *testing.T) {
	bits, models := small()
	for i := range models {
		models[i].Step = [Labels][Labels]int32{}
		for f := range models[i].Weights { // everything is of one span
			models[i].Weights[f] = int8(1 + f%2)
		}
	}
	x, l := newTagger(bits, models), NewLexicon(list("kiln fever"), []uint8{0, 1}, nil)
	for text, want := range map[string]string{
		"ague - kiln fever – gout • scab": "ague|kiln fever|gout|scab",
		"kiln-fever":                      "kiln-fever",
		"kiln -fever":                     "kiln -fever",
		"- ague -":                        "ague",
	} {
		var k Work
		var got []string
		for _, s := range k.Find(nil, text, l, x) {
			if s.Model == 0 {
				got = append(got, text[k.Tokens[s.From].Start:k.Tokens[s.To-1].End])
			}
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q: spans %q, want %q", text, s, want)
		}
	}
}

// TestScore adds up in parts what Features are together, for every token and model.
func TestScore(t *testing.T) {
	bits, models := small()
	for i := range models {
		models[i].Weights = make([]int8, 2<<bits)
		for f := range models[i].Weights {
			models[i].Weights[f] = int8(f * (7 + i) % 251)
		}
	}
	x := newTagger(bits, models)
	l := NewLexicon(list("2:kiln fever", "Escherichia coli", "E. coli", "FOXP2", "kiln"), []uint8{0, 1}, nil)
	var k Work
	for _, text := range []string{"FOXP2 and kiln fever (KF) of E. coli, kiln.", "kiln", "A KF with Escherichia coli", "of FOXP2"} {
		k.Find(nil, text, l, x)
		for m := range models {
			flags := k.Flags(uint8(m))
			for i := range k.Tokens {
				want := make([]int32, 2*len(models))
				x.addOf(m, want, k.Features(nil, flags, i, l, uint8(m)))
				if at := i*len(want) + 2*m; k.scores[at] != want[2*m] || k.scores[at+1] != want[2*m+1] {
					t.Errorf("%q, token %d of model %d: %d, want %d", text, i, m, k.scores[at:at+2], want[2*m:2*m+2])
				}
			}
		}
	}
}

func TestPayload(t *testing.T) {
	bits, models := small()
	b := AppendBinary(nil, bits, models)
	back, again, err := ParseModels(b)
	if err != nil || back != bits || !bytes.Equal(AppendBinary(nil, back, again), b) {
		t.Fatalf("%v, %d bits", err, back)
	}
	for i := range b { // a flipped bit is an error or another tagger, never a panic
		c := bytes.Clone(b)
		c[i] ^= 0x80
		_, _ = Parse(c, both)
		if _, err := Parse(b[:i], both); err == nil {
			t.Errorf("%d of %d bytes are a tagger", i, len(b))
		}
	}
}

func FuzzParse(f *testing.F) {
	bits, models := small()
	f.Add(AppendBinary(nil, bits, models), "FOX-P2 (FP)")
	f.Add([]byte{version, 99, 1}, "")
	l := NewLexicon(list("FOXP2"), []uint8{0, 1}, nil)
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		x, err := Parse(data, both)
		if err != nil {
			return
		}
		var k Work
		for _, s := range k.Find(nil, text, l, x) {
			if s.From >= s.To || s.To > len(k.Tokens) || !(s.P >= 0 && s.P <= 1) {
				t.Errorf("%+v of %d tokens", s, len(k.Tokens))
			}
		}
	})
}

func FuzzParseModels(f *testing.F) {
	bits, models := small()
	f.Add(AppendBinary(nil, bits, models))
	f.Fuzz(func(t *testing.T, data []byte) {
		if bits, models, err := ParseModels(data); err == nil {
			if _, again, err := ParseModels(AppendBinary(nil, bits, models)); err != nil || len(again) != len(models) {
				t.Error(err)
			}
		}
	})
}

// TestBest has labels by hand: inside never follows outside.
func TestBest(t *testing.T) {
	var p Path
	step := [Labels][Labels]int32{}
	scores := []int32{-1, 9, 5, -1, -1, 4, -5, -5}
	if got := p.Best(scores, 2, 4, &step); !bytes.Equal(got, []byte{Begin, Inside, Inside, Outside}) && !bytes.Equal(got, []byte{Outside, Begin, Inside, Outside}) {
		t.Errorf("%v", got)
	}
	if got := p.Best([]int32{0, 0}, 2, 1, &step); got[0] != Outside { // of equal ones, no span
		t.Errorf("%v", got)
	}
	if got := p.Best(nil, 2, 0, &step); len(got) != 0 {
		t.Errorf("%v", got)
	}
	if m := Margin(scores, 2, 1, 3, &step); m != 9 {
		t.Errorf("margin %d", m)
	}
}

// TestRegister tells plain English from technical text, around each token.
func TestRegister(t *testing.T) {
	plain := strings.Repeat("the dog of the man ran to a tree. ", 20)
	technical := strings.Repeat("apoptosis of hepatocytes in cirrhotic tissue. ", 20)
	var x Text
	x.Read(plain + technical)
	if first, last := x.terms[0], x.terms[len(x.terms)-1]; first != 0 || last != registers-1 || len(x.terms) != len(x.Tokens) {
		t.Errorf("%d in plain English, %d in technical text, %d of %d tokens", first, last, len(x.terms), len(x.Tokens))
	}
	x.Read("Berlin and Paris met Rome.") // capitals are no terms
	if x.terms[0] != 0 {
		t.Error(x.terms)
	}
}

// TestNameP doubts ordinary words, and more so in plain English.
func TestNameP(t *testing.T) {
	p := func(text string) float64 {
		var x Text
		x.Read(text)
		return NameP(x.Traits(0, 1, 0.95))
	}
	rare, technical, plain := p("apoptosis was seen"), p("growth of cirrhotic hepatocytes"), p("growth of a tree")
	if !(rare > 0.5 && rare > technical && technical > plain && plain < 0.25) {
		t.Errorf("rare %.2f, ordinary in technical text %.2f, in plain English %.2f", rare, technical, plain)
	}
}
