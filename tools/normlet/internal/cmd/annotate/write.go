package annotate

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
)

// writer writes the entities of documents.
type writer interface {
	begin(t *text) (wanted bool, err error)     // before print
	print(t *text, spans []annotate.Span) error // of a document, or the next part of it
	end() error
}

// format is how the entities of documents are written.
type format struct {
	name, ending string // of files
	before       string // what stands before the documents
	// write writes a document, or the next part of it. An error of p.w stays there.
	write func(p *printer, t *text, spans []annotate.Span, places [][2]int) error
	after func(p *printer) // what stands after the documents; nil: nothing
}

var formats = []format{
	{"table", ".table", "", writeTable, nil},
	{"json", ".json", "[", writeJSON, func(p *printer) { p.w.WriteString("]\n") }},
	{"jsonl", ".jsonl", "", writeJSON, nil},
	{"pubtator", ".pubtator", "", writePubTator, nil},
	{"bioc", ".json", `{"source":"normlet","documents":[`, writeBioC, endBioC},
	{"brat", ".ann", "", writeBrat, nil},
	{"conll", ".conll", "", writeCoNLL, nil},
	{"html", ".html", pageHead, writeHTML, endHTML},
	{"spacy", ".jsonl", "", writeSpaCy, nil},
}

func formatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// printer writes documents in a format.
type printer struct {
	*format
	w                *bufio.Writer
	look             tabular.Look
	entity           func(id string) (core.Entity, bool)
	documents, parts int      // written before
	marks, notes     int      // of the document
	types            []string // of spans, in the order in which they came
}

func newPrinter(name string, w *bufio.Writer, n *core.Normalizer) *printer {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	return &printer{format: &formats[i], w: w, entity: packfile.Entities(n)}
}

// print writes a document, or the next part of it.
func (p *printer) print(t *text, spans []annotate.Span) error {
	p.head()
	err := p.write(p, t, spans, annotate.Places(t.Text, spans, nil))
	if p.parts++; t.Start == 0 {
		p.documents++
	}
	_, before := p.w.Write(nil) // an error of the writes before
	return cmp.Or(err, before)
}

func (p *printer) begin(*text) (wanted bool, err error) { return true, nil }

func (p *printer) head() {
	if p.parts == 0 {
		p.w.WriteString(p.before)
	}
}

func (p *printer) end() error {
	if p.head(); p.after != nil {
		p.after(p)
	}
	return nil // an error of the writes stays in p.w
}

func ids(s *annotate.Span) string {
	if list := s.IDs(); len(list) > 0 {
		return escape.Items(list)
	}
	return "-"
}

func writeTable(p *printer, t *text, spans []annotate.Span, places [][2]int) error {
	rows := [][]string{{"text", "type", "id", "name", "p", "place", "says"}}
	for i := range spans {
		s := &spans[i]
		rows = append(rows, []string{t.Text[s.Start:s.End], s.Type, ids(s), escape.Items(s.Names()), strconv.FormatFloat(s.P, 'f', 3, 64),
			fmt.Sprintf("%s:%d-%d", t.ID, t.Start+places[i][0], t.Start+places[i][1]), strings.Join(answer.Assertions(s.Assertion), " ")})
	}
	return p.look.Write(p.w, rows, 4)
}

func writePubTator(p *printer, t *text, spans []annotate.Span, places [][2]int) error {
	id := strings.ReplaceAll(escape.Word(t.ID), "|", "_")
	if t.Start > 0 {
		id += ":" + strconv.Itoa(t.Start)
	}
	title, rest, _ := strings.Cut(strings.TrimSuffix(t.Text, "\n"), "\n")
	fmt.Fprintf(p.w, "%s|t|%s\n%s|a|%s\n", id, escape.Line(title), id, escape.Line(rest))
	for i := range spans {
		s := &spans[i]
		fmt.Fprintf(p.w, "%s\t%d\t%d\t%s\t%s\t%s\n", id, places[i][0], places[i][1], escape.Line(t.Text[s.Start:s.End]), escape.Text(s.Type), ids(s))
	}
	return p.w.WriteByte('\n')
}

// errSeveral says that brat has ids and places in one document.
var errSeveral = errors.New("a file of brat holds one document: state --out FOLDER for a file for each")

