package annotate

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/escape"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
)

// writer writes the entities of documents in a format.
type writer interface {
	document(t *text, spans []annotate.Span) error // or the next part of it
	end() error
}

func formats() []string {
	return []string{"table", "json", "jsonl", "pubtator", "bioc", "brat", "conll", "html", "spacy"}
}

func newWriter(format string, w *bufio.Writer, n *core.Normalizer) writer {
	switch format {
	case "json":
		return &jsonWriter{w: w, array: true}
	case "jsonl":
		return &jsonWriter{w: w}
	case "bioc":
		return &bioCWriter{w: w}
	case "brat":
		return &bratWriter{w: w}
	case "html":
		return &htmlWriter{w: w, entity: packfile.Entities(n)}
	}
	write := map[string]func(*bufio.Writer, *text, []annotate.Span, [][2]int){
		"table": writeTable, "pubtator": writePubTator, "conll": writeCoNLL, "spacy": writeSpaCy,
	}[format]
	return plainWriter{w, write}
}

// plainWriter is a format without beginning and end.
type plainWriter struct {
	w     *bufio.Writer
	write func(w *bufio.Writer, t *text, spans []annotate.Span, places [][2]int)
}

func (p plainWriter) document(t *text, spans []annotate.Span) error {
	p.write(p.w, t, spans, annotate.Places(t.Text, spans, nil))
	_, err := p.w.Write(nil) // an error of the writes before
	return err
}

func (plainWriter) end() error { return nil }

func ids(s *annotate.Span) string {
	if list := s.IDs(); len(list) > 0 {
		return escape.Items(list)
	}
	return "-"
}

func writeTable(w *bufio.Writer, t *text, spans []annotate.Span, places [][2]int) {
	rows := [][]string{{"text", "type", "id", "name", "p", "place", "says"}}
	for i := range spans {
		s := &spans[i]
		rows = append(rows, []string{t.Text[s.Start:s.End], s.Type, ids(s), escape.Items(s.Names()), strconv.FormatFloat(s.P, 'f', 3, 64),
			fmt.Sprintf("%s:%d-%d", t.ID, t.Start+places[i][0], t.Start+places[i][1]), strings.Join(answer.Assertions(s.Assertion), " ")})
	}
	tabular.Write(w, rows, 4)
}

func writePubTator(w *bufio.Writer, t *text, spans []annotate.Span, places [][2]int) {
	id := strings.ReplaceAll(escape.Word(t.ID), "|", "_")
	if t.Start > 0 {
		id += ":" + strconv.Itoa(t.Start)
	}
	title, rest, _ := strings.Cut(strings.TrimSuffix(t.Text, "\n"), "\n")
	fmt.Fprintf(w, "%s|t|%s\n%s|a|%s\n", id, escape.Line(title), id, escape.Line(rest))
	for i := range spans {
		s := &spans[i]
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%s\n", id, places[i][0], places[i][1], escape.Line(t.Text[s.Start:s.End]), escape.Text(s.Type), ids(s))
	}
	w.WriteByte('\n')
}

// bratWriter writes the .ann of one document. Its ids go on from part to part.
type bratWriter struct {
	w                       *bufio.Writer
	documents, marks, notes int
}

// errSeveral says that brat has ids and places in one document.
var errSeveral = errors.New("a file of brat holds one document: state --out FOLDER for a file for each")

func (b *bratWriter) document(t *text, spans []annotate.Span) error {
	if t.Start == 0 {
		if b.documents++; b.documents > 1 {
			return errSeveral
		}
	}
	for i, at := range annotate.Places(t.Text, spans, nil) {
		s := &spans[i]
		b.marks++
		kind := escape.Word(s.Type)
		fmt.Fprintf(b.w, "T%d\t%s %d %d\t%s\n", b.marks, kind, t.Start+at[0], t.Start+at[1], escape.Line(t.Text[s.Start:s.End]))
		for _, id := range s.IDs() {
			if !strings.Contains(id, ":") {
				id = kind + ":" + id
			}
			b.notes++
			fmt.Fprintf(b.w, "N%d\tReference T%d %s\t%s\n", b.notes, b.marks, escape.Word(id), escape.Items(s.Names()))
		}
		for _, a := range answer.Assertions(s.Assertion) {
			fmt.Fprintf(b.w, "A%d%s\t%s T%d\n", b.marks, a[:1], strings.ToUpper(a[:1])+a[1:], b.marks)
		}
	}
	_, err := b.w.Write(nil) // an error of the writes before
	return err
}

