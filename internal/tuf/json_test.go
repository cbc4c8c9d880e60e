package tuf

import (
	"strings"
	"testing"
)

// TestJSON reads values and writes their canonical form, which is what is signed.
func TestJSON(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct{ text, want, err string }{
		{` {"b" : 1 , "a":[ true,false , null ] }` + "\n", `{"a":[true,false,null],"b":1}`, ""},
		{`{"é":"\u00e9\ud83e\uddec","z":"\"\\\/\n"}`, `{"z":"\"\\/` + "\n" + `","é":"é🧬"}`, ""},
		{`[-9223372036854775808,9223372036854775807,0]`, `[-9223372036854775808,9223372036854775807,0]`, ""},
		{`{}`, `{}`, ""}, {`[]`, `[]`, ""}, {`""`, `""`, ""},
		{deep(maxDepth + 1), deep(maxDepth + 1), ""},
		{deep(maxDepth + 2), "", "values lie more than 16 deep"},
		{strings.Repeat(`{"a":`, 1<<17), "", "values lie more than 16 deep"},
		{`{"a":1,"a":1}`, "", `the key "a" appears twice`},
		{`{"a":1,"\u0061":1}`, "", `the key "a" appears twice`},
		{`[9223372036854775808]`, "", "is no integer of 64 bits"},
		{`[01]`, "", "is no integer"}, {`[-0]`, "", "is no integer"}, {`[-]`, "", "is no integer"}, {`[1.5]`, "", "not well-formed"}, {`[1e3]`, "", "not well-formed"},
		{`["\ud83e"]`, "", "half of a surrogate pair"}, {`["\ud83e\u00"]`, "", "not well-formed"}, {`["\ud83e\u0041"]`, "", "half of a surrogate pair"}, {`["\udd00"]`, "", "half of a surrogate pair"},
		{"[\"\xff\"]", "", "not UTF-8"}, {"[\"\n\"]", "", "control character"}, {`["a`, "", "does not end"}, {`["\q"]`, "", "not well-formed"}, {`["\u00g0"]`, "", "not well-formed"},
		{`["\u00`, "", "not well-formed"}, {`["\`, "", "not well-formed"},
		{`{"a" 1}`, "", "not well-formed"}, {`{"a":1 "b":2}`, "", "not well-formed"}, {`{a:1}`, "", "not well-formed"}, {`{"a":1,}`, "", "not well-formed"}, {`[1,]`, "", "not well-formed"},
		{`[1 2]`, "", "not well-formed"}, {`nul`, "", "not well-formed"}, {`1 2`, "", "something follows"}, {"1\x00", "", "something follows"}, {``, "", "byte 0: not well-formed"},
	} {
		v, err := ParseJSON([]byte(c.text))
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%.40q: %v, want %q", c.text, err, c.err)
			}
			continue
		}
		if err != nil || string(Canonical(nil, v)) != c.want {
			t.Errorf("%.40q: %q, %v; want %q", c.text, Canonical(nil, v), err, c.want)
		}
	}
}
