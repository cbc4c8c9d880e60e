package names

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestForm(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"empty", "", ""},
		{"upper case", "FOX-P2", "fox-p2"},
		{"Greek letter", "PLCγ2", "plcgamma2"},
		{"Greek capital", "ΔFosB", "deltafosb"},
		{"final sigma", "λόγος", "lambdaomicrongammaomicronsigma"},
		{"Greek symbol variants", "ϵϑϕϖϱ", "epsilonthetaphipirho"},
		{"micro sign", "5 µM", "5 mum"},
		{"ohm sign", "Ω", "omega"},
		{"dashes", "a‐b‑c‒d–e—f―g−h", "a-b-c-d-e-f-g-h"},
		{"full-width hyphen", "a-b", "a-b"},
		{"acute accent as a prime", "5´-nucleotidase", "5'-nucleotidase"},
		{"quotes", "5‘a ’b ‛c ′d ´e `f ʹg ʼh", "5'a 'b 'c 'd 'e 'f 'g 'h"},
		{"double prime", "3″", "3''"},
		{"ASCII backquote", "d`e", "d'e"},
		{"ligature", "ﬁbrin", "fibrin"},
		{"superscript", "Ca²⁺", "ca2+"},
		{"full width", "TP53", "tp53"},
		{"roman numeral", "factor Ⅷ", "factor viii"},
		{"composed accent", "Sjögren", "sjogren"},
		{"combining accent", "Sjo\u0308gren", "sjogren"},
		{"dotted capital I", "İ", "i"},
		{"sharp s", "Strauß", "strauß"},
		{"blanks", "  a \t\n b\u00a0c\u2003d  ", "a b c d"},
		{"only blanks", " \t\u3000 ", ""},
		{"control", "a\x01b\x7fc\u0085d", "a b c d"},
		{"NUL", "a\x00b", "a b"},
		{"only NUL", "\x00\x00", ""},
		{"zero width", "a\u200bb\ufeffc", "a b c"},
		{"invalid UTF-8", "a\xffb\xc3", "a b"},
		{"only invalid UTF-8", "\xff\xfe\x80", ""},
		{"surrogate bytes", "a\xed\xa0\x80b", "a b"},
		{"replacement character", "a\ufffdb", "a b"},
		{"right to left", "אינסולין", "אינסולין"},
		{"right-to-left marks", "\u202eABC\u202c", "abc"},
		{"vowel points", "שָׁלוֹם", "שלום"},
		{"Devanagari", "इंसुलिन", "इसलिन"},
		{"marks that NFKD reorders", "a\u302e\u0902\u1b44", "a"},
		{"Hangul", "가", "\u1100\u1161"},
		{"Han", "胰岛素", "胰岛素"},
		{"emoji", "🧬DNA", "🧬dna"},
		{"emoji sequence", "👩‍🔬", "👩 🔬"},
		{"punctuation stays", "h. influenzae (type b); [x]", "h. influenzae (type b); [x]"},
	} {
		if got := Form(c.in); got != c.want {
			t.Errorf("%s: Form(%q) = %q, want %q", c.what, c.in, got, c.want)
		}
		if got := Form(c.want); got != c.want {
			t.Errorf("%s: not idempotent: %q becomes %q", c.what, c.want, got)
		}
		if got := string(AppendForm([]byte("before "), c.in)); got != "before "+c.want {
			t.Errorf("%s: appended to other text: %q", c.what, got)
		}
	}
}

// TestTextFormRunes checks, for every character there is, what FuzzTextForm
// checks for texts.
func TestTextFormRunes(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !unicode.IsGraphic(r) && !unicode.In(r, unicode.Cc, unicode.Cf) {
			continue // nobody's character
		}
		if checkForm(t, string(r)+"A"+string(r)+"b"); t.Failed() {
			t.Fatalf("at %U", r)
		}
	}
}

// checkTextForm checks the properties that every text form has.
func checkForm(t *testing.T, s string) {
	t.Helper()
	form := Form(s)
	if !utf8.ValidString(form) {
		t.Errorf("Form(%q) = %q is not UTF-8", s, form)
	}
	if len(form) > MaxBytes {
		t.Errorf("Form(%.40q...) has %d bytes", s, len(form))
	}
	if again := Form(form); again != form {
		t.Errorf("Form(%q) = %q, again %q", s, form, again)
	}
	if strings.TrimSpace(form) != form || strings.Contains(form, "  ") || strings.ContainsAny(form, "\t\r\n\x00") {
		t.Errorf("Form(%q) = %q has stray blanks", s, form)
	}
}

func TestTextFormLong(t *testing.T) {
	const mega = 1 << 20
	for _, c := range []struct{ what, in, want string }{
		{"ASCII", strings.Repeat("A", mega), strings.Repeat("a", MaxBytes)},
		{"cut on a boundary", strings.Repeat("é", mega/2), strings.Repeat("e", MaxBytes/2)},
		{"cut inside a rune", "x" + strings.Repeat("é", mega/2), "x" + strings.Repeat("e", MaxBytes/2-1)},
		{"cut inside four bytes", "xyz" + strings.Repeat("🧬", mega/4), "xyz" + strings.Repeat("🧬", MaxBytes/4-1)},
		{"letters that grow", strings.Repeat("α", mega/2), strings.Repeat("alpha", MaxBytes/5)},
		{"blank at the cut", strings.Repeat("a", MaxBytes-1) + " b", strings.Repeat("a", MaxBytes-1)},
		{"blanks", strings.Repeat(" ", mega), ""},
		{"NUL", strings.Repeat("\x00", mega), ""},
		{"continuation bytes", strings.Repeat("\x80", mega), ""},
	} {
		if got := Form(c.in); got != c.want {
			t.Errorf("%s: %d bytes %.40q..., want %d bytes %.40q...", c.what, len(got), got, len(c.want), c.want)
		}
		checkForm(t, c.in)
	}
}

// TestTextFormPaths requires the fast path for ASCII to agree with the general one,
// which one foreign character at the end makes TextForm take.
func TestTextFormPaths(t *testing.T) {
	for c := byte(' '); c < 0x7f; c++ {
		for _, s := range []string{string(c), "a" + string(c), " " + string(c) + " B"} {
			if fast, general := Form(s+"$"), Form(s+"$é"); fast+"e" != general {
				t.Errorf("%q: %q alone, %q before a foreign character", s, fast, general)
			}
		}
	}
}

func TestTextFormAllocations(t *testing.T) {
	dst := make([]byte, 0, 256)
	if n := testing.AllocsPerRun(100, func() { dst = AppendForm(dst[:0], "Haemophilus influenzae, Type `B'") }); n != 0 {
		t.Errorf("%v allocations for ASCII, want none", n)
	}
}

func TestCompact(t *testing.T) {
	for _, c := range []struct{ form, want string }{
		{"", ""},
		{"fox-p2", "foxp2"},
		{"plcgamma2", "plcgamma2"},
		{"h. influenzae (type b)", "hinfluenzaetypeb"},
		{"--- '' ...", ""},
		{"胰岛素 3", "胰岛素3"},
		{"🧬 dna", "dna"},
		{"₂½", "₂½"},
		{"का", "का"}, // a spacing vowel sign belongs to the word
	} {
		if got := compact(c.form); got != c.want {
			t.Errorf("Compact(%q) = %q, want %q", c.form, got, c.want)
		}
		if got := string(AppendCompact([]byte("-"), []byte(c.form))); got != "-"+c.want {
			t.Errorf("AppendCompact(%q) = %q", c.form, got)
		}
	}
}
