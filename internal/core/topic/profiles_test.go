package topic

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

// table knows some words; the codes of "kinase" and "acid" are each other's
// complements.
func table(bits int) *Table {
	t := &Table{Bits: bits, Weight: 1.5}
	codes := map[uint32][]uint64{
		hash("kinase"):  {0xff00ff00ff00ff00, 1},
		hash("acid"):    {^uint64(0xff00ff00ff00ff00), ^uint64(1)},
		hash("mitosis"): {0x123456789abcdef0, 77},
	}
	for w := range codes {
		t.Words = append(t.Words, w)
	}
	slices.Sort(t.Words)
	for i, w := range t.Words {
		t.Weights = append(t.Weights, uint8(100+i))
		t.Codes = append(t.Codes, codes[w][:bits/64]...)
	}
	return t
}

func hash(word string) uint32 { return AppendWords(nil, word)[0] }

func TestBinary(t *testing.T) {
	for _, bits := range []int{64, 128} {
		want := table(bits)
		data := want.AppendBinary(nil)
		got, err := parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.AppendBinary(nil), data) || !slices.Equal(got.Codes, want.Codes) || got.Weight != want.Weight {
			t.Errorf("%d bits: %+v, want %+v", bits, got, want)
		}
		for n := range data {
			if _, err := parse(data[:n]); err == nil {
				t.Errorf("%d bits: the first %d bytes of %d pass", bits, n, len(data))
			}
		}
	}
}

