package field

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/score"
)

// brands has 7 entities with brands and one without. Of these 7, 3 are of Sony, 1 of Acme Tools and 3 of LG; a word is 8/4
// times likelier of one of 3 and 8/2 times of the only one, as names.CountWords adds 1 to what it counts.
const brands = "A:1\tbrand=Sony\tcity=Lyon\nA:2\tbrand=Acme Tools\tcity=Lyon\tcity=Paris\nA:3\tbrand=Sony\nA:4\tbrand=SONY\n" +
	"A:5\tbrand=LG\nA:6\tbrand=LG\nA:7\tbrand=LG\nZ:9\tbrand=Gone\tcolour=red\n"

func set(t testing.TB, lines string) *Set {
	t.Helper()
	return New(&pack.Contents{IDs: pack.NewStrings([]string{"A:1", "A:2", "A:3", "A:4", "A:5", "A:6", "A:7", "A:8"}), Fields: []byte(lines)})
}

// TestEvidence has what a field says for entities A:1 (Sony), A:2 (Acme Tools) and A:8 (none), as the factor of their odds.
func TestEvidence(t *testing.T) {
	const no = -score.FieldDiffers
	rare := math.Log(4)
	for _, tt := range []struct {
		fields         string
		sony, acme, no float64
	}{
		{"brand=Sony", math.Log(2), no, 0},
		{"brand= sony ", math.Log(2), no, 0},
		{"brand=Sony Inc", math.Log(2), no * 2 / 6, 0},           // Inc is nowhere: 4 of 6 of the weight says nothing
		{"brand=Acme", no, rare, 0},                              // the shorter value is in common
		{"brand=acme-tools", no, rare, 0},                        // other signs
		{"brand=acmetools", 0, 0, 0},                             // a word that the list has nowhere
		{"brand=Acme Sony", math.Log(2), (rare*3 + no*2) / 5, 0}, // all of Sony, most of Acme
		{"brand=LG", no, no, 0},
		{"brand=Nokia", 0, 0, 0}, // nowhere
		{"brand=Gone", 0, 0, 0},  // of an entity that the pack lost
		{"brand=", 0, 0, 0},
		{"brand=-", 0, 0, 0},
		{"brand", 0, 0, 0},
		{"colour=red", 0, 0, 0},
		{"maker=Sony", 0, 0, 0}, // another field
		{"city=Sony", 0, 0, 0},
		{"city=Paris", no, math.Ln2, 0},                                // the best of several values, of which it is one of 3
		{"brand=Sony\tcity=Paris", math.Log(2) + no, no + math.Ln2, 0}, // both count
		{"brand!=Sony", math.Log(2), -ruledOut, 0},                     // a must
		{"brand!=Nokia", -ruledOut, -ruledOut, 0},                      // nowhere, so every brand is another
		{"brand!=Sony Inc", math.Log(2), -ruledOut, 0},
		{"brand!=acmetools", -ruledOut, rare, 0},
		{"brand!=Acme LG", -ruledOut, -ruledOut, 0}, // neither Acme Tools nor Acme LG has all words of the other
		{"brand!=", 0, 0, 0},
		{"brand!=-", 0, 0, 0},
		{"maker!=Sony", 0, 0, 0},
		{"city!=Paris", -ruledOut, math.Ln2, 0},
		{"brand=Sony\tcity=\tmaker=x\tbrand=LG", math.Log(2), no, 0},
		{"brand=Sony " + strings.Repeat("x", 1<<20), math.Log(2), no / 3, 0}, // the first of it
	} {
		cs := []score.Candidate{{Entity: 0}, {Entity: 1}, {Entity: 7}}
		p := []float64{0.25, 0.25, 0.25}
		set(t, brands).Weigh(cs, p, 0.25, tt.fields)
		for _, c := range cs {
			want := map[int32]float64{0: tt.sony, 1: tt.acme, 7: tt.no}[c.Entity]
			if math.Abs(float64(c.Fields)-want) > 1e-5 {
				t.Errorf("%.40q: %v for entity %d, want %v", tt.fields, c.Fields, c.Entity, want)
			}
		}
	}
}

// TestOddValues: a value of an entity that has no words says nothing, as if the entity had none, and one that says a word
// twice says what it says once.
func TestOddValues(t *testing.T) {
	cs, p := []score.Candidate{{Entity: 0}, {Entity: 1}, {Entity: 2}, {Entity: 3}}, []float64{0.25, 0.25, 0.25, 0.25}
	set(t, "A:1\tbrand=-\nA:2\tbrand=LG\nA:3\tbrand=Sony Sony\nA:4\tbrand=Sony\n").Weigh(cs, p, 0, "brand=Sony")
	said := map[int32]float32{}
	for _, c := range cs {
		said[c.Entity] = c.Fields
	}
	if said[0] != 0 || said[1] != -score.FieldDiffers || said[2] != said[3] || !(said[3] > 0) {
		t.Errorf("%v", said)
	}
}

