package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data/limit"
)

// TestCoNLL reads the ways of tagging, and writes ids as the last column.
func TestCoNLL(t *testing.T) {
	for name, tt := range map[string]struct{ content, marks, want string }{
		"BIO": {
			"Big\tB-Oven\novens\tI-Oven\nare\tO\n\nhot\tO\nhobs\tB-Hob\n", "1 Oven Big ovens@0; 2 Hob hobs@4",
			"Big\tB-Oven\t<0>\novens\tI-Oven\t-\nare\tO\t-\n\nhot\tO\t-\nhobs\tB-Hob\t<0>\n",
		},
		"IOB1, more columns, documents": {
			"-DOCSTART- -X- O\n\nbig J I-Oven\nhob N B-Oven\nstove N I-Hob\n\nand C O\n-DOCSTART- -X- O\n\nan D O\n\n", "1 Oven big@0; 1 Oven hob@4; 1 Hob stove@8; 2 ",
			"-DOCSTART- -X- O\n\nbig J I-Oven <0>\nhob N B-Oven <1>\nstove N I-Hob <2>\n\nand C O -\n-DOCSTART- -X- O\n\nan D O -\n\n",
		},
		"BILOU, BIOES, comments": {
			"# id = 1\n# O\nhob U-Hob\nhob S-Hob\nbig B-Oven\nold I-Oven\noven L-Oven\noven E-Oven\n", "1 Hob hob@2; 1 Hob hob@6; 1 Oven big old oven@10; 1 Oven oven@23",
			"# id = 1\n# O -\nhob U-Hob <0>\nhob S-Hob <1>\nbig B-Oven <2>\nold I-Oven -\noven L-Oven -\noven E-Oven <3>\n",
		},
		"no types":    {"a O\nhob B\nhob I\n", "1  hob hob@2", "a O -\nhob B <0>\nhob I -\n"},
		"ids":         {"a\tO\t-\nhob\tB-H\tH:1\nhob\tI-H\tH:1\n", "1 H hob hob@2 H:1", "a\tO\t-\nhob\tB-H\t<0>\nhob\tI-H\t-\n"},
		"CRLF, a BOM": {"\ufeffhob\tB-H\r\n\r\nx\tO\r\n", "1 H hob@0; 2 ", "hob\tB-H\t<0>\n\nx\tO\t-\n"},
	} {
		var got []string
		_, out, err := all(tt.content, "conll", func(d *Document) {
			if without, err := d.Locate(); err != nil || without > 0 {
				t.Errorf("%s: %v, %d without a place", name, err, without)
			}
			for i := range d.Annotations {
				a := &d.Annotations[i]
				got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s@%d %s", d.ID, a.Type, a.Mention, a.Start, a.ID)))
				a.ID = fmt.Sprintf("<%d>", i)
			}
			if len(d.Annotations) == 0 {
				got = append(got, d.ID+" ")
			}
		})
		if s := strings.Join(got, "; "); err != nil || s != tt.marks || out != tt.want {
			t.Errorf("%s: %v, %q, want %q\n%s\nwant\n%s", name, err, s, tt.marks, out, tt.want)
		}
		if docs, again, err := all(out, "conll", nil); err != nil || again != out || len(docs) == 0 {
			t.Errorf("%s, read back: %v\n%s\nwant\n%s", name, err, again, out)
		}
	}
}

func TestCoNLLBad(t *testing.T) {
	for text, want := range map[string]string{
		"a O\nb NN\n":     "f:2: not CoNLL: the last column of a token is a tag",
		"a\tO\t-\nb\tO\n": "f:2: not CoNLL",
		"\xff O\n":        "f:1: not UTF-8",
		"alone\n":         "f:1: not CoNLL",
		"-DOCSTART- O\n" + strings.Repeat("a B-O\n", limit.Of().Marks+1): "f:262146: the document has more than 262144 marks",
	} {
		if _, _, err := all(text, "conll", nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.50q: %v, want %q", text, err, want)
		}
	}
}

// TestDetectCoNLL tells tokens from texts and lists, also where the head ends within a line.
func TestDetectCoNLL(t *testing.T) {
	for head, want := range map[string]string{
		"hot O\novens B-Oven\n. O":                "conll",
		"hot\tJ\tO\t-\novens\tN\tB-Oven\tO:1\n.":  "conll",
		"-DOCSTART- -X- O O\n\nhot J":             "conll",
		strings.Repeat("hot\tO\n", 10):            "conll",
		"# id = 1\nhot O\novens B-Oven\n":         "conll",
		"# Ovens\n\nHobs are in group O\n":        "",
		"oven\tB-12\nstove\tI-7\n":                "", // ids
		"Ann\tO\nBob\tB\n":                        "", // blood groups
		"Vitamin B\nFactor I\nGroup O\n":          "",
		"It was hot. The ovens were\nof group O.": "",
	} {
		if got := Detect([]byte(head)); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
}

func FuzzCoNLL(f *testing.F) {
	f.Add("-DOCSTART- O\n\nbig B-Oven\noven I-Oven\n\n-DOCSTART-\nx O\n")
	f.Add("a\tO\t-\nhob\tB-H\tH:1\n \n# c\n\tO\t\n")
	f.Add("a U\r\nb E-\n\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		docs, out, err := all(text, "conll", nil)
		if err != nil {
			return
		}
		for _, d := range docs {
			if without, err := d.Locate(); err != nil {
				t.Errorf("%q: %v, %d", text, err, without)
			}
		}
		if again, out2, err := all(out, "conll", nil); err != nil || out2 != out || len(again) != len(docs) {
			t.Errorf("%q is written as %q, and that as %q (%v)", text, out, out2, err)
		}
	})
}
