package pack

import (
	"fmt"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSections checks that every section is declared in full, and says what is
// missing.
func TestSections(t *testing.T) {
	rows, history := specified(t)
	seen := map[Tag]bool{}
	for _, s := range sections {
		apart := s.tag == tagDelta || s.tag == tagSign // no table of Contents
		yes := map[bool]string{true: "yes", false: "no"}
		for what, missing := range map[string]bool{
			"a tag of its own, four letters or digits": !s.tag.valid() || seen[s.tag],
			"what a pack is without it (need)":         s.need < required || s.need > optional,
			"the format version that added it (since)": s.since < 1 || s.since > formatVersion,
			"a phrase for inspect (about)":             s.about == "",
			"how it is written (forms)":                s.bytes == nil && writers[s.tag] == nil && !apart,
			"about how many bytes it takes (size)":     s.size == nil && !apart,
			"how it is read (parse)":                   s.parse == nil,
			"how DELT is dumped with it (dump)":        s.inDelta && dumps[s.tag] == nil,
			"how a change is merged into it (merge)":   s.inDelta && s.merge == nil,
			"a line under Sections in format.go that says critical " + yes[s.need != optional] +
				", required " + yes[s.need == required]: rows[s.tag] != [2]string{yes[s.need != optional], yes[s.need == required]},
			fmt.Sprintf("its tag under version %d in the history of format.go", s.since): !slices.Contains(history[s.since], s.tag),
		} {
			if missing {
				t.Errorf("section %q lacks %s", s.tag, what)
			}
		}
		seen[s.tag] = true
	}
	for tag := range rows {
		if !seen[tag] {
			t.Errorf("format.go has section %s, which is not declared in sections", tag)
		}
	}
}

// specified returns what format.go says of sections: whether they are
// critical and required, and the tags that each version added.
func specified(t *testing.T) (rows map[Tag][2]string, history map[int][]Tag) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "format.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	text := f.Comments[0].Text()
	rows, history = map[Tag][2]string{}, map[int][]Tag{}
	for _, m := range regexp.MustCompile(`(?m)^\t([A-Z]{4})  (yes|no) +(yes|no) `).FindAllStringSubmatch(text, -1) {
		rows[Tag(m[1])] = [2]string{m[2], m[3]}
	}
	_, text, _ = strings.Cut(text, "# Version history")
	for _, m := range regexp.MustCompile(`(?m)^\t(\d+)  ([A-Z ]+)$`).FindAllStringSubmatch(text, -1) {
		var version int
		fmt.Sscan(m[1], &version)
		for _, tag := range strings.Fields(m[2]) {
			history[version] = append(history[version], Tag(tag))
		}
	}
	if len(rows) < 10 || len(history) == 0 {
		t.Fatalf("format.go has %d sections and %d versions: this test no longer finds them", len(rows), len(history))
	}
	return rows, history
}

// whole returns contents with something in every field.
func whole() *Contents {
	c := accompanied()
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Type() == reflect.TypeFor[[]byte]() && f.Len() == 0 {
			f.SetBytes([]byte("payload of " + v.Type().Field(i).Name))
		}
	}
	return c
}

// TestEveryFieldIsStored writes and reads contents that have something in every
// field, also after a change.
func TestEveryFieldIsStored(t *testing.T) {
	want := whole()
	read, err := Parse(write(t, want, nil))
	if err != nil {
		t.Fatal(err)
	}
	changed, err := Parse(withDelta(t, write(t, want, nil), sampleDelta()))
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.ValueOf(want).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if !v.Type().Field(i).IsExported() {
			continue // how it is read, not what
		}
		if v.Field(i).IsZero() {
			t.Errorf("the sample has nothing in Contents.%s: fill it in sample or profiled, so that this test can see it stored", name)
		}
		if reflect.ValueOf(read).Elem().Field(i).IsZero() {
			t.Errorf("Contents.%s is lost when a pack is written and read: no section declares it in sections.go", name)
		}
		after := reflect.ValueOf(changed).Elem().Field(i)
		if after.IsZero() {
			t.Errorf("Contents.%s is lost when a pack is changed: see merge of its section in sections.go", name)
		}
		if opaque := v.Field(i).Type() == reflect.TypeFor[[]byte]() && name != "Prior"; opaque && string(after.Bytes()) != string(v.Field(i).Bytes()) {
			t.Errorf("Contents.%s is another after a change", name)
		}
	}
}

// TestTag takes letters and digits.
func TestTag(t *testing.T) {
	for b := range 256 {
		want := strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", rune(b)) && b < 128
		for i := range 4 {
			name := []byte("Aa0Z")
			name[i] = byte(b)
			if tag := Tag(name); tag.valid() != want {
				t.Errorf("%q: valid is %t", tag, tag.valid())
			}
		}
	}
}
