package document

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/train/data/limit"
)

const docStart = "-DOCSTART-"

// coNLL reads a token a line.
type coNLL struct {
	name    string
	sc      *bufio.Scanner
	line    int
	whole   bool // documents begin with docStart; else each sentence is one
	behind  int  // columns behind that of tags, 0 or 1; -1 before the first token
	between []byte
	next    string // docStart of the next document
	read    int    // documents
}

func newCoNLL(r io.Reader, name string) *coNLL {
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, limit.Of().Line)
	return &coNLL{name: name, sc: sc, behind: -1}
}

func (c *coNLL) Between() []byte { return c.between }

// coNLLDocument is a document that is being read.
type coNLLDocument struct {
	Document
	text        strings.Builder
	characters  int
	begun, open bool // a sentence, a mention
}

func (c *coNLL) Next() (*Document, error) {
	d := &coNLLDocument{}
	d.raw, c.next, c.between = []byte(c.next), "", nil
	for ended := false; !ended && c.sc.Scan(); {
		c.line++
		line := strings.TrimRight(c.sc.Text(), "\r ")
		if c.line == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		var err error
		if ended, err = c.add(d, line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", c.name, c.line, err)
		}
	}
	if err := lineError(c.sc.Err()); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", c.name, c.line+1, err)
	}
	if d.endSentence(); d.characters == 0 {
		c.between = d.raw
		return nil, io.EOF
	}
	c.read++
	d.ID, d.Text = strconv.Itoa(c.read), d.text.String()
	for i := range d.Annotations {
		a := &d.Annotations[i]
		a.Mention = d.Text[a.Start:a.End]
	}
	return &d.Document, nil
}

// lineError is what a Scanner of lines of the usual length says.
func lineError(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return limit.Exceeded("a line longer than %s", limit.Bytes(limit.Of().Line))
	}
	return err
}

// add adds a line, and reports whether the document ends with it.
func (c *coNLL) add(d *coNLLDocument, line string) (ended bool, err error) {
	if !utf8.ValidString(line) {
		return false, errNotUTF8
	}
	if len(d.raw)+len(line) > limit.Of().Document {
		return false, fmt.Errorf("%w; are there lines with "+docStart+" between documents?", tooLarge("the document is"))
	}
	columns, tab := coNLLColumns(line)
	switch {
	case strings.HasPrefix(line, docStart):
		c.whole = true
		if d.characters > 0 {
			c.next = line + "\n"
			return true, nil
		}
	case len(columns) == 0:
		ended = d.endSentence() && !c.whole
	case isComment(line, columns):
	default:
		return false, c.token(d, line, columns, tab)
	}
	d.raw = append(d.raw, line+"\n"...)
	return ended, nil
}

// coNLLColumns returns the columns of a line, which are parted by tabs or else by blanks.
func coNLLColumns(line string) (columns []string, parted string) {
	columns = strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
	if len(columns) > 0 && strings.Contains(line, "\t") {
		return strings.Split(line, "\t"), "\t"
	}
	return columns, " "
}

// isComment reports whether a line is no token, even if that is "#".
func isComment(line string, columns []string) bool {
	return strings.HasPrefix(line, "# ") && tagOf(columns, 0) == "" && tagOf(columns, 1) == ""
}

// tagOf returns the tag of a token, before so many columns, "" if it has none.
func tagOf(columns []string, behind int) string {
	at := len(columns) - 1 - behind
	if at < 1 || columns[at] == "" {
		return ""
	}
	switch tag := columns[at]; {
	case tag == "O", strings.Contains("BIELSU", tag[:1]) && (len(tag) == 1 || len(tag) > 2 && tag[1] == '-'):
		return tag
	}
	return ""
}

// token adds a token, and an id behind its tag.
func (c *coNLL) token(d *coNLLDocument, line string, columns []string, parted string) error {
	if c.behind < 0 {
		if c.behind = 0; tagOf(columns, 0) == "" {
			c.behind = 1
		}
	}
	tag, id := tagOf(columns, c.behind), ""
	if tag == "" {
		return errors.New("not CoNLL: the last column of a token is a tag, such as O or B-TYPE, or an id behind that")
	}
	if c.behind == 1 {
		id = columns[len(columns)-1]
		line = line[:len(line)-len(id)]
	} else {
		line += parted
	}
	d.raw = append(d.raw, line...)
	if d.begun {
		d.text.WriteByte(' ')
		d.characters++
	}
	a := Annotation{Line: c.line, ID: id, was: id, at: d.characters, size: utf8.RuneCountInString(columns[0]), Start: d.text.Len()}
	_, a.Type, _ = strings.Cut(tag, "-")
	d.text.WriteString(columns[0])
	a.End = d.text.Len()
	d.begun, d.characters = true, d.characters+a.size
	begins, err := d.tagged(tag[0], &a)
	if written := cmp.Or(id, "-"); begins {
		last := &d.Annotations[len(d.Annotations)-1]
		last.start, last.end = len(d.raw), len(d.raw)+len(written)
		d.raw = append(d.raw, written...)
	} else {
		d.raw = append(d.raw, '-')
	}
	d.raw = append(d.raw, '\n')
	return err
}

// tagged adds a token to the mentions, and reports whether one begins.
func (d *coNLLDocument) tagged(tag byte, token *Annotation) (begins bool, err error) {
	last := len(d.Annotations) - 1
	goes := strings.IndexByte("IEL", tag) >= 0 && d.open && d.Annotations[last].Type == token.Type
	if d.open = strings.IndexByte("BI", tag) >= 0; goes {
		a := &d.Annotations[last]
		a.End, a.size = token.End, a.size+1+token.size
	}
	if goes || tag == 'O' {
		return false, nil
	}
	if most := limit.Of().Marks; last+1 == most {
		return false, limit.Exceeded("the document has more than %d marks", most)
	}
	d.Annotations = append(d.Annotations, *token)
	return true, nil
}

// endSentence reports whether there was one.
func (d *coNLLDocument) endSentence() bool {
	was := d.begun
	if was {
		d.text.WriteByte('\n')
		d.characters++
	}
	d.begun, d.open = false, false
	return was
}

func (c *coNLL) id(_ *Document, a *Annotation) string { return cmp.Or(word(a.ID), "-") }

// mark adds nothing: marks are columns of the tokens.
func (c *coNLL) mark(*Document, *Annotation) (before, after string) { return "", "" }

// isCoNLL reports whether all lines that a head has as a whole have tags, and enough of them: a list of ids such as B-12 has
// no O, and one of blood groups no types.
func isCoNLL(head []byte) bool {
	if end := bytes.LastIndexByte(head, '\n'); end >= 0 {
		head = head[:end]
	}
	lines, outside, typed := 0, 0, false
	for line := range bytes.Lines(head) {
		line := strings.TrimRight(string(line), "\r\n ")
		columns, _ := coNLLColumns(line)
		if len(columns) == 0 || isComment(line, columns) {
			continue
		}
		if columns[0] == docStart {
			return true
		}
		tag := cmp.Or(tagOf(columns, 0), tagOf(columns, 1))
		if tag == "" {
			return false
		}
		if lines++; tag == "O" {
			outside++
		}
		typed = typed || len(tag) > 1
	}
	return outside > 0 && (typed || lines >= 10)
}
