package escape

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"forkhead box P2", "forkhead box P2"},
		{"PLCγ2 ü 日本語 חלבון हिन्दी 👩🏽‍🔬", "PLCγ2 ü 日本語 חלבון हिन्दी 👩🏽‍🔬"},
		{"می\u200cخواهم \u200fא\u200e\u061c \u06dd12", "می\u200cخواهم \u200fא\u200e\u061c \u06dd12"}, // what scripts need
		{"a\tb\nc\r\nd", "a b c  d"},
		{"\x1b[31mred\x1b]0;title\x07", `\x1b[31mred\x1b]0;title\x07`},
		{"\x00\x08\x7f", `\x00\x08\x7f`},
		{"\u0080\u009b31m", `\u0080\u009b31m`},           // C1: the second is CSI
		{"\x9b31m\xff", `\x9b31m\xff`},                   // bytes, which are no UTF-8
		{"a\u202ebc\u2066d", `a\u202ebc\u2066d`},         // reorder what follows
		{"a\u2028b\u2029c", `a\u2028b\u2029c`},           // end lines
		{"a\u200bb\ufeff\u00ad", `a\u200bb\ufeff\u00ad`}, // hide differences
		{"x\U000e0041\U0001d173", `x\U000e0041\U0001d173`},
		{"\ufffd", "\ufffd"},
		{`a\x1b`, `a\x1b`},
	} {
		if got := Text(c.in); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// TestEveryCharacter goes through Unicode: what is a letter, mark, number, punctuation, symbol or blank stays, what
// is a control does not.
func TestEveryCharacter(t *testing.T) {
	for r := rune(1); r <= unicode.MaxRune; r++ {
		s := string(r)
		got := Text(s)
		if shows := unicode.IsGraphic(r); shows && got != s {
			t.Errorf("%U: %q", r, got)
		}
		if acts := unicode.IsControl(r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r); acts && got == s {
			t.Errorf("%U stays", r)
		}
	}
}

func TestCell(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"FOXP2", "FOXP2"},
		{"", ""},
		{"NCBIGene:93986", "NCBIGene:93986"},
		{"=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"},
		{"@SUM(1)", "'@SUM(1)"},
		{"+1+1", "'+1+1"},
		{"-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"},
		{"-CH3", "'-CH3"}, // minus the cell CH3, to a spreadsheet
		{"=NH", "'=NH"},
		{"-10 kD protein", "'-10 kD protein"},
		{"\t=1", "' =1"},
		{"\r\n@x", "'  @x"},
		{"\u00a0=1", "'\u00a0=1"},
		{"＝1", "'＝1"}, {"＠x", "'＠x"}, {"＋x", "'＋x"}, {"－x", "'－x"},
		{"(+)-catechin", "(+)-catechin"},
		{"(-)-menthol", "(-)-menthol"},
		{"a=b", "a=b"},
		{"'=1", "'=1"},
		{"-", "-"}, {"+", "+"}, {"－", "－"},
		{"-5", "-5"}, {"+0.25", "+0.25"}, {"-.5", "-.5"}, {"-5.", "-5."}, {"-1e-9", "-1e-9"}, {"+2E10", "+2E10"},
		{"-5-", "'-5-"}, {"-e5", "'-e5"}, {"-.", "'-."}, {"-1e", "'-1e"}, {"--5", "'--5"}, {"-0x1p4", "'-0x1p4"}, {"+Inf", "'+Inf"}, {"-5\n=1", "'-5 =1"},
	} {
		if got := Cell(c.in); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestJSON(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"{\"a\":\"PLCγ2\"}\n", "{\"a\":\"PLCγ2\"}\n"},
		{"[\"a\u202eb\u009bc\x7f\U000e0041\"]\n[1]\n", `["a\u202eb\u009bc\u007f\udb40\udc41"]` + "\n[1]\n"},
		{"\"\u0080\ufeff\U0001d173\"", `"\u0080\ufeff\ud834\udd73"`}, // on both sides of what takes one unit
	} {
		got := escapeJSON([]byte(c.in))
		if string(got) != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
	const text = "a\u202eb\u009bc\x7f\U000e0041日"
	in, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal(escapeJSON(in), &back); err != nil || back != text {
		t.Errorf("%q came back, error %v", back, err)
	}
}

// TestFields has what formats of lines and words cannot hold.
func TestFields(t *testing.T) {
	const text = "a\tb\r\nc\u2028d|e\x1b\u202e\u00a0f<\"'&"
	for what, c := range map[string]struct{ got, want string }{
		"Lines": {Lines(text), "a\tb\r\nc\\u2028d|e\\x1b\\u202e\u00a0f<\"'&"},
		"Line":  {Line(text), "a b  c d|e \u202e\u00a0f<\"'&"},
		"Word":  {Word(text), "a_b__c\\u2028d|e\\x1b\\u202e_f<\"'&"},
		"Items": {Items([]string{text, "x"}), "a b  c\\u2028d\\x7ce\\x1b\\u202e\u00a0f<\"'&|x"},
		"HTML":  {HTML(text), "a\tb\r\nc\\u2028d|e\\x1b\\u202e\u00a0f&lt;&#34;&#39;&amp;"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", what, c.got, c.want)
		}
	}
	if n := len([]rune(Line(text))); n != len([]rune(text)) {
		t.Errorf("places in a line move: %d characters", n)
	}
	if script, err := AppendScript([]byte("("), "<\u202e"); err != nil || string(script) != `("\u003c\u202e"`+"\n" {
		t.Errorf("%s, %v", script, err)
	}
}

// TestWriters: JSON of files and of pages differ in what only pages cannot hold, and what cannot be JSON leaves what is
// there as it was.
func TestWriters(t *testing.T) {
	var file strings.Builder
	if err := WriteJSON(&file, "<\u202e"); err != nil || file.String() != `"<\u202e"`+"\n" {
		t.Errorf("%s, %v", file.String(), err)
	}
	if b, err := AppendJSON([]byte("["), "&\x7f"); err != nil || string(b) != `["&\u007f"`+"\n" {
		t.Errorf("%s, %v", b, err)
	}
	if b, err := AppendJSON([]byte("["), func() {}); err == nil || string(b) != "[" {
		t.Errorf("a function is %s, error %v", b, err)
	}
	if err := WriteJSON(&file, func() {}); err == nil {
		t.Error("a function is written")
	}
}

// TestRow has the user's cell, which gets no apostrophe, before those of a pack.
func TestRow(t *testing.T) {
	for _, tt := range []struct {
		raw  bool
		want string
	}{
		{false, `=a b\x1b` + "\t'=a b\\x1b\tx"},
		{true, "=a b\x1b\t=a b\x1b\tx"},
	} {
		if got := Row([]string{"=a\tb\x1b", "=a\nb\x1b", "x"}, tt.raw); got != tt.want {
			t.Errorf("raw %v: %q, want %q", tt.raw, got, tt.want)
		}
	}
}
