package annotate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/core/tag"
)

func reading(text string) *work {
	w := new(work)
	w.Read(text)
	return w
}

// TestRepeat adds the other places of what is certain or what more has, without overlaps.
func TestRepeat(t *testing.T) {
	const text = "Xq fever then Xq fever, Xq fever and Xq" // 0 Xq, 1 fever, 2 then, 3 Xq, 4 fever, 5 comma, 6 Xq, 7 fever, 8 and, 9 Xq
	for _, tt := range []struct {
		name              string
		found, more, want []candidate
	}{
		{"certain", []candidate{{0, 2, 1, 0.8}}, nil, []candidate{{3, 5, 1, 0.8}, {6, 8, 1, 0.8}}},
		{"just certain", []candidate{{3, 5, 1, 0.75}}, nil, []candidate{{0, 2, 1, 0.75}, {6, 8, 1, 0.75}}},
		{"uncertain", []candidate{{0, 2, 1, 0.74}}, nil, nil},
		{"taken", []candidate{{0, 2, 1, 0.8}, {4, 5, 2, 0.3}}, nil, []candidate{{6, 8, 1, 0.8}}},
		{"ordinary", []candidate{{1, 2, 1, 1}}, nil, nil},
		{"more", nil, []candidate{{9, 10, 2, 0.1}}, []candidate{{0, 1, 2, 0.1}, {3, 4, 2, 0.1}, {6, 7, 2, 0.1}, {9, 10, 2, 0.1}}},
		{"the first of several", []candidate{{0, 2, 1, 0.8}}, []candidate{{9, 10, 2, 0.1}}, []candidate{{3, 4, 2, 0.1}, {6, 7, 2, 0.1}, {9, 10, 2, 0.1}}},
		{"the longer one first", nil, []candidate{{0, 2, 1, 0.8}, {9, 10, 2, 0.1}}, []candidate{{0, 2, 1, 0.8}, {3, 5, 1, 0.8}, {6, 8, 1, 0.8}, {9, 10, 2, 0.1}}},
	} {
		w := reading(text)
		w.candidates = slices.Clone(tt.found)
		w.repeat(tt.more)
		if got := w.candidates[len(tt.found):]; !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestRepeatBound looks for few of the candidates that begin with one word.
func TestRepeatBound(t *testing.T) {
	const n = 32 + 5
	var text strings.Builder
	var found []candidate
	for i := range 2 * n {
		fmt.Fprintf(&text, "Xq%d, ", i%n)
		if i < n {
			found = append(found, candidate{3 * i, 3*i + 2, 0, 1})
		}
	}
	w := reading(text.String())
	w.candidates = found
	if w.repeat(nil); len(w.candidates) != n+32 {
		t.Errorf("%d candidates, want %d", len(w.candidates), n+32)
	}
}

// TestAbbreviated has the type of what an abbreviation stands for.
func TestAbbreviated(t *testing.T) {
	const text = "hepatocellular carcinoma (HCC)"
	for _, tt := range []struct {
		name, text  string
		found, want []candidate
	}{
		{"the likeliest", text, []candidate{{1, 2, 2, 0.5}, {0, 2, 1, 0.9}, {1, 2, 3, 0.9}}, []candidate{{3, 4, 1, 0.9}}},
		{"ends elsewhere", text, []candidate{{0, 1, 1, 0.9}}, nil},
		{"nothing is defined", "hepatocellular carcinoma and HCC", []candidate{{0, 2, 1, 0.9}}, nil},
	} {
		w := reading(tt.text)
		w.candidates, w.defined = tt.found, abbreviation.Definitions(tt.text)
		if got := w.abbreviated(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestAddNames adds the longest names of no model, from left to right, and no numbers.
func TestAddNames(t *testing.T) {
	const rest = 1 << tag.Untagged
	for _, tt := range []struct {
		name  string
		named []tag.Name
		want  []candidate
	}{
		{"the longest", []tag.Name{{From: 0, To: 1, Groups: rest}, {From: 0, To: 2, Groups: rest}, {From: 0, To: 3, Groups: 1}, {From: 1, To: 2, Groups: rest}}, []candidate{{0, 2, tag.Untagged, byName}}},
		{"of a model first", []tag.Name{{From: 0, To: 1, Groups: 1}, {From: 0, To: 2, Groups: rest | 1}}, []candidate{{0, 2, tag.Untagged, byName}}},
		{"side by side", []tag.Name{{From: 0, To: 2, Groups: rest}, {From: 2, To: 3, Groups: rest}}, []candidate{{0, 2, tag.Untagged, byName}, {2, 3, tag.Untagged, byName}}},
		{"of models", []tag.Name{{From: 0, To: 2, Groups: 1}, {From: 2, To: 3, Groups: 1 << (tag.Untagged - 1)}}, nil},
		{"an entry", []tag.Name{{From: 0, To: 2, Groups: 1}, {From: 0, To: 5, Groups: 1<<1 | 1<<3}}, []candidate{{0, 5, 1, byName}, {0, 5, 3, byName}}},
		{"a number", []tag.Name{{From: 3, To: 4, Groups: rest}}, nil},
		{"begins with a number", []tag.Name{{From: 3, To: 5, Groups: rest}}, []candidate{{3, 5, tag.Untagged, byName}}},
	} {
		w := reading("kiln fever gout 7 scab")
		w.Names = tt.named
		if w.addNames(); !slices.Equal(w.candidates, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, w.candidates, tt.want)
		}
	}
}

// TestFindLong has a tagger that takes all of a text for one span: what is too long is none. Candidates are by group and
// place, longer ones first.
func TestFindLong(t *testing.T) {
	m := tag.Model{Namespaces: []string{"a"}, Weights: make([]int8, 2<<8)}
	for i := range m.Weights {
		m.Weights[i] = int8(1 + i%2)
	}
	other := m
	other.Type = "other"
	tagger, err := tag.Parse(tag.AppendBinary(nil, 8, []tag.Model{m, other}), []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	list := &pack.Contents{Names: pack.NewStrings([]string{"zinc"}), RowEntity: []uint32{0}, EntityNamespace: []uint16{0}}
	a := &Annotator{tagger: tagger, lexicon: tag.NewLexicon(list, []uint8{tag.Untagged}, nil)}
	for size, want := range map[int]int{255: 2, 256: 2, 257: 0} {
		var w work
		if w.find(strings.Repeat("a ", size/2-2)+strings.Repeat("b", size-2*(size/2-2)), a); len(w.candidates) != want {
			t.Errorf("%d bytes: %d candidates", size, len(w.candidates))
		}
	}
	var w work
	w.find("zinc of gout - zinc", a)
	want := []candidate{{0, 3, 0, 0}, {4, 5, 0, 0}, {0, 3, 1, 0}, {4, 5, 1, 0}, {0, 1, tag.Untagged, byName}, {4, 5, tag.Untagged, byName}}
	for i := range w.candidates {
		w.candidates[i].p = 0
	}
	if !slices.Equal(w.candidates, want) || !slices.Equal(w.of(1), want[2:4]) || len(w.of(2)) != 0 || len(w.of(tag.Untagged)) != 2 {
		t.Errorf("%v", w.candidates)
	}
}

// TestWindows gives a candidate all of a short text and its steps of a long one, with what the text defines elsewhere.
func TestWindows(t *testing.T) {
	const defined, side = "hepatocellular carcinoma (HCC) ", 4096 + 1024 // a word begins where the second step does
	long := defined + strings.Repeat("of ", 8192) + "HCC"
	for _, tt := range []struct {
		name, text string
		at         int // byte of the candidate
		want       string
	}{
		{"whole", long[:8192], 0, long[:8192]},
		{"the first step", long[:8192+1], 0, long[:side]},
		{"its end", long, 4096 - 3, long[:side]},
		{"the second step", long, 4096, long[4096-1024 : 4096+side]},
		{"near what defines it", long, strings.Index(long, "HCC"), long[:side]},
		{"far away", long, len(long) - 3, long[len(long)/4096*4096-1024:] + "\nhepatocellular carcinoma (HCC)\n"},
	} {
		w := reading(tt.text)
		w.defined = abbreviation.Definitions(tt.text)
		i := slices.IndexFunc(w.Tokens, func(x tag.Token) bool { return x.End > tt.at })
		if got := newWindows(w).around(candidate{from: i, to: i + 1}); got != tt.want {
			t.Errorf("%s: %d bytes, %.40q to %q, want %d, %.40q", tt.name, len(got), got, got[len(got)-40:], len(tt.want), tt.want)
		}
	}
	w := reading(long + "; hepatic cell count (HCC)")
	w.defined = abbreviation.Definitions(w.Source)
	if d := newWindows(w).defined["HCC"]; d.Long != "hepatocellular carcinoma" || len(w.defined) != 2 {
		t.Errorf("%q of %d definitions", d.Long, len(w.defined))
	}
}
