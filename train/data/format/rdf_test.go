package format

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// endless yields a start and then the same text again and again, up to a size.
func endless(start, text string, size int64) io.Reader {
	return io.MultiReader(strings.NewReader(start), io.LimitReader(&cycle{text: text}, size))
}

type cycle struct {
	text string
	at   int
}

func (c *cycle) Read(p []byte) (n int, err error) {
	for n < len(p) {
		k := copy(p[n:], c.text[c.at:])
		n += k
		c.at = (c.at + k) % len(c.text)
	}
	return n, nil
}

// TestHostileOntologies ends at a bound, with a line, what would fill the memory or the stack.
func TestHostileOntologies(t *testing.T) {
	const root = `<rdf:RDF xmlns:rdf="` + nsRDF + `" xmlns:s="` + nsSKOS + `">` + "\n"
	const size = 40 << 20
	for _, tt := range []struct{ name, format, start, again, want string }{
		{"text", "turtle", "@prefix s: <x:> .\ns:a s:b \"", "y", "line 2: a name or text longer than 1 MiB"},
		{"IRI", "turtle", "@prefix s: <x:> .\n<", "y", "line 2: a name or text longer than 1 MiB"},
		{"word", "turtle", "@prefix s: <x:> .\n", "y", "line 2: a name or text longer than 1 MiB"},
		{"brackets", "turtle", "@prefix s: <x:> .\ns:a s:b ", "[ s:b ", "line 2: brackets nested too deep"},
		{"lists", "turtle", "@prefix s: <x:> .\ns:a s:b ", "( ", "line 2: brackets nested too deep"},
		{"text", "owl-functional", "Ontology(<x:o>\nAnnotationAssertion(<x:p> <x:a> \"", "y", "line 2: a name or text longer than 1 MiB"},
		{"brackets", "owl-functional", "Ontology(<x:o>\n", "And(", "line 2: brackets nested too deep"},
		{"arguments", "owl-functional", "Ontology(<x:o>\nDisjoint(", "<x:a> ", "line 2: an axiom of more than 1048576 expressions"},
		{"line", "ntriples", "<x:a> <x:b> <x:c> .\n<x:a> <x:b> \"", "y", "line 2: the line is longer than 1 MiB"},
		{"text", "rdfxml", root + "<s:Concept><s:prefLabel>", "y", "line 2: a value or element longer than 1 MiB"},
		{"text between comments", "rdfxml", root + "<s:Concept><s:prefLabel>", "y<!-- -->", "line 2: a value or element longer than 1 MiB"},
		{"attribute", "rdfxml", root + `<s:Concept x="`, "y", "line 2: a value or element longer than 1 MiB"},
		{"elements", "rdfxml", root, "<s:a>", "line 2: XML elements nested too deep"},
		{"value", "json", `[{"id":"`, "y", "line 1: a value or element longer than 16 MiB"},
	} {
		err := Named(tt.format).Read(endless(tt.start, tt.again, size), Options{}, &recorder{})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s, %s: %v, want %s", tt.format, tt.name, err, tt.want)
		}
	}
}

// TestXMLEntities accepts what abbreviates a namespace and nothing that grows.
func TestXMLEntities(t *testing.T) {
	file := func(declaration, reference string) string {
		return `<?xml version="1.0"?><!DOCTYPE rdf:RDF [` + declaration + `]>` + "\n" +
			`<rdf:RDF xmlns:rdf="` + nsRDF + `" xmlns:s="` + nsSKOS + `"><s:Concept rdf:about="` + reference + `"><s:prefLabel>x</s:prefLabel></s:Concept></rdf:RDF>`
	}
	for _, tt := range []struct{ declaration, reference, want string }{
		{`<!ENTITY ex "http://example.org/">`, "&ex;a", "2 http://example.org/a primary:x"},
		{`<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">`, "&b;", "line 2: no RDF/XML: invalid character entity &b;"},
		{`<!ENTITY x SYSTEM "file:///etc/passwd">`, "&x;", "line 2: no RDF/XML: invalid character entity &x;"},
		{`<!ENTITY a "` + strings.Repeat("y", maxEntity+1) + `">`, "&a;", "line 1: the entity a is longer than 256 bytes; entities are for namespaces here"},
	} {
		var r recorder
		got := ""
		if err := Named("rdfxml").Read(strings.NewReader(file(tt.declaration, tt.reference)), Options{}, &r); err != nil {
			got = err.Error()
		} else {
			got = strings.Join(r.terms, "; ")
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.declaration, got, tt.want)
		}
	}
}