// TestWeigh has probabilities before and after.
func TestWeigh(t *testing.T) {
	apart := math.Exp(-score.FieldDiffers)
	for _, tt := range []struct {
		name, fields string
		entities     []int32
		p            []float64
		order        []int32
		want         []float64 // in proportion, that of none last
	}{
		{"namesakes", "brand=Sony", []int32{1, 0}, []float64{0.4, 0.4, 0.2}, []int32{0, 1}, []float64{0.8, 0.4 * apart, 0.2 * math.Pow((0.8+0.4*apart)/0.8, score.FieldForNone)}},
		{"agrees", "brand=Acme", []int32{1}, []float64{0.5, 0.5}, []int32{1}, []float64{2, 0.5 * math.Pow(4, score.FieldForNone)}},
		{"differs", "brand=LG", []int32{1}, []float64{0.9, 0.1}, []int32{1}, []float64{0.9 * apart, 0.1}},
		{"says nothing", "brand=Nokia", []int32{1, 0}, []float64{0.4, 0.4, 0.2}, []int32{1, 0}, []float64{0.4, 0.4, 0.2}},
		{"equal ones stay in order", "brand=Sony", []int32{3, 0, 2, 1}, []float64{0.2, 0.2, 0.2, 0.2, 0.2}, []int32{3, 0, 2, 1}, nil},
		{"none", "brand=Sony", nil, []float64{1}, nil, []float64{1}},
		{"all zero", "brand=Sony", []int32{0}, []float64{0, 0}, []int32{0}, nil},
	} {
		var cs []score.Candidate
		for _, e := range tt.entities {
			cs = append(cs, score.Candidate{Entity: e})
		}
		p, last := tt.p[:len(tt.p)-1], tt.p[len(tt.p)-1]
		got := append(p, set(t, brands).Weigh(cs, p, last, tt.fields))
		sum := 0.0
		for _, x := range tt.want {
			sum += x
		}
		for i, x := range tt.want {
			if math.Abs(got[i]-x/sum) > 1e-6 {
				t.Errorf("%s: %v, want %v", tt.name, got[i], x/sum)
			}
		}
		for i, c := range cs {
			if c.Entity != tt.order[i] || math.IsNaN(got[i]) {
				t.Errorf("%s: entity %d of p %v is number %d", tt.name, c.Entity, got[i], i)
			}
		}
	}
}

// TestNoFields has a pack without fields: nothing is read, nothing changes.
func TestNoFields(t *testing.T) {
	s := set(t, "")
	p := []float64{0.3, 0.5}
	if got := s.Weigh(make([]score.Candidate, 2), p, 0.2, "brand=Sony"); s != nil || got != 0.2 || p[0] != 0.3 {
		t.Errorf("%v, %v", got, p)
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct{ lines, fields, want string }{
		{brands, "", ""},
		{brands, "brand=Sony city=", ""},
		{brands, "maker=Sony", "the pack has brand, city"},
		{brands, "colour=red", "the pack has brand, city"},     // of an entity that is gone
		{"Z:9\tcolour=red\nA:1\tbrand=Sony\n", "brand=LG", ""}, // behind one that is gone
		{brands, "brand", "want NAME=VALUE"},
		{brands, "brand=Sony brand=LG", "twice"},
		{"", "brand=Sony", "no fields; normlet build makes them"},
	} {
		err := set(t, tt.lines).Check(strings.ReplaceAll(tt.fields, " ", "\t"))
		if got := fmt.Sprint(err); !strings.Contains(got, tt.want) || (err == nil) != (tt.want == "") {
			t.Errorf("%q: %v, want %q", tt.fields, err, tt.want)
		}
	}
}

// FuzzWeigh reads any section and any field: p stays a probability, and falls.
func FuzzWeigh(f *testing.F) {
	f.Add(brands, "brand=Sony\tcity=Paris", 0.5)
	f.Add("A:1\n\t\nA:2\t=\t==x", "=\t", 1.0)
	f.Add("A:1\tx=a", "x=a\tx=a\tx=a", 0.0)
	f.Fuzz(func(t *testing.T, lines, fields string, first float64) {
		if !(first >= 0 && first <= 1) {
			return
		}
		cs, p := []score.Candidate{{Entity: 0}, {Entity: 1}}, []float64{first, 0}
		none := set(t, lines).Weigh(cs, p, 1-first, fields)
		if sum := p[0] + p[1] + none; !(p[0] >= p[1] && p[1] >= 0 && none >= 0 && sum <= 1+1e-9) {
			t.Errorf("%v and %v", p, none)
		}
	})
}
