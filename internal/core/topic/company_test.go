package topic

import (
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
)

// company is that of a list in which B shares a name with C, and D is in no pair.
func company() *Company {
	c := &pack.Contents{
		IDs:       pack.NewStrings([]string{"A", "B", "C", "D"}),
		Names:     pack.NewStrings([]string{"AB-1", "beta two", "gene 5", "GM7", "met", "shared", "shared"}),
		RowEntity: []uint32{0, 1, 3, 2, 0, 1, 2},
		Company:   [][2]uint32{{0, 1}, {0, 2}},
	}
	return NewCompany(c, index.NewRows(c.Names))
}

func TestRead(t *testing.T) {
	c := company()
	var r Readings
	for _, tt := range []struct{ text, want string }{
		{"", "[]"},
		{"ab1, Beta-Two; gene 5", "[{0 ab1} {1 betatwo}]"},
		{"AB 1/gm-7 AB-1", "[{0 ab1} {2 gm7}]"},
		{"shared", "[]"},            // by two of them
		{"we met", "[]"},            // an ordinary word
		{"xab1 ab1x ab12 ab", "[]"}, // parts of words
		{"beta\ntwo's", "[{1 betatwo}]"},
		{strings.Repeat("x ", 9000) + "GM7", "[]"}, // far from the mention
	} {
		for range 2 { // the second time from memory
			if s := fmt.Sprint(c.Read(&r, Around(tt.text, "m"))); s != tt.want {
				t.Errorf("%.40q: %s, want %s", tt.text, s, tt.want)
			}
		}
	}
	for i := range 3 * keptTexts {
		c.Read(&r, fmt.Sprint(i))
	}
	if len(r.found) > keptTexts {
		t.Errorf("%d texts are kept", len(r.found))
	}
}

func TestMeets(t *testing.T) {
	c := company()
	named := []Named{{0, "ab1"}, {1, "betatwo"}, {1, "other"}, {2, "gm7"}}
	for _, tt := range []struct {
		entity  uint32
		mention string
		want    string
	}{
		{0, "m", "1.0986"}, {0, "Gm-7", "0.6931"}, {1, "m", "0.6931"}, {1, "AB 1", "0.0000"}, {2, "m", "0.6931"}, {3, "m", "0.0000"},
	} {
		if s := fmt.Sprintf("%.4f", c.Meets(tt.entity, named, names.Key(tt.mention))); s != tt.want {
			t.Errorf("entity %d beside %s: %s, want %s", tt.entity, tt.mention, s, tt.want)
		}
	}
	if (*Company)(nil).Has(0) || c.Has(3) || !c.Has(2) {
		t.Error("others are in company")
	}
	if NewCompany(&pack.Contents{}, nil) != nil {
		t.Error("a pack without pairs has company")
	}
}