// TestRDFErrors says what is wrong, and where.
func TestRDFErrors(t *testing.T) {
	const root = `<rdf:RDF xmlns:rdf="` + nsRDF + `">` + "\n"
	for _, tt := range []struct{ format, file, want string }{
		{"turtle", "a:b a:c a:d .", `line 1: the prefix "a:" of "a:b" is not declared`},
		{"turtle", "@prefix a: <x> .\na:b a:c a:d ; a:e\n.", `line 3: "." is no IRI`},
		{"turtle", "@prefix a: <x> .\na:b a:c a:d\na:e a:f a:g .", "line 3: 'a' where '.' is expected"},
		{"turtle", "@prefix a: <x> .\na:b \"c\" a:d .", "line 2: a predicate that is no IRI"},
		{"turtle", "@context a .", "line 1: the directive @context is not known; Turtle has @prefix and @base"},
		{"turtle", "@prefix a: b .", "line 1: the prefix has no IRI in angle brackets"},
		{"turtle", "@prefix a: <x y> .", `line 1: the IRI "x" has no closing >`},
		{"turtle", "@prefix a: <x> .\na:b a:c (a:d", "line 2: the file ends within a statement; is it complete?"},
		{"turtle", "@prefix a: <x> .\na:b a:c \"\xff\" .", "line 2: invalid UTF-8; convert the file"},
		{"turtle", "@prefix a: <x> .\na:b a:c \"x\x00\" .", "line 2: a NUL byte; is this a text file?"},
		{"owl-functional", "Ontology(<x:o>\nDeclaration(Class(a:b)))", `line 2: the prefix "a:" of "a:b" is not declared`},
		{"owl-functional", "Class(<x:a>)", "line 1: Class(...) outside of Ontology(...)"},
		{"owl-functional", "Prefix(a=<x:>)\nOntology(", "line 2: the file ends within a statement"},
		{"owl-functional", "Prefix(a:<x:>)", "line 1: a Prefix without ="},
		{"owl-functional", "Prefix(a:=x)", "line 1: a Prefix without an IRI in angle brackets"},
		{"owl-functional", "Ontology(a)", `line 1: "a)" is no IRI, name with a prefix, number or text`},
		{"rdfxml", root + "</rdf:Description>", "line 2: </Description> closes no open element"},
		{"rdfxml", root + "<rdf:Description>", "line 2: the file ends within an XML element"},
	} {
		err := Named(tt.format).Read(strings.NewReader(tt.file), Options{}, &recorder{})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %s", tt.file, err, tt.want)
		}
	}
}

// TestRDFDetected tells the syntaxes of RDF apart, and those that look like one.
func TestRDFDetected(t *testing.T) {
	for file, want := range map[string]string{
		"# a comment\n\n<http://x/a> <http://x/b> \"c\"@en .\n":          "ntriples",
		"<http://x/a> <http://x/b> <http://x/c> <http://x/g> .\n":        "ntriples",
		"<http://x/a>\n  <http://x/b> <http://x/c> .\n":                  "turtle",
		"<http://x/a> a <http://x/c> .\n":                                "turtle",
		"PREFIX x: <http://x/>\nx:a a x:b .\n":                           "turtle",
		"@base <http://x/> .\n":                                          "turtle",
		"Prefix(x:=<http://x/>)\n":                                       "owl-functional",
		"Prefix: x: <http://x/>\n":                                       "",
		"<?xml version='1.0'?>\n<!-- x -->\n<RDF xmlns='" + nsRDF + "'>": "rdfxml",
		"<rdf:RDFx>":                        "",
		"[{\"@id\": \"http://x/a\"}]":       "",
		"\n{ \"@context\": {}, \"id\": 1 }": "",
		"[ {\"id\": \"x@y\"} ]":             "json",
		"[1]":                               "",
		"1\t|\t2\t|\n":                      "taxmerged",
		"1\t|\n":                            "taxdeleted",
		"# x\nsubject_id\tpredicate_id\tobject_id\n": "sssom",
	} {
		got := ""
		if f := Detect([]byte(file)); f != nil {
			got = f.Name
		}
		if got != want {
			t.Errorf("%q: taken for %q, want %q", file, got, want)
		}
	}
}

