package annotate

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/normlet/normlet/train/data/limit"
)

// How elements of HTML, PubMed and JATS are read. Of XML that has any of articles, only the parts in kept count.
var (
	articles    = []string{"PubmedArticle", "article"}
	kept        = []string{"ArticleTitle", "AbstractText", "title-group", "abstract", "body"}
	withoutHTML = []string{"script", "style", "title", "noscript", "svg"}
	skipped     = []string{"script", "style", "head", "noscript", "svg", "ref-list", "table-wrap-foot", "xref", "tex-math", "object-id"}
	inline      = []string{"a", "abbr", "b", "bold", "i", "em", "strong", "span", "sub", "sup", "italic", "u", "code", "font", "named-content", "styled-content", "sc", "small", "mark", "ext-link", "monospace", "underline"}
)

// Signs of HTML in what begins with "<", anywhere in the head or at its beginning, and of XML there.
var (
	htmlAnywhere = []string{"<!doctype html", "<html"}
	htmlFirst    = []string{"<head", "<body", "<p>", "<div"}
	xmlFirst     = []string{"<?xml", "<!doctype", "<article", "<pubmed"}
)

func isHTML(head []byte) bool {
	lower := bytes.ToLower(head)
	return begins(lower, htmlFirst) || slices.ContainsFunc(htmlAnywhere, func(sign string) bool { return bytes.Contains(lower, []byte(sign)) })
}

func isXML(head []byte) bool { return begins(bytes.ToLower(head), xmlFirst) }

func begins(text []byte, signs []string) bool {
	return slices.ContainsFunc(signs, func(sign string) bool { return bytes.HasPrefix(text, []byte(sign)) })
}

// tooLong refuses a document that would not fit into memory.
func tooLong(name string) error {
	return fmt.Errorf("%s: %w", name, limit.Exceeded("a document longer than %s", limit.Bytes(limit.Of().Document)))
}

// readHTML reads a page as browsers do: elements may stay open, and scripts hold anything.
func readHTML(r io.Reader, name string, give func(t *text) error) error {
	in := &io.LimitedReader{R: r, N: int64(limit.Of().Document) + 1}
	z := html.NewTokenizer(in)
	z.SetMaxBuf(limit.Of().Value)
	m := &markup{}
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			switch err := z.Err(); {
			case in.N == 0:
				return tooLong(name)
			case err == io.EOF:
				return m.end(name, give)
			case err == html.ErrBufferExceeded:
				return fmt.Errorf("%s: %w", name, limit.Exceeded("a tag or text longer than %s", limit.Bytes(limit.Of().Value)))
			default:
				return fmt.Errorf("%s: %w", name, err)
			}
		case html.TextToken:
			m.add(z.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			tag, _ := z.TagName()
			m.tag(string(tag), kind)
		}
	}
}

// tag begins or ends an element of HTML. Only those of the outermost one that is not read are counted.
func (m *markup) tag(name string, kind html.TokenType) {
	switch {
	case m.hidden > 0 && name != m.without:
		return
	case kind == html.SelfClosingTagToken:
	case slices.Contains(withoutHTML, name) && kind == html.StartTagToken:
		m.without = name
		m.hidden++
	case m.hidden > 0:
		m.hidden--
	}
	if !slices.Contains(inline, name) {
		m.newline()
	}
}

// end gives what was gathered, if that is anything.
func (m *markup) end(name string, give func(t *text) error) error {
	t, id := strings.TrimSpace(m.text.String()), cmp.Or(m.id, name)
	m.text.Reset()
	if m.id = ""; t == "" {
		return nil
	}
	return giveParts(id, t+"\n", give)
}

// markup gathers the text of a document.
type markup struct {
	text    strings.Builder
	id      string
	stack   []string
	hidden  int    // elements around that are not read
	without string // the element of HTML that is not read
	wanted  int    // elements around that are kept
	named   bool
}

// readXML reads the articles of XML, or all of it.
func readXML(r io.Reader, name string, give func(t *text) error) error {
	// The decoder keeps each tag, text and comment in memory.
	in := &limit.Reader{R: r, Err: limit.Exceeded("a piece of XML longer than %s", limit.Bytes(limit.Of().Line))}
	dec := xml.NewDecoder(in)
	dec.Strict, dec.Entity = false, xml.HTMLEntity
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it is UTF-8 by now
	m := &markup{}
	for {
		in.Left = limit.Of().Line
		t, err := dec.Token()
		if err == io.EOF {
			return m.end(name, give)
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
				if err := m.end(name, give); err != nil {
					return err
				}
			}
		case xml.CharData:
			m.add(t)
		}
		switch most := limit.Of(); {
		case len(m.stack) > most.Depth:
			return fmt.Errorf("%s: %w", name, limit.Exceeded("elements nested too deep: more than %d", most.Depth))
		case m.text.Len() > most.Document:
			return tooLong(name)
		}
	}
}

func (m *markup) open(t xml.StartElement) {
	name := t.Name.Local
	if slices.Contains(articles, name) && !slices.Contains(m.stack, "body") {
		m.named = true
	}
	m.stack = append(m.stack, name)
	m.count(name, 1)
}

// count counts an element that begins or ends, by 1 or -1. One that is not inline ends the line.
func (m *markup) count(name string, by int) {
	if slices.Contains(skipped, strings.ToLower(name)) {
		m.hidden += by
	}
	if slices.Contains(kept, name) {
		m.wanted += by
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
	m.count(name, -1)
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