// writeBrat writes the .ann of one document. Its ids go on from part to part.
func writeBrat(p *printer, t *text, spans []annotate.Span, places [][2]int) error {
	if t.Start == 0 && p.documents > 0 {
		return errSeveral
	}
	for i, at := range places {
		s := &spans[i]
		p.marks++
		kind := escape.Word(s.Type)
		fmt.Fprintf(p.w, "T%d\t%s %d %d\t%s\n", p.marks, kind, t.Start+at[0], t.Start+at[1], escape.Line(t.Text[s.Start:s.End]))
		for _, id := range s.IDs() {
			if !strings.Contains(id, ":") {
				id = kind + ":" + id
			}
			p.notes++
			fmt.Fprintf(p.w, "N%d\tReference T%d %s\t%s\n", p.notes, p.marks, escape.Word(id), escape.Items(s.Names()))
		}
		for _, a := range answer.Assertions(s.Assertion) {
			fmt.Fprintf(p.w, "A%d%s\t%s T%d\n", p.marks, a[:1], strings.ToUpper(a[:1])+a[1:], p.marks)
		}
	}
	return nil
}

func writeCoNLL(p *printer, t *text, spans []annotate.Span, _ [][2]int) error {
	if t.Start == 0 {
		p.w.WriteString("-DOCSTART-\tO\n\n")
	}
	next := 0
	for _, token := range annotate.Tokens(t.Text) {
		for next < len(spans) && spans[next].End <= token.Start {
			next++
		}
		label := "O"
		if next < len(spans) && spans[next].Start <= token.Start {
			label = "I-" + escape.Word(spans[next].Type)
			if spans[next].Start == token.Start {
				label = "B-" + escape.Word(spans[next].Type)
			}
		}
		fmt.Fprintf(p.w, "%s\t%s\n", escape.Line(t.Text[token.Start:token.End]), label)
		if token.Last {
			p.w.WriteByte('\n')
		}
	}
	return nil
}

func writeSpaCy(p *printer, t *text, spans []annotate.Span, places [][2]int) error {
	type ent struct {
		Start int    `json:"start"`
		End   int    `json:"end"`
		Label string `json:"label"`
		KB    string `json:"kb_id,omitempty"`
		Says  string `json:"says,omitempty"`
	}
	out := struct {
		Text string `json:"text"`
		Ents []ent  `json:"ents"`
	}{t.Text, []ent{}}
	for i := range spans {
		out.Ents = append(out.Ents, ent{places[i][0], places[i][1], spans[i].Type, strings.Join(spans[i].IDs(), "|"), strings.Join(answer.Assertions(spans[i].Assertion), " ")})
	}
	return escape.WriteJSON(p.w, out)
}

// writeJSON writes an object for each document: a line, or in json an element of the one array.
func writeJSON(p *printer, t *text, spans []annotate.Span, _ [][2]int) error {
	out := struct {
		ID    string        `json:"id"`
		Spans []answer.Span `json:"spans"`
	}{t.ID, answer.NewSpans(t.Text, spans)}
	for i := range out.Spans {
		out.Spans[i].Start += t.Start
		out.Spans[i].End += t.Start
	}
	if p.after != nil && p.parts > 0 {
		p.w.WriteByte(',')
	}
	return escape.WriteJSON(p.w, out)
}

// writeBioC writes a document of a collection in BioC JSON.
func writeBioC(p *printer, t *text, spans []annotate.Span, places [][2]int) error {
	type location struct {
		Offset int `json:"offset"`
		Length int `json:"length"`
	}
	type mark struct {
		ID        string            `json:"id"`
		Infons    map[string]string `json:"infons"`
		Text      string            `json:"text"`
		Locations []location        `json:"locations"`
	}
	passage := struct {
		Offset      int               `json:"offset"`
		Infons      map[string]string `json:"infons"`
		Text        string            `json:"text"`
		Annotations []mark            `json:"annotations"`
	}{t.Start, map[string]string{}, strings.TrimSuffix(t.Text, "\n"), []mark{}}
	if t.Start > 0 {
		p.w.WriteByte(',') // the next passage
	} else if err := p.beginBioC(t.ID); err != nil {
		return err
	}
	for i, at := range places {
		s := &spans[i]
		p.marks++
		infons := map[string]string{"type": s.Type, "identifier": ids(s)}
		for _, a := range answer.Assertions(s.Assertion) {
			infons[a] = "true"
		}
		passage.Annotations = append(passage.Annotations, mark{strconv.Itoa(p.marks), infons, t.Text[s.Start:s.End], []location{{t.Start + at[0], at[1] - at[0]}}})
	}
	return escape.WriteJSON(p.w, passage)
}

func (p *printer) beginBioC(id string) error {
	p.marks = 0
	if p.documents > 0 {
		p.w.WriteString("]},")
	}
	p.w.WriteString("\n{\"id\":")
	if err := escape.WriteJSON(p.w, id); err != nil {
		return err
	}
	_, err := p.w.WriteString(`,"passages":[`)
	return err
}

func endBioC(p *printer) {
	if p.documents > 0 {
		p.w.WriteString("]}")
	}
	p.w.WriteString("]}\n")
}
