package tag

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

// TestNameEnds has names at the bounds of what is found: of few letters, of many tokens, over marks.
func TestNameEnds(t *testing.T) {
	zinc := strings.Repeat(" zinc", maxRun-1)
	l := NewLexicon(list("St. Louis fever", "Sta. Louis fever", "xq", "xqz", "x9z", "kiln fever", "ague", "scab"+zinc, "itch zinc"+zinc, "gout!", "!"), []uint8{0, 3}, nil)
	for text, want := range map[string]string{
		"St. Louis fever":            "St. Louis fever",
		"st.louis fever":             "st.louis fever",
		"Sta. Louis fever":           "", // a sentence ends
		"Sta.Louis fever":            "Sta.Louis fever",
		"xq xqz x9z":                 "xqz|x9z",
		"xq":                         "",
		"kiln: fever":                "",
		"kiln; fever":                "",
		"kiln;\u00a0fever":           "", // a blank of more than one byte ends a sentence, too
		"kiln! fever":                "",
		"kiln? fever":                "",
		"kiln, fever":                "kiln, fever",
		"kiln:fever":                 "kiln:fever",
		"kiln-fevers":                "kiln-fevers",
		"agues fevers":               "agues",
		"ague's":                     "ague",
		"aguess":                     "",
		"-ague-":                     "ague",
		"! gout !":                   "gout",
		"scab" + zinc + " scab":      "scab" + zinc,
		"itch zinc" + zinc + " ague": "ague",
	} {
		var k Work
		k.Find(nil, text, l, nil)
		var got []string
		for _, n := range k.Names {
			got = append(got, text[k.Tokens[n.From].Start:k.Tokens[n.To-1].End])
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

// TestFormsOfNames has plurals and adjectives of names, which count in the group alone that no model covers.
func TestFormsOfNames(t *testing.T) {
	forms := &names.Forms{Words: map[string][]string{"ovum": {"ova", "ovular"}}}
	for _, tt := range []struct {
		name, text string
		group      uint8
		want       string
	}{
		{"ovum", "an Ovular ova, ovum", Untagged, "Ovular|ova|ovum"},
		{"ovum", "an Ovular ova, ovum", 0, "ovum"},
		{"fertile ovum", "fertile ova", Untagged, "fertile ova"},
		{"ovum bank", "ova bank", Untagged, ""},
		{"tooth cavity", "tooth cavities", Untagged, "tooth cavities"},
		{"tooth cavity", "tooth cavities", 0, ""},
		{"cavity", "cavitied cavityies cavite", Untagged, ""},
		{"sinus", "sinuses", Untagged, "sinuses"},
		{"disease", "diseases", 0, "diseases"},
	} {
		var k Work
		k.Find(nil, tt.text, NewLexicon(list(tt.name), []uint8{tt.group, 0}, forms), nil)
		var got []string
		for _, n := range k.Names {
			got = append(got, tt.text[k.Tokens[n.From].Start:k.Tokens[n.To-1].End])
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%s of group %d in %q: %q, want %q", tt.name, tt.group, tt.text, s, tt.want)
		}
	}
}

// TestInflectedNames has forms of every word of names in Spanish, in texts that are not in English.
func TestInflectedNames(t *testing.T) {
	spanish := (&names.Lexicon{Rewrites: &names.Rewrites{}, Knowledge: &names.Knowledge{Triggers: []names.Trigger{{Language: 2}}}}).Forms()
	for _, tt := range []struct {
		text  string
		group uint8
		want  string
	}{
		{"Unas úlceras gástricas, y lesiones.", Untagged, "úlceras gástricas|lesiones"},
		{"Unas úlceras gástricas, y lesiones.", 0, ""},
		{"úlceras. gástricas", Untagged, ""},
		{"Lesiones", Untagged, "Lesiones"},
		{"The lesiones of the text", Untagged, ""},
	} {
		var k Work
		k.Find(nil, tt.text, NewLexicon(list("úlcera gástrica", "lesión"), []uint8{tt.group, 0}, spanish), nil)
		var got []string
		for _, n := range k.Names {
			got = append(got, tt.text[k.Tokens[n.From].Start:k.Tokens[n.To-1].End])
		}
		if s := strings.Join(slices.Compact(got), "|"); s != tt.want {
			t.Errorf("group %d in %q: %q, want %q", tt.group, tt.text, s, tt.want)
		}
	}
}

// TestCounts has in how many names of a group a word is, in steps that double, and of no other group.
func TestCounts(t *testing.T) {
	names := []string{"2:kiln fever", "2:fever", "ague 7"}
	for len(names) < 11 {
		names = append(names, "ague "+strings.Repeat("x", len(names)))
	}
	c := list(names...)
	l := NewLexicon(c, []uint8{0, 3}, nil)
	for _, tt := range []struct {
		word    string
		a, b, u uint32 // of groups 0 and 3, and of 3 if 0 is not read
	}{
		{"ague", 4, 0, 0}, {"kiln", 0, 1, 1}, {"fever", 0, 2, 2}, {"xxx", 1, 0, 0}, {"7", 0, 0, 0}, {"gout", 0, 0, 0},
	} {
		stem := newWord(tt.word).stem
		unread := NewLexicon(c, []uint8{Unread, 3}, nil).counts(stem)
		if n := l.counts(stem); count(n, 0) != tt.a || count(n, 3) != tt.b || count(n, 1) != 0 || count(unread, 0) != 0 || count(unread, 3) != tt.u {
			t.Errorf("%s: %x and %x", tt.word, n, unread)
		}
	}
}

// TestGroups has the groups of names, one for a name of each and one that two have.
func TestGroups(t *testing.T) {
	c := list("2:fever", "ague", "2 fever", "2:gout")
	l := NewLexicon(c, []uint8{0, 3}, nil)
	for text, want := range map[string]uint32{"2:fever": 1<<3 | 1, "2 gout": 1 << 3, "ague": 1} {
		var k Work
		if k.Find(nil, text, l, nil); len(k.Names) != 1 || k.Names[0].Groups != want {
			t.Errorf("%s: %+v, want groups %b", text, k.Names, want)
		}
	}
}

// TestWordsForgotten: words are remembered from text to text, until there are too many.
func TestWordsForgotten(t *testing.T) {
	l := NewLexicon(list("ague"), []uint8{0, 3}, nil)
	var many strings.Builder
	for i := range maxWords - 1 {
		many.WriteString(strings.Map(func(r rune) rune { return r - '0' + 'a' }, strconv.Itoa(i)) + " ")
	}
	var k Work
	for _, tt := range []struct {
		text string
		want int
	}{{"ague ague", 1}, {"gout ague", 2}, {many.String(), maxWords + 1}, {"ague scab", 2}} {
		if k.Find(nil, tt.text, l, nil); len(k.words) != tt.want {
			t.Errorf("%.20q: %d words are known, want %d", tt.text, len(k.words), tt.want)
		}
	}
}

// TestFlags has the longest names of a group from left to right, up to the size that a flag holds.
func TestFlags(t *testing.T) {
	const begin, inside = flagBegin, flagInside
	both := uint32(1<<2 | 1)
	named := []Name{{0, 1, 1}, {0, 2, both}, {0, 3, 1 << 2}, {1, 3, both}, {2, 3, 1}, {4, 13, 1 << 2}}
	for group, want := range map[uint8][]uint8{
		0: {begin | 2<<flagSize, inside | 2<<flagSize, begin | 1<<flagSize, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		1: make([]uint8, 14),
		2: {begin | 3<<flagSize, inside | 3<<flagSize, inside | 3<<flagSize, 0, begin | 8<<flagSize,
			34, 34, 34, 34, 34, 34, 34, 34, 0}, // inside, of eight or more
	} {
		k := Work{Names: named}
		k.Tokens = make([]Token, 14)
		if got := k.Flags(group); string(got) != string(want) {
			t.Errorf("group %d: %d, want %d", group, got, want)
		}
	}
}

// TestSentences has what ends one, and what parts the entries of a list.
func TestSentences(t *testing.T) {
	for text, want := range map[string]struct{ ends, parts bool }{ // of the second token
		"ague. Gout":  {true, false},
		"ague. 7":     {true, false},
		"ague. gout":  {false, false},
		"ague.Gout":   {false, false},
		"ague.":       {true, false},
		"ague , Gout": {false, false},
		"ague - gout": {false, true},
		"ague -":      {true, true},
		"ague- gout":  {false, false},
		"ague -gout":  {false, false},
		"ague • gout": {false, true},
		"ague · gout": {false, true},
		"ague + gout": {false, false},
	} {
		var x Text
		x.Read(text)
		if ends, parts := x.EndsSentence(1), x.parts(1); ends != want.ends || parts != want.parts {
			t.Errorf("%q: ends %v, parts %v", text, ends, parts)
		}
	}
}
