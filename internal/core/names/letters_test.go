package names

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestInLatin has names as people of other languages write them.
func TestInLatin(t *testing.T) {
	for _, c := range []struct{ what, name, want string }{ // want: forms, separated by |
		{"ASCII", "Lodz", ""},
		{"accents, which Form leaves out", "Zaïre", ""},
		{"Han", "北京", ""},
		{"Polish", "Łódź", "lodz"},
		{"German", "Große Bühne", "grosse buhne|grosse buehne|grobetae buehne"},
		{"combining marks", "Bu\u0308hne", "buhne|buehne"},
		{"Danish", "Ærø", "aero|aeroe|eroe"},
		{"Turkish", "Iğdır İl", "igdir il"},
		{"Russian", "Щёлково-2", "shchyolkovo-2|shchelkovo-2|shtelkovo-2|scelkovo-2"},
		{"Ukrainian", "Чернігів", "chernigiv|chernihiv|cernigiv"},
		{"Bulgarian", "ТЪРНОВО", "trnovo|tarnovo"},
		{"Serbian", "Његош", "njegosh|njehosh|njegos"},
		{"Macedonian", "Ѓорче", "gjorche|gjorce"},
		{"Greek, with accents", "Ἀθῆναι", "athinai|athenae|athine"},
		{"Greek, two letters as one", "Μπούμπουλη", "mpoumpouli|mpumpule|boubouli"},
		{"Greek, final sigma", "Πάτρας", "patras"},
		{"symbols of Greek letters", "αβγ T cell, PLCγ2, ΔΨm", ""},
		{"a Greek word beside a symbol", "α-λόγος", "alpha-logos"},
		{"Georgian", "თბილისი", "tbilisi"},
		{"Armenian", "Երևան", "erevan"},
		{"Hiragana", "とうきょう", "トウキョウ"},
		{"half width", "ﾄｳｷｮｳ", ""},
		{"okina", "Hawaiʻi", "hawaii"},
		{"ß for beta", "GSK3ß", "gsk3ss|gsk3beta"},
		{"invalid UTF-8", "\xffł\xc3", "l"},
	} {
		var want []string
		if c.want != "" {
			want = strings.Split(Form(c.want), "|")
		}
		if got, _ := InLatin(c.name); !slices.Equal(got, want) {
			t.Errorf("%s: %q is %q, want %q", c.what, c.name, got, want)
		}
	}
}

// TestAlphabets requires the table to write every letter of whole alphabets, small or capital, in ASCII, and those of one
// alphabet to be as different, written in its own way, as its rules say.
func TestAlphabets(t *testing.T) {
	for _, c := range []struct {
		language, letters string
		count, way        int    // of letters, and how they are written
		alike             string // letters that are written alike, in groups
	}{
		{"Russian", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", 33, 0, "еэ йы ъь"},
		{"Ukrainian", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", 33, 1, "іїй"},
		{"Bulgarian", "абвгдежзийклмнопрстуфхцчшщъьюя", 30, 2, "аъ"},
		{"Serbian", "абвгдђежзијклљмнњопрстћуфхцчџш", 30, 3, "жз сш ћцч"},
		{"Greek", "αβγδεζηθικλμνξοπρσςτυφχψω", 25, 0, "ηι οω σς"},
		{"Georgian", "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ", 33, 0, "თტ კქ პფ ცწ ჩჭ"},
		{"Armenian", "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ", 38, 0, "եէ ըյ թտ ծց կք ճչ ոօ պփ ռր վւ"},
	} {
		first := map[string]rune{} // letter that is written so
		for _, r := range c.letters {
			ways, _ := letterAt([]rune{r})
			if ways == nil || !isASCII(ways[c.way]) {
				t.Fatalf("%s: %c is %q", c.language, r, ways)
			}
			word := strings.Repeat(strings.ToUpper(string(r)), greekWord)
			if forms, _ := InLatin(word); !slices.Contains(forms, strings.Repeat(ways[c.way], greekWord)) && c.language != "Greek" {
				t.Errorf("%s: %q is %q", c.language, word, forms)
			}
			group := slices.IndexFunc(strings.Fields(c.alike), func(g string) bool { return strings.ContainsRune(g, r) })
			written := ways[c.way]
			if other, ok := first[written]; ok != (group >= 0 && !strings.HasPrefix(strings.Fields(c.alike)[group], string(r))) {
				t.Errorf("%s: %c is %q, as %c is", c.language, r, written, other)
			}
			first[written] = r
		}
		if n := utf8.RuneCountInString(c.letters); n != c.count {
			t.Errorf("%s: %d letters, want %d", c.language, n, c.count)
		}
	}
}

// TestLettersTable requires the table to be what its readers expect: small letters in the order of a reader, once each,
// ASCII on the other side, and each entry to be read from a name.
func TestLettersTable(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(lettersTable) {
		if line[0] == '#' {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		runes := []rune(f[0])
		if seen[f[0]] || len(runes) < 1 || len(runes) > 2 || len(f) < 2 || len(f) > 1+conventions || strings.ToLower(f[0]) != f[0] {
			t.Fatalf("%q: want one or two small letters, once, and at most %d ways", line, conventions)
		}
		seen[f[0]] = true
		for _, way := range f[1:] {
			if way != "-" && strings.Trim(way, "abcdefghijklmnopqrstuvwxyz") != "" {
				t.Errorf("%q: %q is not Latin", line, way)
			}
		}
		before, after := "x", ""
		if unicode.Is(unicode.Greek, runes[0]) {
			before, after = "", "rrrr" // four letters ρ, which is in no pair
		}
		var want []string
		for i := range conventions {
			way := before + strings.ReplaceAll(f[min(i+1, len(f)-1)], "-", "") + after
			if !slices.Contains(want, way) {
				want = append(want, way)
			}
		}
		name := before + f[0] + strings.ReplaceAll(after, "r", "ρ")
		if got, _ := InLatin(name); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if len(seen) < 190 {
		t.Errorf("%d entries: the test looks at none", len(seen))
	}
}

func TestLookAlike(t *testing.T) {
	for text, want := range map[string]string{
		"Wаrszawa": "Warszawa", "ТР53": "TP53", "ΤΡ53": "TP53", "Сapri": "Capri",
		"Warszawa": "", "роса": "", "PLCγ2": "", "Жapri": "", "IL-1β": "", "5 µM": "",
	} {
		if got, ok := LookAlike(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q looks like %q, %v; want %q", text, got, ok, want)
		}
	}
}

// TestInLatinAllocations requires ASCII to cost nothing.
func TestInLatinAllocations(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { InLatin("Haemophilus influenzae, Type `B'"); LookAlike("FOX-P2") }); n != 0 {
		t.Errorf("%v allocations for ASCII, want none", n)
	}
}

func FuzzInLatin(f *testing.F) {
	for _, s := range []string{"Lodz", "Łódź", "Щёлково", "Ἀθῆναι αβ", "\xff\u0301ß", "ﷺとう", strings.Repeat("щ", MaxBytes)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		forms, foreign := InLatin(s)
		if len(forms) > conventions || (len(forms) > 0) != (len(foreign) > 0) {
			t.Fatalf("%q: %q, of %q", s, forms, foreign)
		}
		for _, form := range forms {
			checkForm(t, form)
			if again, _ := InLatin(form); len(again) > 0 && again[0] != form {
				t.Errorf("%q is %q and that %q", s, form, again[0])
			}
		}
	})
}
