// Package document reads documents with marked mentions. It writes them back with new ids, or with marks where there
// were none, and no other change.
//
// # PubTator
//
//	PMID|t|TITLE
//	PMID|a|ABSTRACT
//	PMID TAB START TAB END TAB MENTION TAB TYPE [TAB ID [TAB ...]]
//
// TYPE may be several types with commas between them, as the semantic types of MedMentions (T116,T123). Empty lines
// separate documents. Lines of other forms, such as relations, are kept. Offsets are in characters of title and
// abstract with one character between them; the package ignores them, since each line has its mention. CRLF line ends
// become LF.
//
// # BioC XML
//
// The mention of an annotation is the content of its text element, its type that of the infon with the key "type", and
// its id that of the infon "identifier". All other bytes stay, except a stated encoding, which becomes UTF-8. XML
// entities other than the predefined ones are errors.
//
// BioC JSON is read and written alike, as a collection or as documents in a list or one after another.
//
// # brat
//
//	T1 TAB TYPE START END[;START END ...] TAB MENTION
//	N1 TAB Reference T1 DATABASE:ID TAB NAME
//
// A text is one file, its marks are another, of which all lines are kept: relations, attributes, notes. Lines with ids
// move behind the mention that they are of. A mention of several pieces has no place of its own, and stays as it is.
//
// # CoNLL
//
//	TOKEN [COLUMN ...] TAG [ID]
//
// TAG is O, or B, I, E, L, S or U, with -TYPE behind: BIO, IOB2, BIOES and BILOU. The text has single blanks between
// tokens. An empty line ends a sentence, which is a document, unless lines that begin with -DOCSTART- do. Ids are written
// as the last column, in the line of the first token; "-" is none.
//
// Memory holds one document at a time, of at most 64 MiB.
package document

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/train/data/limit"
)

// tooLarge is the reason that a document, or what is in it, is refused.
func tooLarge(what string) error {
	return limit.Exceeded("%s larger than %s", what, limit.Bytes(limit.Of().Document))
}

// Document is one document. Its annotations' IDs may be changed before it is written.
type Document struct {
	ID          string
	Text        string // all passages, each ended by a line feed
	Annotations []Annotation

	units      []unit
	raw        []byte
	start, end int64 // of it in the file, before it is read
	numbered   int   // the largest number of what brat numbers
}

// Annotation is a marked mention.
type Annotation struct {
	Mention, Type string
	ID            string // as in the file, "" for none
	Line          int    // in its file, from 1
	Start, End    int    // bytes of Document.Text, by Locate; both 0 where it does not stand

	at, size      int    // characters, as the file states them; size 0: it does not
	was           string // ID as in the file
	start, end    int    // where the ID stands in raw, or is to stand
	before, after string // what has to be around a new one
	key           string // of brat
}

// Namespace returns the namespace for mentions of a type: that of the whole text, or else of the first of several
// types, separated by commas, that has one; "" means any.
func Namespace(namespaces map[string]string, mentionType string) string {
	if n, ok := namespaces[mentionType]; ok {
		return n
	}
	for one := range strings.SplitSeq(mentionType, ",") {
		if n, ok := namespaces[strings.TrimSpace(one)]; ok {
			return n
		}
	}
	return ""
}

// formats are the formats that a Reader knows.
var formats = []string{"pubtator", "bioc", "conll"}

// Reader reads documents.
type Reader interface {
	// Next returns the next document, io.EOF after the last. Errors name file and line.
	Next() (*Document, error)
	// Between returns what stands between the document before, or the start of the
	// file, and the document that Next has just returned, or the end.
	Between() []byte

	id(d *Document, a *Annotation) string                   // returns the id as the format has it
	mark(d *Document, a *Annotation) (before, after string) // what is around the id of a new annotation
}

// NewReader returns a reader of a format; name is the file's in errors.
func NewReader(r io.Reader, name, format string) (Reader, error) {
	switch format {
	case "pubtator":
		return newPubTator(r, name), nil
	case "bioc":
		b := bufio.NewReader(r)
		if head, _ := b.Peek(b.Size()); isJSON(head) {
			return newBioCJSON(b, name), nil
		}
		return newBioC(b, name), nil // which gets the error
	case "conll":
		return newCoNLL(r, name), nil
	}
	return nil, fmt.Errorf("there is no document format %q; there are %q", format, formats)
}

