package document

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestPeek requires documents that were read ahead to come again, and what is written of them to be the file.
func TestPeek(t *testing.T) {
	const file = "1|t|Asthma\n1|a|in a child.\n1\t0\t6\tAsthma\tDisease\tX:1\n\n2|t|Gout\n2|a|\n2\t0\t4\tGout\tDisease\t-\n\n\n3|t|Acne\n3|a|\n3\t0\t4\tAcne\tDisease\tX:3\n"
	for enough, want := range map[int]int{1: 1, 2: 2, 9: 3} {
		r, err := NewReader(strings.NewReader(file), "f", "pubtator")
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		first, r := Peek(r, func(d *Document) bool {
			seen += len(d.Annotations)
			return seen >= enough
		})
		if len(first) != want {
			t.Errorf("%d documents for %d mentions, want %d", len(first), enough, want)
		}
		var out bytes.Buffer
		for {
			d, err := r.Next()
			if err != nil && err != io.EOF {
				t.Fatal(err)
			}
			if err := Write(&out, r, d); err != nil {
				t.Fatal(err)
			}
			if d == nil {
				break
			}
		}
		if out.String() != file {
			t.Errorf("after %d documents:\n%s\nwant\n%s", want, out.String(), file)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("after the end: %v", err)
		}
	}
	r, err := NewReader(strings.NewReader("1|t|Asthma\n1|a|\n\nno document\n"), "f", "pubtator")
	if err != nil {
		t.Fatal(err)
	}
	first, again := Peek(r, func(*Document) bool { return false })
	if d, err := again.Next(); len(first) != 1 || d != first[0] || err != nil {
		t.Errorf("%d documents before a bad one, then %v", len(first), err)
	}
	if _, err := again.Next(); err == nil || err == io.EOF {
		t.Errorf("a bad document ends the file with %v", err)
	}
}
