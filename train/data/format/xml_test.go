package format

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// tokens writes the tokens of a scanner down, with the line after each, and its error.
func (s *xmlScanner) tokens() []string {
	var all []string
	for {
		if err := s.next(); err != nil {
			return append(all, fmt.Sprintf("%d %v", s.Line, err))
		}
		text := fmt.Sprintf("%d ", s.Line)
		switch s.kind {
		case xmlStart:
			text += fmt.Sprintf("<%s %v>", s.name, s.attrs)
		case xmlEnd:
			text += fmt.Sprintf("</%s>", s.name)
		case xmlText:
			text += string(s.text)
		}
		all = append(all, text)
	}
}

// decoderTokens is what tokens must be.
func decoderTokens(r io.Reader) []string {
	d := xml.NewDecoder(newMeter(r))
	d.CharsetReader = charset
	var all []string
	line := 1
	for {
		token, err := d.RawToken()
		if err != nil {
			return append(all, fmt.Sprintf("%d %v", line, err))
		}
		line, _ = d.InputPos()
		text := fmt.Sprintf("%d ", line)
		switch t := token.(type) {
		case xml.StartElement:
			text += fmt.Sprintf("<%s %v>", t.Name.Local, t.Attr)
		case xml.EndElement:
			text += fmt.Sprintf("</%s>", t.Name.Local)
		case xml.CharData:
			text += string(t)
		}
		all = append(all, text)
	}
}

// xmlCases are what a scanner may do wrong.
var xmlCases = []string{
	"", "x", "x<", "<", "</", "<a", "<a>", "<a/", "<a/>", "<a / >", "</a >", "</a b>", "</a b='c'>", "</a/>", "< a>", "<>", "</>", "<a<b>",
	`<a b="c" d='e'/><f g = "h"i="j"></f>`, "<a\n b\r\n=\t'c\n'\n/>\n<d", `<a b>`, `<a b=c>`, `<a b="c>`, `<a b="c'>`, `<a b="c>d">x</a>`,
	`<a b="">`, `<a b="]]>">`, "<a b='\r\n'>", `<a b="<">`, `<a b="&lt;&#x3b2;">&amp;&#65;</a>`, `<a b="&c;">`, `<a =""/>`, `<a "b">`, "<a\x00b>",
	`<a b="1" b="2"/>`, `<a-b.c_d0/><0a/>`, "<-a>", "<.a>", "<a:b c:d='e'/>", "<a:b:c>", "<:a>", "<a:>", "<é b='c'/>", "<aé/>", "<a\u00d7/>", "<a bé='c'>",
	"<a>]]></a>", "<a>]]&gt;</a>", "<a>]></a>", "<a>b > c</a>", "<a>&b;</a>", "<a>&lt</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&", "&amp;", "<a>b&c</a>",
	"<a>\r</a>\r\n<b>\n\r\r\n\rc</b>\r", "\r&#13;\n<a/>", "<a>\x01</a>", "<a>\x7f</a>", "<a>\uffff</a>", "<a>\ufffd</a>", "<a>\ufeff</a>", "\ufeff<a/>", "<a>\xe9</a>",
	"<!-- <a> --><b/>", "<!-- a -- b -->", "<!-", "<!--", "<!-- -->x", "<![CDATA[<a>&b;]]>\r\n<c/>", "<![CDATA[", "<![CDATA[]]>", "<![X[", "<a><![CDATA[\x01]]></a>",
	"<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<!DOCTYPE a [\n<!-- > -->\n]>\n<a/>", "<!DOCTYPE", "<!>", "<?a?><?b c>?>", "<?", "<??>", "<?xml version='1.1'?>",
	"<?xml version='1.0' encoding='UTF-8'?>\n<a/>", "<?xml version='1.0' encoding='us-ascii'?>\n<a b='c'/>\n<d", "<?xml version='1.0' encoding='latin1'?>\n<a>é\n</a>\n<b/>&c;",
	"<?xml version='1.0' encoding='EBCDIC'?><a/>", "<?xml?><a/>", "<a/><?xml encoding='iso-8859-1'?><b/>é",
	"<a>" + strings.Repeat("b", 100) + "</a>", "<a " + strings.Repeat("b='c' ", 50) + "/><d/>", "<a>" + strings.Repeat("é", 20) + "&amp;" + strings.Repeat("\r\n", 20) + "<b/></a>",
}

// same compares the scanner with encoding/xml.
func same(t *testing.T, file string, buffer int) {
	t.Helper()
	want := decoderTokens(strings.NewReader(file))
	for name, r := range map[string]io.Reader{"": strings.NewReader(file), ", byte by byte": iotest.OneByteReader(strings.NewReader(file))} {
		got := newXMLScanner(r, buffer).tokens()
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("%q, buffer of %d%s: token %d of\n%q, want\n%q", file, buffer, name, i, got, want)
			}
		}
	}
}

// TestXMLScanner requires of every kind of token, whole or broken, and with every
// place in it as the end of the buffer, what encoding/xml says.
func TestXMLScanner(t *testing.T) {
	for _, file := range xmlCases {
		for _, buffer := range []int{4, 5, 6, 7, 8, 11, 16, xmlBuffer} {
			same(t, file, buffer)
		}
	}
}

func FuzzXMLScanner(f *testing.F) {
	for i, file := range xmlCases {
		f.Add(file, byte(i))
	}
	for _, name := range []string{"mesh.xml", "mesh_supp.xml"} {
		content, err := os.ReadFile(filepath.Join("..", "testdata", "formats", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(content), byte(100))
	}
	f.Fuzz(func(t *testing.T, file string, buffer byte) {
		same(t, file, 4+int(buffer))
	})
}

// TestXMLScannerOrdinary requires that no Decoder comes to what files consist of: it
// would allocate memory for each token.
func TestXMLScannerOrdinary(t *testing.T) {
	file := strings.Repeat("<a b='c' d=\"e\">\r\n  <f>α-g, h.</f>\n <i/></a>\n", 1000)
	allocations := testing.AllocsPerRun(1, func() {
		s := newXMLScanner(strings.NewReader(file), 1<<10)
		for s.next() == nil {
		}
	})
	if allocations > 100 {
		t.Errorf("%v allocations for 10,000 tokens", allocations)
	}
}

// TestXMLScannerBounds reads values, texts and comments without an end, and names that
// never come again, in memory that does not grow with them.
func TestXMLScannerBounds(t *testing.T) {
	for start, rest := range map[string]string{"<a b='": "c", "<a>&amp;": "b", "<!--": "a"} {
		s := newXMLScanner(io.MultiReader(strings.NewReader(start), &endless{rest}), xmlBuffer)
		var err error
		for err == nil {
			err = s.next()
		}
		if limit, ok := errors.AsType[*Error](err); !ok || !strings.Contains(limit.Reason, "longer than 16 MiB") {
			t.Errorf("%q and then %q for ever: %v", start, rest, err)
		}
		if s.base+int64(s.end) > maxValue+2*xmlBuffer {
			t.Errorf("%q and then %q for ever: %d bytes read", start, rest, s.base+int64(s.end))
		}
	}
	var names strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&names, "<a%d b%d='c%d'/>", i, i, i)
	}
	s := newXMLScanner(strings.NewReader(names.String()), xmlBuffer)
	if got := len(s.tokens()); got != 10_001 || len(s.known) > 1000 {
		t.Errorf("%d tokens, %d strings kept", got, len(s.known))
	}
}

// endless repeats a text.
type endless struct{ text string }

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e.text) <= len(p) {
		n += copy(p[n:], e.text)
	}
	return n, nil
}
