package annotate

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// How elements of HTML, PubMed and JATS are read. Of XML that has any of articles, only the parts in kept count.
var (
	articles = []string{"PubmedArticle", "article"}
	kept     = []string{"ArticleTitle", "AbstractText", "title-group", "abstract", "body"}
	skipped  = []string{"script", "style", "head", "noscript", "svg", "ref-list", "table-wrap-foot", "xref", "tex-math", "object-id"}
	inline   = []string{"a", "abbr", "b", "bold", "i", "em", "strong", "span", "sub", "sup", "italic", "u", "code", "font", "named-content", "styled-content", "sc", "small", "mark", "ext-link", "monospace", "underline"}
)

// isMarkup reports whether a text that begins with "<" is HTML or XML.
func isMarkup(head []byte) bool {
	lower := bytes.ToLower(head)
	for _, sign := range []string{"<?xml", "<!doctype", "<html", "<article", "<pubmed", "<body", "<p>", "<div"} {
		if bytes.HasPrefix(lower, []byte(sign)) {
			return true
		}
	}
	return false
}

// markup gathers the text of a document.
type markup struct {
	text   strings.Builder
	id     string
	stack  []string
	hidden int // elements around that are not read
	wanted int // elements around that are kept
	named  bool
}

// readMarkup reads HTML, or the articles of XML.
func readMarkup(r io.Reader, name string, give func(t *text) error) error {
	dec := xml.NewDecoder(r)
	dec.Strict, dec.AutoClose, dec.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it is UTF-8 by now
	m := &markup{}
	end := func() error {
		t := strings.TrimSpace(m.text.String())
		id := m.id
		m.text.Reset()
		if m.id = ""; t == "" {
			return nil
		}
		if id == "" {
			id = name
		}
		return give(&text{ID: id, Text: t + "\n"})
	}
	for {
		t, err := dec.Token()
		if err == io.EOF {
			return end()
		}
		if err != nil {
			line, _ := dec.InputPos()
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			m.open(t)
		case xml.EndElement:
			if m.close(t.Name.Local) {
				if err := end(); err != nil {
					return err
				}
			}
		case xml.CharData:
			m.add(t)
		}
	}
}

func (m *markup) open(t xml.StartElement) {
	name := t.Name.Local
	if slices.Contains(articles, name) && !slices.Contains(m.stack, "body") {
		m.named = true
	}
	m.stack = append(m.stack, name)
	if slices.Contains(skipped, strings.ToLower(name)) {
		m.hidden++
	}
	if slices.Contains(kept, name) {
		m.wanted++
	}
	if !slices.Contains(inline, strings.ToLower(name)) {
		m.newline()
	}
}

// close ends an element, and reports whether a document ends with it.
func (m *markup) close(name string) bool {
	if n := len(m.stack); n > 0 {
		m.stack = m.stack[:n-1]
	}
	if slices.Contains(skipped, strings.ToLower(name)) {
		m.hidden--
	}
	if slices.Contains(kept, name) {
		m.wanted--
	}
	if !slices.Contains(inline, strings.ToLower(name)) {
		m.newline()
	}
	return m.named && slices.Contains(articles, name) && !slices.Contains(m.stack, "body")
}

func (m *markup) newline() {
	if s := m.text.String(); s != "" && !strings.HasSuffix(s, "\n") {
		m.text.WriteByte('\n')
	}
}

// add adds text, its white space as single blanks.
func (m *markup) add(data []byte) {
	if n := len(m.stack); n > 0 && m.named && m.id == "" && (m.stack[n-1] == "PMID" || m.stack[n-1] == "article-id") {
		m.id = strings.TrimSpace(string(data))
	}
	if m.hidden > 0 || m.named && m.wanted == 0 {
		return
	}
	for i, word := range strings.Fields(string(data)) {
		if i > 0 || isSpace(data[0]) && m.midline() {
			m.text.WriteByte(' ')
		}
		m.text.WriteString(word)
	}
	if len(data) > 0 && isSpace(data[len(data)-1]) && m.midline() {
		m.text.WriteByte(' ')
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// midline reports whether the text goes on in its line, without a blank at its end.
func (m *markup) midline() bool {
	s := m.text.String()
	return s != "" && !isSpace(s[len(s)-1])
}
