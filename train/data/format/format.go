package format

import (
	"io"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/train/data/sheet"
)

// Term is an entry of a file, or a part of one. Parts with the same ID belong together.
type Term struct {
	Line       int // where it begins, from 1; 0 for what only the whole file shows
	ID         string
	Names      []Name
	FullName   string  // which of the names, if the primary one is a symbol for it
	Weight     float64 // when HasWeight
	HasWeight  bool
	Namespace  string // "" if the file states none
	Definition string
	AltIDs     []string // other ids of the same entity
	XRefs      []string // ids of the same entity, or nearly, in other terminologies
	Links      []Link
	Fields     []Field
	Obsolete   bool
	ReplacedBy string // of an obsolete term, "" if the file states none
}

// Name is one name of a term.
type Name struct {
	Text      string
	Kind      pack.Kind
	Languages string // see data.Name
}

// Link says that a term is in a relation, such as is_a, to another.
type Link struct{ Relation, Target string }

// Field is what a further column says of a term.
type Field struct{ Name, Value string }

// reset makes the term an empty one, and keeps its memory.
func (t *Term) reset(line int, id string) {
	*t = Term{Line: line, ID: id, Names: t.Names[:0], AltIDs: t.AltIDs[:0], XRefs: t.XRefs[:0], Links: t.Links[:0], Fields: t.Fields[:0]}
}

// truth matches values that mean yes. That a term is obsolete, files also state as a version or a status.
var truth = pattern.Of(`(?i)^\s*(true|yes|1|\d+(\.\d+)+|(obsolete|retired|deprecated).*)\s*$`)

func isTrue(value string) bool { return truth().MatchString(value) }

// name adds a name, unless it is empty.
func (t *Term) name(text string, kind pack.Kind) {
	if text != "" {
		t.Names = append(t.Names, Name{Text: text, Kind: kind})
	}
}

func (t *Term) names(texts []string, kind pack.Kind) {
	for _, text := range texts {
		t.name(text, kind)
	}
}

// xref adds a reference to an entity of another database.
func (t *Term) xref(prefix, local string) {
	if local != "" {
		t.XRefs = append(t.XRefs, prefix+":"+local)
	}
}

func (t *Term) link(relation, target string) {
	if target != "" {
		t.Links = append(t.Links, Link{relation, target})
	}
}

// Sink takes what a reader finds.
type Sink interface {
	// Term takes a term. The reader goes on to use its memory, not its strings.
	Term(t *Term) error
	// Skip notes an entry that is left out on purpose, for one of a few reasons.
	Skip(line int, reason, example string)
	// Bad notes a line or entry that breaks the format. The reader goes on when it returns nil.
	Bad(line int, reason string) error
	// Layout tells how a table is read, before its rows.
	Layout(l *Layout)
}

// Options says what to read. The zero value reads English names of UMLS, RDF and SNOMED, and all of
// the other formats.
type Options struct {
	Languages []string          // see Language, the preferred one first; "all" for all; none: English of UMLS, RDF and SNOMED, all of others
	Sources   []string          // UMLS: abbreviations of the sources wanted; Gilda: their names
	Taxa      []string          // NCBI taxonomy ids wanted, of genes and proteins
	Trees     []string          // MeSH: beginnings of the tree numbers wanted, such as C and F03
	Columns   map[string]string // table: role, or name of a further field -> its column, by name or number, see Roles; HGNC: id
	Synonyms  []string          // table, JSON: columns of synonyms beside that of Columns
	Table     sheet.Options     // table: what of it is not found out
	Separator string            // table, JSON: between synonyms, or none; "": found out, bars in JSON
	Kinds     []string          // TSV, taxdump: kinds of names wanted, as the files call them
}

// Format is a kind of file.
type Format struct {
	Name   string // as in --input-format
	Title  string // for people
	Prefix string // usual CURIE prefix of its ids if they come without one
	About  bool   // it tells more about the entities of other files, and is read after them
	// Translates marks a format with names of the entities of other files. It adds no entity to these.
	Translates bool
	// Retires marks a format that only lists obsolete ids of other files. It is read before them.
	Retires bool
	// RetiredBy is the name of the format that lists obsolete ids of this one.
	RetiredBy string
	// Alone is a remark about a file of this format without such a list.
	Alone string

	sniff func(h *head) bool
	read  func(in *input) error
}

// Read reads UTF-8 text to its end. Errors of r are returned as they are, others are of type
// *Error.
func (f *Format) Read(r io.Reader, o Options, sink Sink) error {
	return f.read(&input{r: r, o: o, sink: sink, title: f.Title, fields: Fields(o.Columns)})
}

// input is what a reader works on.
type input struct {
	r      io.Reader
	o      Options
	sink   Sink
	title  string
	fields []string // see Fields
	term   Term
	line   int // the current one, of readers that go by lines
}

func (in *input) emit() error { return in.sink.Term(&in.term) }