func (*bratWriter) end() error { return nil }

func writeCoNLL(w *bufio.Writer, t *text, spans []annotate.Span, _ [][2]int) {
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
		fmt.Fprintf(w, "%s\t%s\n", escape.Line(t.Text[token.Start:token.End]), label)
		if token.Last {
			w.WriteByte('\n')
		}
	}
}

func writeSpaCy(w *bufio.Writer, t *text, spans []annotate.Span, places [][2]int) {
	type ent struct {
		Start int    `json:"start"`
		End   int    `json:"end"`
		Label string `json:"label"`
		KB    string `json:"kb_id,omitempty"`
	}
	out := struct {
		Text string `json:"text"`
		Ents []ent  `json:"ents"`
	}{t.Text, []ent{}}
	for i := range spans {
		out.Ents = append(out.Ents, ent{places[i][0], places[i][1], spans[i].Type, strings.Join(spans[i].IDs(), "|")})
	}
	_ = escape.WriteJSON(w, out) // an error stays in w
}

// jsonWriter writes an object for each document.
type jsonWriter struct {
	w     *bufio.Writer
	array bool
	some  bool
}

func (j *jsonWriter) document(t *text, spans []annotate.Span) error {
	out := struct {
		ID    string        `json:"id"`
		Spans []answer.Span `json:"spans"`
	}{t.ID, answer.NewSpans(t.Text, spans)}
	for i := range out.Spans {
		out.Spans[i].Start += t.Start
		out.Spans[i].End += t.Start
	}
	if j.array {
		j.w.WriteString(map[bool]string{false: "[", true: ","}[j.some])
	}
	j.some = true
	return escape.WriteJSON(j.w, out)
}

func (j *jsonWriter) end() error {
	if j.array {
		j.w.WriteString(map[bool]string{false: "[", true: ""}[j.some] + "]\n")
	}
	return nil
}

// bioCWriter writes a collection in BioC JSON.
type bioCWriter struct {
	w     *bufio.Writer
	some  bool
	marks int // of the document
}

func (b *bioCWriter) document(t *text, spans []annotate.Span) error {
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
	type passage struct {
		Offset      int               `json:"offset"`
		Infons      map[string]string `json:"infons"`
		Text        string            `json:"text"`
		Annotations []mark            `json:"annotations"`
	}
	p := passage{t.Start, map[string]string{}, strings.TrimSuffix(t.Text, "\n"), []mark{}}
	if t.Start == 0 {
		b.marks = 0
	}
	for i, at := range annotate.Places(t.Text, spans, nil) {
		s := &spans[i]
		b.marks++
		infons := map[string]string{"type": s.Type, "identifier": ids(s)}
		for _, a := range answer.Assertions(s.Assertion) {
			infons[a] = "true"
		}
		p.Annotations = append(p.Annotations, mark{strconv.Itoa(b.marks), infons, t.Text[s.Start:s.End], []location{{t.Start + at[0], at[1] - at[0]}}})
	}
	if t.Start > 0 {
		b.w.WriteString(",") // the next passage
	} else {
		b.w.WriteString(map[bool]string{false: `{"source":"normlet","documents":[`, true: "]},"}[b.some] + "\n" + `{"id":`)
		if err := escape.WriteJSON(b.w, t.ID); err != nil {
			return err
		}
		b.w.WriteString(`,"passages":[`)
	}
	b.some = true
	return escape.WriteJSON(b.w, p)
}

func (b *bioCWriter) end() error {
	b.w.WriteString(map[bool]string{false: `{"source":"normlet","documents":[`, true: "]}"}[b.some])
	_, err := b.w.WriteString("]}\n")
	return err
}
