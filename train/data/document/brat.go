package document

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/train/data/limit"
)

// brat reads a document of which a text and its marks are two files.
type brat struct {
	title, name string
	text, marks io.Reader
	read        bool
}

// NewBrat returns a reader of a text and its marks, nil for none, which are called title and name in errors. Only the marks
// are written back.
func NewBrat(text, marks io.Reader, title, name string) Reader {
	if marks == nil {
		marks = strings.NewReader("")
	}
	return &brat{title: title, name: name, text: text, marks: marks}
}

func (b *brat) Between() []byte { return nil }

func (b *brat) Next() (*Document, error) {
	if b.read {
		return nil, io.EOF
	}
	b.read = true
	text, err := io.ReadAll(&limit.Reader{R: b.text, Left: limit.Of().Document, Err: tooLarge("the text is")})
	if err == nil && !utf8.Valid(text) {
		err = errNotUTF8
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.title, err)
	}
	f := bratFile{d: &Document{ID: b.title, Text: string(text)}}
	sc := bufio.NewScanner(&limit.Reader{R: b.marks, Left: limit.Of().Document, Err: tooLarge("the file is")})
	sc.Buffer(nil, limit.Of().Line)
	for sc.Scan() {
		if err := f.line(strings.TrimRight(sc.Text(), "\r")); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", b.name, len(f.lines)+1, err)
		}
	}
	if err := lineError(sc.Err()); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", b.name, len(f.lines)+1, err)
	}
	return f.document(), nil
}

// bratFile is what is read of a file of marks.
type bratFile struct {
	d     *Document
	lines []bratLine
	runes []rune // of the text, once they are needed
}

// bratLine is a line of the file: a mention, an id of one, or anything else.
type bratLine struct {
	text, of, id string
	mark         *Annotation
}

var (
	bratMention   = pattern.Of(`^(T[^\t ]+)\t([^\t ]+) (\d+ \d+(?:;\d+ \d+)*)\t(.*)$`)
	bratReference = pattern.Of(`^N\d*\tReference (T[^\t ]+) ([^\t]+)`)
	bratNumber    = pattern.Of(`^[NT](\d{1,9})\t`)
)

func (f *bratFile) line(text string) error {
	if !utf8.ValidString(text) {
		return errNotUTF8
	}
	if n := bratNumber().FindStringSubmatch(text); n != nil {
		number, _ := strconv.Atoi(n[1]) // of at most nine digits
		f.d.numbered = max(f.d.numbered, number)
	}
	line := bratLine{text: text}
	if r := bratReference().FindStringSubmatch(text); r != nil {
		line.of, line.id = r[1], r[2]
	} else if strings.HasPrefix(text, "T") {
		m := bratMention().FindStringSubmatch(text)
		if m == nil {
			return errors.New("not brat: a mention is ID TAB TYPE START END TAB TEXT")
		}
		line.mark = &Annotation{key: m[1], Type: m[2], Mention: m[4], Line: len(f.lines) + 1}
		line.mark.at, line.mark.size = f.place(m[3])
	}
	if most := limit.Of().Marks; len(f.lines) >= most {
		return limit.Exceeded("the document has more than %d lines", most)
	}
	f.lines = append(f.lines, line)
	return nil
}

// place returns where a mention stands, size 0 if it has several pieces. Pieces that lie on two lines of the text with
// nothing between them are one.
func (f *bratFile) place(pieces string) (at, size int) {
	last := -1
	for piece := range strings.SplitSeq(pieces, ";") {
		from, to, _ := strings.Cut(piece, " ")
		start, err := strconv.Atoi(from)
		end, err2 := strconv.Atoi(to)
		switch {
		case err != nil || err2 != nil || end < start:
			return 0, 0
		case last < 0:
			at = start
		case !f.isLineEnd(last, start):
			return 0, 0
		}
		last = end
	}
	return at, last - at
}

// isLineEnd reports whether one character, a line end, is all that is between two places.
func (f *bratFile) isLineEnd(from, to int) bool {
	if f.runes == nil {
		f.runes = []rune(f.d.Text)
	}
	return to == from+1 && to <= len(f.runes) && f.runes[from] == '\n'
}

// document returns the document. The ids of a mention come to stand behind it, where they are replaced.
func (f *bratFile) document() *Document {
	d, ids := f.d, map[string][]*bratLine{}
	for i := range f.lines {
		if m := f.lines[i].mark; m != nil {
			ids[m.key] = nil
		}
	}
	for i := range f.lines {
		of := f.lines[i].of
		if list, ok := ids[of]; ok {
			ids[of] = append(list, &f.lines[i])
		}
	}
	for _, l := range f.lines {
		if _, moved := ids[l.of]; moved {
			continue
		}
		d.raw = append(append(d.raw, l.text...), '\n')
		if l.mark != nil {
			d.Annotations = append(d.Annotations, d.identified(l.mark, ids[l.mark.key]))
			ids[l.mark.key] = nil // a second mention called alike has none
		}
	}
	d.units = []unit{{at: len(d.raw), end: len(d.raw)}}
	return d
}

// identified returns a mention with its ids, which are written behind it.
func (d *Document) identified(a *Annotation, lines []*bratLine) Annotation {
	a.start = len(d.raw)
	for i, l := range lines {
		d.raw = append(append(d.raw, l.text...), '\n')
		if i > 0 {
			a.ID += "|"
		}
		a.ID += strings.TrimPrefix(l.id, a.Type+":")
	}
	a.end, a.was = len(d.raw), a.ID
	return *a
}

// id returns a line for each id, which is a database and an id of it. The type stands for a database that is not stated.
func (b *brat) id(d *Document, a *Annotation) string {
	var out strings.Builder
	for id := range strings.SplitSeq(a.ID, "|") {
		if id == "" || id == "-" {
			continue
		}
		if !strings.Contains(id, ":") {
			id = a.Type + ":" + id
		}
		d.numbered++
		fmt.Fprintf(&out, "N%d\tReference %s %s\t%s\n", d.numbered, a.key, word(id), lineText.Replace(a.Mention))
	}
	return out.String()
}

// word returns a text without blanks.
func word(s string) string { return strings.Join(strings.Fields(s), "_") }

func (b *brat) mark(d *Document, a *Annotation) (before, after string) {
	d.numbered++
	a.key = fmt.Sprintf("T%d", d.numbered)
	return fmt.Sprintf("%s\t%s %d %d\t%s\n", a.key, word(a.Type), a.at, a.at+a.size, lineText.Replace(a.Mention)), ""
}
