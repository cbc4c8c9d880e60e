package document

import (
	"bytes"
	"fmt"
	"github.com/normlet/normlet/train/data/limit"
	"io"
	"runtime/debug"
	"strings"
	"testing"
)

const pubTatorText = "\n100|t|Ataxia (AT).\n100|a|AT and more.\n100\t0\t6\tAtaxia\tDisease\tD1\n100\t8\t10\tAT\tDisease\n100\tCID\tD1\tD2\n\n\n101|t|T\n101\t0\t1\tT\tGene\t\tnote\n"

const bioCText = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE collection SYSTEM "BioC.dtd">
<collection><source>x</source>
<document><id>100</id><infon key="identifier">not a mention's</infon><passage><offset>0</offset><text>Ataxia &amp; AT</text>
 <annotation id="1"><infon key="type">Disease</infon><infon key="identifier">D1</infon><text>Ataxia</text></annotation>
 <annotation id="2"><infon key="identifier"/><text>A&amp;T</text></annotation>
 <annotation id="3"/>
 <relation id="r"><infon key="identifier">R</infon></relation>
</passage><passage><text>More</text></passage></document>
<document><id>101</id></document>
</collection>
`

// all reads and writes documents; change may change them.
func all(text, format string, change func(d *Document)) (docs []*Document, out string, err error) {
	r, err := NewReader(strings.NewReader(text), "f", format)
	if err != nil {
		return nil, "", err
	}
	var b bytes.Buffer
	for {
		d, err := r.Next()
		if err != nil && err != io.EOF {
			return nil, "", err
		}
		if d != nil && change != nil {
			change(d)
		}
		if err := Write(&b, r, d); err != nil {
			return nil, "", err
		}
		if d == nil {
			return docs, b.String(), nil
		}
		docs = append(docs, d)
	}
}

func TestRoundTrip(t *testing.T) {
	for format, text := range map[string]string{"pubtator": pubTatorText, "bioc": bioCText} {
		docs, out, err := all(text, format, nil)
		if err != nil || out != text {
			t.Errorf("%s: %v\n%s\nwant\n%s", format, err, out, text)
		}
		if len(docs) != 2 || docs[0].ID != "100" || docs[1].ID != "101" {
			t.Fatalf("%s: %+v", format, docs)
		}
		if Detect([]byte(text)) != format {
			t.Errorf("%s: detected as %q", format, Detect([]byte(text)))
		}
	}
	if f := Detect([]byte("a|b\tD1\n")); f != "" {
		t.Errorf("a query file is detected as %q", f)
	}
}

func TestRead(t *testing.T) {
	docs, _, _ := all(pubTatorText, "pubtator", nil)
	if a := docs[0].Annotations; len(a) != 2 || docs[0].Text != "Ataxia (AT).\nAT and more.\n" || a[0].Mention != "Ataxia" || a[0].ID != "D1" || a[0].Type != "Disease" || a[0].Line != 4 || a[1].ID != "" {
		t.Errorf("%+v", docs[0])
	}
	docs, _, _ = all(bioCText, "bioc", nil)
	if a := docs[0].Annotations; len(a) != 3 || docs[0].Text != "Ataxia & AT\nMore\n" || a[0].Mention != "Ataxia" || a[0].ID != "D1" || a[0].Type != "Disease" || a[0].Line != 5 || a[1].Mention != "A&T" || a[1].ID != "" {
		t.Errorf("%+v", docs[0])
	}
}

// medMentionsText has the shape of MedMentions: semantic types of UMLS, concepts with and without a prefix.
const medMentionsText = "200|t|Gates of the tide\n200|a|A tide gate holds .\n200\t0\t5\tGates\tT073,T074\tUMLS:C0000001\n200\t20\t29\ttide gate\tT073\tC0000002\n\n"

// TestMedMentions: several semantic types are one type, whose namespace is that of any of them.
func TestMedMentions(t *testing.T) {
	docs, out, err := all(medMentionsText, "pubtator", nil)
	if err != nil || out != medMentionsText || len(docs) != 1 || len(docs[0].Annotations) != 2 {
		t.Fatalf("%v, %+v", err, docs)
	}
	if a := docs[0].Annotations; a[0].Mention != "Gates" || a[0].Type != "T073,T074" || a[0].ID != "UMLS:C0000001" || a[1].ID != "C0000002" || a[1].Line != 4 {
		t.Errorf("%+v", a)
	}
	for _, tt := range []struct {
		namespaces map[string]string
		of, want   string
	}{
		{map[string]string{"T074": "device"}, "T073,T074", "device"},
		{map[string]string{"T074": "device", "T073": "object"}, "T073, T074", "object"},
		{map[string]string{"T073,T074": "both", "T073": "object"}, "T073,T074", "both"},
		{map[string]string{"T07": "other"}, "T073,T074", ""},
		{nil, "T073", ""},
	} {
		if got := Namespace(tt.namespaces, tt.of); got != tt.want {
			t.Errorf("namespace of %q by %v: %q, want %q", tt.of, tt.namespaces, got, tt.want)
		}
	}
}

func TestWriteIDs(t *testing.T) {
	set := func(d *Document) {
		for i := range d.Annotations {
			if d.Annotations[i].Mention != "" {
				d.Annotations[i].ID = fmt.Sprintf("<%d>", i)
			}
		}
	}
	_, out, err := all(pubTatorText, "pubtator", set)
	want := strings.NewReplacer("\tD1\n100\t8", "\t<0>\n100\t8", "\tAT\tDisease\n", "\tAT\tDisease\t<1>\n", "\t\tnote", "\t<0>\tnote").Replace(pubTatorText)
	if err != nil || out != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
	_, out, err = all(bioCText, "bioc", set)
	want = strings.NewReplacer(">D1<", ">&lt;0&gt;<", `<annotation id="2">`, `<annotation id="2"><infon key="identifier">&lt;1&gt;</infon>`).Replace(bioCText)
	if err != nil || out != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}

func TestBad(t *testing.T) {
	for _, tt := range []struct{ format, text, want string }{
		{"pubtator", "no document\n", "f:1: not PubTator: a document begins with PMID|t|TITLE"},
		{"pubtator", "1|t|a\n2|a|b\n", "f:2: document 2 within document 1"},
		{"pubtator", "1|t|\xff\n", "f:1: not UTF-8"},
		{"bioc", "", "f: not BioC"},
		{"bioc", "text", "f: not BioC"},
		{"bioc", "<html></html>", "f:1: not BioC: it begins with the element html"},
		{"bioc", "<collection>\n<document><id>1</id>", "f:2: unexpected EOF"},
		{"bioc", "<collection>\n<document></id>", "f:2: element <document> closed by </id>"},
		{"bioc", "<!DOCTYPE c [<!ENTITY a \"aaaa\">]><collection><document><text>&a;</text></document></collection>", "f:1: invalid character entity &a;"},
		{"word", "", `there is no document format "word"`},
	} {
		if _, _, err := all(tt.text, tt.format, nil); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s %q: %v, want %q", tt.format, tt.text, err, tt.want)
		}
	}
}

// endless yields a character again and again.
type endless struct{ head string }

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.head)
	e.head = e.head[n:]
	for i := n; i < len(p); i++ {
		p[i] = 'a'
	}
	return len(p), nil
}

func TestEndless(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(1000)) // a buffer that doubles is all there is, and to mark it takes longer than to read
	for format, head := range map[string]string{"pubtator": "1|t|", "bioc": "<collection><document><text>"} {
		r, err := NewReader(&endless{head}, "f", format)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Next(); err == nil || !strings.Contains(err.Error(), "64 MiB") {
			t.Errorf("%s: %v", format, err)
		}
	}
}

func FuzzRoundTrip(f *testing.F) {
	f.Add(pubTatorText, false)
	f.Add(bioCText, true)
	f.Add("1|t|a\n1\t0\t1\ta\tT\n1\t0\t1\ta\tT\t\n", false)
	f.Add("<collection><document><annotation/></document></collection>", true)
	f.Add(bioCJSONText, true)
	f.Add(`{"passages":[{"annotations":[{"infons":{"identifier":["a"]}},{"infons":null},{}]}]}`, true)
	f.Fuzz(func(t *testing.T, text string, isXML bool) {
		format := formats[0]
		if isXML {
			format = formats[1]
		}
		docs, out, err := all(text, format, nil)
		if err != nil {
			return
		}
		if isXML && out != text && !strings.Contains(text, "encoding") { // which becomes UTF-8
			t.Errorf("%q is written as %q", text, out)
		}
		again, out2, err := all(out, format, nil)
		if err != nil || out2 != out || len(again) != len(docs) {
			t.Errorf("%q is written as %q, and that as %q (%v)", text, out, out2, err)
		}
	})
}

// TestMarks bounds the marks of a document, each of which takes more memory than its line.
func TestMarks(t *testing.T) {
	marks := strings.Repeat("1\t0\t1\ta\tb\n", limit.Of().Marks)
	for text, want := range map[string]bool{"1|t|a\n" + marks: true, "1|t|a\n" + marks + "1\t0\t1\ta\tb\n": false} {
		r, err := NewReader(strings.NewReader(text), "x", "pubtator")
		if err != nil {
			t.Fatal(err)
		}
		if _, err = r.Next(); (err == nil) != want {
			t.Errorf("%d bytes: %v", len(text), err)
		}
	}
}