// Detect returns the format of a file that begins with head, "" for none of them and for brat, which the name tells.
func Detect(head []byte) string {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \r\n\t")
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if f := bytes.SplitN(line, []byte("|"), 3); len(f) == 3 && string(f[1]) == "t" && !bytes.ContainsAny(f[0], "\t ") {
		return "pubtator"
	}
	if bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<collection")) || isJSON(head) && bytes.Contains(head, []byte(`"passages"`)) {
		return "bioc"
	}
	if isCoNLL(head) {
		return "conll"
	}
	return ""
}

func isJSON(head []byte) bool { return bytes.IndexAny(bytes.TrimLeft(head, " \r\n\t"), "{[") == 0 }

var errNotUTF8 = errors.New("not UTF-8; convert it with iconv -t UTF-8")

type pubTator struct {
	name    string
	sc      *bufio.Scanner
	line    int
	between []byte
}

func newPubTator(r io.Reader, name string) *pubTator {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), limit.Of().Document)
	return &pubTator{name: name, sc: sc}
}

func (p *pubTator) Between() []byte { return p.between }

func (p *pubTator) id(_ *Document, a *Annotation) string { return p.escape(a.ID) }

func (p *pubTator) escape(text string) string { return lineText.Replace(text) }

var lineText = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

func (p *pubTator) Next() (*Document, error) {
	p.between = nil
	var d *Document
	for p.sc.Scan() {
		p.line++
		line := bytes.TrimRight(p.sc.Bytes(), "\r")
		if p.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(line)) == 0 {
			if d != nil {
				d.raw = append(d.raw, '\n')
				return d, nil
			}
			p.between = append(p.between, '\n')
			continue
		}
		if d == nil {
			d = &Document{}
		}
		if err := p.add(d, line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", p.name, p.line, err)
		}
	}
	if err := p.sc.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = tooLarge("the line is")
		}
		return nil, fmt.Errorf("%s:%d: %w", p.name, p.line+1, err)
	}
	if d == nil {
		return nil, io.EOF
	}
	return d, nil
}

func (p *pubTator) add(d *Document, line []byte) error {
	if !utf8.Valid(line) {
		return errNotUTF8
	}
	if len(d.raw)+len(line) > limit.Of().Document {
		return fmt.Errorf("%w; are there empty lines between documents?", tooLarge("the document is"))
	}
	at := len(d.raw)
	d.raw = append(append(d.raw, line...), '\n')
	if f := bytes.SplitN(line, []byte("|"), 3); len(f) == 3 && len(f[1]) == 1 && !bytes.ContainsRune(f[0], '\t') {
		if d.ID == "" {
			d.ID = string(f[0])
		} else if d.ID != string(f[0]) {
			return fmt.Errorf("document %s within document %s; they are separated by an empty line", f[0], d.ID)
		}
		d.Text += string(f[2]) + "\n"
		d.units = []unit{{at: len(d.raw), end: len(d.raw)}}
		return nil
	}
	if d.ID == "" {
		return errors.New("not PubTator: a document begins with PMID|t|TITLE")
	}
	f := bytes.Split(line, []byte("\t"))
	if len(f) < 5 || !isNumber(f[1]) || !isNumber(f[2]) {
		return nil // a relation
	}
	if most := limit.Of().Marks; len(d.Annotations) == most {
		return limit.Exceeded("the document has more than %d marks", most)
	}
	a := Annotation{Mention: string(f[3]), Type: string(f[4]), Line: p.line, start: at + len(line), end: at + len(line), before: "\t"}
	a.at, _ = strconv.Atoi(string(f[1]))
	end, _ := strconv.Atoi(string(f[2]))
	a.size = end - a.at
	if len(f) > 5 {
		a.ID, a.was, a.before = string(f[5]), string(f[5]), ""
		a.start = at + len(bytes.Join(f[:5], []byte("\t"))) + 1
		a.end = a.start + len(f[5])
	}
	d.Annotations = append(d.Annotations, a)
	return nil
}

func isNumber(b []byte) bool {
	return len(b) > 0 && len(bytes.Trim(b, "0123456789")) == 0
}
