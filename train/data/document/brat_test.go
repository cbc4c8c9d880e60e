package document

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data/limit"
)

// bratOf reads a text and its marks; change may change the document, which is written.
func bratOf(text, marks string, change func(d *Document, r Reader)) (d *Document, out string, err error) {
	r := NewBrat(strings.NewReader(text), strings.NewReader(marks), "a.txt", "a.ann")
	if d, err = r.Next(); err != nil {
		return nil, "", err
	}
	if change != nil {
		change(d, r)
	}
	var b strings.Builder
	if err := Write(&b, r, d); err != nil {
		return nil, "", err
	}
	_, err = r.Next()
	return d, b.String(), err
}

const (
	bratText  = "Ovens \U0001F525 and old\nstoves: warm and hot ovens."
	bratMarks = "T1\tOven 0 5\tOvens\nR1\tNear Arg1:T1 Arg2:T7\nT7\tStove 12 15;16 22\told stoves\nT3\tOven 24 28;37 42\twarm ovens\n" +
		"N2\tReference T7 X:1\tstove\nA1\tPast T7\n#1\tAnnotatorNotes T1\ta note\nN9\tReference T7 Stove:2\tstove\nN3\tReference R1 X:3\tno mention\n"
)

func TestBrat(t *testing.T) {
	d, out, err := bratOf(bratText, bratMarks, nil)
	want := strings.NewReplacer("N2\tReference T7 X:1\tstove\n", "", "N9\tReference T7 Stove:2\tstove\n", "",
		"old stoves\n", "old stoves\nN2\tReference T7 X:1\tstove\nN9\tReference T7 Stove:2\tstove\n").Replace(bratMarks)
	if err != io.EOF || out != want {
		t.Fatalf("%v\n%s\nwant\n%s", err, out, want)
	}
	without, err := d.Locate()
	var got []string
	for _, a := range d.Annotations {
		got = append(got, fmt.Sprintf("%s %s %q %s %d", a.Mention, a.Type, d.Text[a.Start:a.End], a.ID, a.Line))
	}
	if s := strings.Join(got, "; "); err != nil || without != 1 || s != `Ovens Oven "Ovens"  1; old stoves Stove "old\nstoves" X:1|2 3; warm ovens Oven ""  4` {
		t.Errorf("%v, %d without a place: %s", err, without, s)
	}
	_, again, _ := bratOf(bratText, out, nil)
	if again != out {
		t.Errorf("read back:\n%s", again)
	}
}

// TestBratIDs replaces ids by lines of their own, and keeps all else, also the pieces of a mention.
func TestBratIDs(t *testing.T) {
	_, out, err := bratOf(bratText, bratMarks, func(d *Document, _ Reader) {
		for i, id := range []string{"Y:4", "-", "O5|Y:6 7"} {
			d.Annotations[i].ID = id
		}
	})
	want := strings.NewReplacer("N2\tReference T7 X:1\tstove\n", "", "N9\tReference T7 Stove:2\tstove\n", "",
		"\tOvens\n", "\tOvens\nN10\tReference T1 Y:4\tOvens\n", "warm ovens\n", "warm ovens\nN11\tReference T3 Oven:O5\twarm ovens\nN12\tReference T3 Y:6_7\twarm ovens\n").Replace(bratMarks)
	if err != io.EOF || out != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}

// TestBratMark marks a document without mentions, up to the last character of its text.
func TestBratMark(t *testing.T) {
	_, out, err := bratOf("\U0001F525 hot ovens", "#1\tAnnotatorNotes T1\ta note\n", func(d *Document, r Reader) {
		d.Mark(r, []Annotation{{Start: 5, End: 8, Type: "A B", ID: "-"}, {Start: 9, End: 14, Type: "Oven", ID: "O:1"}})
	})
	if want := "#1\tAnnotatorNotes T1\ta note\nT1\tA_B 2 5\thot\nT2\tOven 6 11\tovens\nN3\tReference T2 O:1\tovens\n"; err != io.EOF || out != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}

func TestBratBad(t *testing.T) {
	for _, tt := range []struct{ text, marks, want string }{
		{"a", "T1\tOven 0 1\ta\nT2 Oven 0 1 a\n", "a.ann:2: not brat: a mention is ID TAB TYPE START END TAB TEXT"},
		{"a", "T1\tOven 0\ta\n", "a.ann:1: not brat"},
		{"a", "T1\tOven -1 1\ta\n", "a.ann:1: not brat"},
		{"a", "#1\t\xff\n", "a.ann:1: not UTF-8"},
		{"\xff", "", "a.txt: not UTF-8"},
		{"a", strings.Repeat("#\n", limit.Of().Marks+1), "a.ann:262145: the document has more than 262144 lines"},
		{"a", strings.Repeat("a", limit.Of().Line+1), "a.ann:1: a line longer than 1 MiB"},
	} {
		if _, _, err := bratOf(tt.text, tt.marks, nil); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%.50q: %v, want %q", tt.marks, err, tt.want)
		}
	}
	d, _, _ := bratOf("a", "T1\tOven 99999999999999999999 99999999999999999999\ta\nT2\tOven 5 9\tb\nT3\tOven 3 2\tb\n", nil)
	if _, err := d.Locate(); err == nil || !strings.Contains(err.Error(), `2: "b" does not stand at 5`) {
		t.Error(err)
	}
}

func FuzzBrat(f *testing.F) {
	f.Add(bratText, bratMarks)
	f.Add("", "T1\tA 0 0\t\nT1\tA 0 0\t\nN\tReference T1 A:\t\r\n")
	f.Add("a\nb", "T1\tA 0 1;2 3\ta b\nN1\tReference T1 A:A:b|c\n")
	f.Fuzz(func(t *testing.T, text, marks string) {
		d, out, err := bratOf(text, marks, nil)
		if err != io.EOF {
			return
		}
		again, out2, err := bratOf(text, out, func(d *Document, _ Reader) {
			for i := range d.Annotations {
				d.Annotations[i].ID += "|X:1"
			}
		})
		if err != io.EOF || len(again.Annotations) != len(d.Annotations) {
			t.Fatalf("%q is written as %q, and that as %q (%v)", marks, out, out2, err)
		}
		d.Locate()
	})
}