func TestDamaged(t *testing.T) {
	for _, c := range []struct {
		what, want string
		change     func(t *Table)
		at         int
		value      byte
	}{
		{what: "another version", at: 0, value: 9, want: "newer normlet"},
		{what: "something in the gap", at: 1, value: 1, want: "byte 1"},
		{what: "codes of 65 bits", at: 2, value: 65, want: "65 bits"},
		{what: "too many words", at: 8, value: 100, want: "100 items"},
		{what: "words out of order", change: func(t *Table) { slices.Reverse(t.Words) }, want: "ascending"},
		{what: "a word twice", change: func(t *Table) { t.Words[1] = t.Words[0] }, want: "ascending"},
		{what: "weight NaN", change: func(t *Table) { t.Weight = float32(math.NaN()) }, want: "weight NaN"},
		{what: "weight below 0", change: func(t *Table) { t.Weight = -1 }, want: "weight -1"},
		{what: "infinite weight", change: func(t *Table) { t.Weight = float32(math.Inf(1)) }, want: "weight +Inf"},
	} {
		table := table(64)
		if c.change != nil {
			c.change(table)
		}
		data := table.AppendBinary(nil)
		if c.change == nil {
			data[c.at] = c.value
		}
		if _, err := parse(data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	if _, err := parse(append(table(64).AppendBinary(nil), 0)); err == nil {
		t.Error("a byte too many passes")
	}
}

// TestScore compares contexts with profiles: a word's own code, its complement,
// and the words of both, of which the weightier decides.
func TestScore(t *testing.T) {
	for _, bits := range []int{64, 128} {
		table := table(bits)
		code := func(word string) []uint64 {
			i := slices.Index(table.Words, hash(word))
			return table.Codes[i*bits/64 : (i+1)*bits/64]
		}
		weight := func(word string) uint8 { return table.Weights[slices.Index(table.Words, hash(word))] }
		heavier := "kinase"
		if weight("acid") > weight("kinase") {
			heavier = "acid"
		}
		for _, c := range []struct {
			context string
			profile []uint64
			want    float32
		}{
			{"The kinase.", code("kinase"), 1},
			{"the KINASE, a kinase", code("kinase"), 1},
			{"acid", code("kinase"), -1},
			{"acid kinase", code(heavier), 1},
		} {
			v, ok := table.AppendVector(nil, c.context, "LSD")
			if got := Score(v, c.profile); !ok || len(v) != bits || math.Abs(float64(got-c.want)) > 1e-6 {
				t.Errorf("%d bits, %q: %v, want %v", bits, c.context, got, c.want)
			}
		}
	}
}

// TestContext has contexts of any kind: what is read of them, if anything.
func TestContext(t *testing.T) {
	table := table(64)
	kinase, _ := table.AppendVector(nil, "kinase", "")
	acid, _ := table.AppendVector(nil, "acid", "")
	far := strings.Repeat("far away ", names.MaxBytes)
	for _, c := range []struct {
		what, context, mention string
		want                   []float32
	}{
		{"nothing", "", "LSD", nil},
		{"unknown words", "nothing is known of these", "LSD", nil},
		{"the mention alone", "Kinase", "kinase", nil},
		{"the mention's words", "kinase acid", "acid", kinase},
		{"a mention that is not there", "kinase", "LSD", kinase},
		{"a megabyte, the mention at its start", "LSD kinase " + far + "acid", "LSD", kinase},
		{"a megabyte, the mention at its end", "acid " + far + "kinase LSD", "LSD", kinase},
		{"a megabyte, the mention in the middle", "acid " + far + "kinase LSD " + far + "acid", "LSD", kinase},
		{"a megabyte without the mention", "acid " + far + "kinase", "LSD", acid},
		{"characters of several bytes", "acid" + strings.Repeat("é", names.MaxBytes) + " kinase LSD", "LSD", kinase},
		{"broken UTF-8", "\xff\xfe kinase \xc3", "LSD", kinase},
		{"zero bytes", "\x00\x00", "LSD", nil},
		{"no mention", "kinase", "", kinase},
	} {
		if got, ok := table.AppendVector(nil, c.context, c.mention); !slices.Equal(got, c.want) || ok != (c.want != nil) {
			t.Errorf("%s: %.2v %v, want %.2v", c.what, got, ok, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                          nil,
		" , ; ":                     nil,
		"NAF-1":                     {"naf1", "naf"},
		"the p38 kinases":           {"the", "p38", "kinases"},
		"(mitosis)":                 {"mitosis"},
		"a b 12 345 6c":             {"6c"},
		"cell-cell":                 {"cellcell", "cell"},
		"TNF-alpha/beta, TNF-alpha": {"tnfalpha", "tnf", "alpha", "beta", "tnfalphabeta"},
		"β-catenin":                 {"βcatenin", "catenin", "β"},
	} {
		var hashes []uint32
		for _, w := range want {
			hashes = append(hashes, plain(w))
		}
		slices.Sort(hashes)
		if got := AppendWords(nil, text); !slices.Equal(got, hashes) {
			t.Errorf("%q: %x, want %x of %q", text, got, hashes, want)
		}
	}
}

// plain is FNV-1a of the text form, in the plainest way.
func plain(word string) uint32 {
	h := uint32(2166136261)
	for _, b := range names.AppendForm(nil, word) {
		h = (h ^ uint32(b)) * 16777619
	}
	return h
}

func FuzzParse(f *testing.F) {
	f.Add(table(64).AppendBinary(nil), "LSD is a kinase", "LSD")
	f.Add(table(128).AppendBinary(nil), "acid", "")
	f.Add([]byte{1, 0, 64}, "", "x")
	f.Fuzz(func(t *testing.T, data []byte, context, mention string) {
		table, err := parse(data)
		if err != nil {
			return
		}
		if again := table.AppendBinary(nil); !bytes.Equal(again, data) {
			t.Errorf("%x is written as %x", data, again)
		}
		v, ok := table.AppendVector(nil, context, mention)
		if ok != (len(v) == table.Bits) {
			t.Fatalf("%d numbers, %v", len(v), ok)
		}
		if s := Score(v, make([]uint64, table.Bits/64)); ok && !(math.Abs(float64(s)) <= 1.0001) {
			t.Errorf("score %v", s)
		}
	})
}

// TestRead refuses profiles that the table does not fit, and gives those of entities that have one.
func TestRead(t *testing.T) {
	data := table(64).AppendBinary(nil)
	for bits, want := range map[int]string{0: "section PROF", 128: "codes of 64 bits for profiles of 128"} {
		if _, err := Read(data, bits, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("profiles of %d bits: %v, want %q", bits, err, want)
		}
	}
	topics, err := Read(data, 64, []uint64{5, 0, 7})
	if err != nil {
		t.Fatal(err)
	}
	for entity, want := range []uint64{5, 0, 7} {
		if p := topics.Profile(entity); (p == nil) != (want == 0) || p != nil && (len(p) != 1 || p[0] != want) {
			t.Errorf("profile %d: %v, want %d", entity, p, want)
		}
	}
}