// TestLinesOfRDF gives a term the line of its first triple, in every syntax.
func TestLinesOfRDF(t *testing.T) {
	for format, file := range map[string]string{
		"turtle":         "@prefix s: <" + nsSKOS + "> .\n\n<x:a> s:prefLabel \"\"\"n\nm\"\"\" .\n<x:b> s:prefLabel \"o\" .",
		"ntriples":       "#\n\n<x:a> <" + nsSKOS + "prefLabel> \"n m\" .\n\n<x:b> <" + nsSKOS + "prefLabel> \"o\" .",
		"owl-functional": "Ontology(<x:o>\n\nAnnotationAssertion(<" + nsSKOS + "prefLabel> <x:a> \"n\nm\")\nAnnotationAssertion(<" + nsSKOS + "prefLabel> <x:b> \"o\"))",
	} {
		var r recorder
		if err := Named(format).Read(strings.NewReader(file), Options{}, &r); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.ReplaceAll(strings.Join(r.terms, "; "), "\n", " "), "3 x:a primary:n m; 5 x:b primary:o"; got != want {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
	}
}

// TestManyTriples finds what belongs together however far apart it is.
func TestManyTriples(t *testing.T) {
	var b strings.Builder
	for _, p := range []string{"prefLabel", "altLabel"} {
		for i := range 1000 {
			fmt.Fprintf(&b, "<x:%d> <%s%s> \"%s %d\" .\n", i, nsSKOS, p, p, i)
		}
	}
	var r recorder
	if err := Named("ntriples").Read(strings.NewReader(b.String()), Options{}, &r); err != nil {
		t.Fatal(err)
	}
	if want := "1000 x:999 primary:prefLabel 999 alias:altLabel 999"; len(r.terms) != 1000 || r.terms[999] != want {
		t.Errorf("%d terms, the last %q, want %q", len(r.terms), r.terms[len(r.terms)-1], want)
	}
}

func TestUnescape(t *testing.T) {
	for in, want := range map[string]string{
		``: "", `a`: "a", `\`: `\`, `a\`: `a\`, `\\`: `\`, `\\\`: `\\`, `a\nb\tc\"\'`: "a\nb\tc\"'", `\u00e9t\U0001F6E0`: "ét🛠",
		`\u12`: "\ufffd12", `\uZZZZ`: "\ufffdZZZZ", `\U7fffffff`: "\ufffd7fffffff", `\b\f\r`: "  \r",
	} {
		if got := unescape(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// TestColumnsOutOfPlace stops at rows whose ids cannot be ids.
func TestColumnsOutOfPlace(t *testing.T) {
	for _, tt := range []struct{ format, file, want string }{
		{"bioportal", "Class ID,Preferred Label,Obsolete,Parents\nbread roll,http://x/B1,,\n", `2 bad the Class ID "bread roll" is no IRI; are the columns in their places? ` + anyColumns},
		{"sssom", "subject_id\tsubject_label\tpredicate_id\tobject_id\tobject_label\nA:1\tx\tskos:exactMatch\thammer\tB:1\n", `2 bad the object_id "hammer" is no CURIE; are the columns in their places?`},
		{"snomed", "id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\n1\t20200101\t1\t2\tDoor\ten\t900000000000013009\t3\n", `2 bad conceptid "Door" is no number; are the columns in their places? ` + anyColumns},
		{"snomed-concepts", "id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId\n1\t20200101\tyes\t2\t3\n", `2 bad active "yes" is no number; are the columns in their places? ` + anyColumns},
	} {
		var r recorder
		if err := Named(tt.format).Read(strings.NewReader(tt.file), Options{}, &r); err != nil {
			t.Fatal(err)
		}
		if f := Detect([]byte(tt.file)); f == nil || f.Name != tt.format || len(r.terms) > 0 || strings.Join(r.notes, "; ") != tt.want {
			t.Errorf("%s: taken for %v, %q, %q, want %s", tt.format, f, r.terms, r.notes, tt.want)
		}
	}
}
