package pack

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestAlso(t *testing.T) {
	lines := []string{"A:1\tX:1\n", "A:10\tX:2 Y:2\n", "A:2\tX:3\n", "B\tX:4\n"}
	for i := range 200 {
		lines = append(lines, fmt.Sprintf("N:%d\tM:%d\n", i, i))
	}
	slices.Sort(lines)
	c := sample()
	c.Also = []byte(strings.Join(lines, ""))
	if err := c.checkAlso(); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string][]string{
		"A:1": {"X:1"}, "A:10": {"X:2", "Y:2"}, "A:2": {"X:3"}, "B": {"X:4"}, "N:0": {"M:0"}, "N:77": {"M:77"}, "N:199": {"M:199"},
		"": nil, "A": nil, "A:3": nil, "A:11": nil, "N:200": nil, "Z": nil,
	} {
		if got := c.OtherIDs(id); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
	for what, payload := range map[string]string{
		"no tab": "A:1 X:1\n", "no line end": "A:1\tX:1", "no id": "\tX:1\n", "no other id": "A:1\t \n",
		"too long": "A:1\t" + strings.Repeat("x", MaxAlso) + "\n", "twice": "A:1\tX:1\nA:1\tX:2\n", "falling": "B:1\tX:1\nA:1\tX:2\n", "an empty line": "A:1\tX:1\n\n",
	} {
		data := remake(t, func(_ *Header, b []body) []body {
			return replace(b, stored(tagAlso, []byte(payload), false, int64(len(payload))))
		})
		if _, err := Parse(data); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "ALSO") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestFields finds the fields of entities, and refuses lines that are none.
func TestFields(t *testing.T) {
	c := sample()
	c.Fields = []byte("A:1\tbrand=Sony\tcity=New York\nA:10\tcity=Lyon\nB\tbrand==x\n")
	if err := c.checkFields(); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"A:1": "brand=Sony\tcity=New York", "A:10": "city=Lyon", "B": "brand==x", "A": "", "A:2": "", "": ""} {
		if got := c.FieldsOf(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
	many := "A:1"
	for i := range MaxFields + 1 {
		many += fmt.Sprintf("\tf%d=x", i)
	}
	for what, payload := range map[string]string{
		"no tab": "A:1 city=Lyon\n", "no line end": "A:1\tcity=Lyon", "no id": "\tcity=Lyon\n", "no field": "A:1\t\n", "no name": "A:1\t=Lyon\n",
		"no value": "A:1\tcity=\n", "no sign": "A:1\tcity\n", "an empty field": "A:1\tcity=Lyon\t\n", "too many fields": many + "\n",
		"no text": "A:1\tcity=\xff\n", "too long": "A:1\tx=" + strings.Repeat("x", MaxAlso) + "\n", "falling": "B:1\tx=y\nA:1\tx=y\n",
	} {
		data := remake(t, func(_ *Header, b []body) []body {
			return replace(b, stored(tagFields, []byte(payload), false, int64(len(payload))))
		})
		if _, err := Parse(data); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "FLDS") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// FuzzOtherIDs searches what a pack may have.
func FuzzOtherIDs(f *testing.F) {
	f.Add("A:1\tX:1\nA:10\tX:2 Y:2\nB:1\tX:3\n", "A:10")
	f.Add("\n\n", "")
	f.Add("A", "A")
	f.Add("A:1\tbrand=Sony\tcity=New York\nB:1\tcity=Lyon\n", "B:1")
	f.Fuzz(func(t *testing.T, text, id string) {
		c := &Contents{Also: []byte(text), Fields: []byte(text)}
		got, fields := c.OtherIDs(id), c.FieldsOf(id)
		if c.checkFields() == nil && fields != "" && !strings.Contains("\n"+text, "\n"+id+"\t"+fields+"\n") {
			t.Errorf("%q has the fields %q", id, fields)
		}
		if c.checkAlso() != nil {
			return
		}
		want := []string(nil)
		for line := range strings.Lines(text) {
			if key, others, _ := strings.Cut(line, "\t"); key == id {
				want = strings.Fields(others)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	})
}
