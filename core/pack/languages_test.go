package pack

import (
	"errors"
	"strings"
	"testing"
)

// TestLanguages writes and reads the languages of names, also after a change, which shifts and removes rows.
func TestLanguages(t *testing.T) {
	want := accompanied()
	got, err := Parse(write(t, want, nil))
	if err != nil || diff(want, got) != "" {
		t.Fatalf("%s is not as written, %v", diff(want, got), err)
	}
	changed, err := Parse(withDelta(t, write(t, want, nil), sampleDelta()))
	if err != nil {
		t.Fatal(err)
	}
	of, kept := map[string]string{}, 0
	for row := range want.Names.Len() {
		of[want.Names.At(row)] = want.LanguagesOf(row)
	}
	for row := range changed.Names.Len() {
		name := changed.Names.At(row)
		if changed.LanguagesOf(row) != of[name] {
			t.Errorf("%s is in %q, not %q", name, changed.LanguagesOf(row), of[name])
		}
		if of[name] != "" {
			kept++
		}
	}
	if kept == 0 || changed.Names.Len() == want.Names.Len() {
		t.Errorf("%d names with languages of %d are left, which shows nothing", kept, changed.Names.Len())
	}
	if c := sample(); c.LanguagesOf(0) != "" {
		t.Error("a pack without languages has some")
	}
}

func TestLanguagesDamaged(t *testing.T) {
	for what, damage := range map[string]func(c *Contents){
		"not ascending":    func(c *Contents) { c.Languages = []string{"pt", "es"} },
		"twice":            func(c *Contents) { c.Languages = []string{"es", "es"} },
		"no text":          func(c *Contents) { c.Languages = []string{"", "es"} },
		"no UTF-8":         func(c *Contents) { c.Languages[0] = "e\xff" },
		"too many":         func(c *Contents) { c.Languages = make([]string, maxLanguages+1) },
		"one that is none": func(c *Contents) { c.RowLanguages[3] = 3 },
		"too few rows":     func(c *Contents) { c.RowLanguages = c.RowLanguages[1:] },
	} {
		c := accompanied()
		damage(c)
		if _, err := c.Append(nil, nil); err == nil || !strings.Contains(err.Error(), "section LANG") {
			t.Errorf("%s: %v", what, err)
		}
	}
	column := append([]byte{1, 1}, make([]byte, sample().Names.Len())...) // a plane of numbers
	list := append([]byte{2, 2}, "es\x02pt"...)
	for what, payload := range map[string][]byte{
		"more than there are": {9, 1},
		"cut off":             append([]byte{2, 2}, "es"...),
		"no column":           list,
		"an unknown column":   append(list[:len(list):len(list)], 7),
		"more":                append(append(list[:len(list):len(list)], column...), 0),
		"too many":            {0xff, 0xff, 0x03},
	} {
		data := remake(t, func(_ *Header, b []body) []body {
			return replace(b, stored(tagLanguages, payload, false, int64(len(payload))))
		})
		if _, err := Parse(data); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "LANG") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
