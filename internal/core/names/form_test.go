package names

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// TestCharacterByCharacter requires that all characters which NFKD may reorder are
// left out of text forms.
func TestCharacterByCharacter(t *testing.T) {
	seen := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		for _, d := range norm.NFKD.String(string(r)) {
			if norm.NFKD.PropertiesString(string(d)).CCC() != 0 {
				seen++
				if !isAccent(d) {
					t.Errorf("%U, in the decomposition of %U, may be reordered and is not left out", d, r)
				}
			}
		}
	}
	if seen < 500 {
		t.Errorf("%d characters that may be reordered: the test looks at none", seen)
	}
}

// TestParts cuts texts everywhere: the compact form is that of the parts.
func TestParts(t *testing.T) {
	for _, text := range []string{"Sjo\u0308gren's γ-globulin", "e\u0301\u0316\u0301", "가\u1161\u11a8", "´´Å\u0301İ", "a\u302e\u0902\u1b44b", "胰岛素 7", "ﬁb ﷺ"} {
		for i := range text {
			if got, want := compact(Form(text[:i]))+compact(Form(text[i:])), compact(Form(text)); got != want {
				t.Errorf("%q in parts %q, %q: %q, want %q", text, text[:i], text[i:], got, want)
			}
		}
	}
}

// TestSource takes words of forms back to what they were written as.
func TestSource(t *testing.T) {
	for _, x := range []struct{ s, form, want string }{
		{"  Stage  III ", "stage iii", "Stage  III"},
		{"Thaï-53 PLCγ2", "thai", "Thaï"},
		{"Thaï-53 PLCγ2", "plcgamma2", "PLCγ2"},
		{"H₂O", "2", "₂"},
	} {
		from := strings.Index(Form(x.s), x.form)
		if got := Source(x.s, from, from+len(x.form)); got != x.want {
			t.Errorf("%q of %q: %q, want %q", x.form, x.s, got, x.want)
		}
	}
}
