package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/tools/normlet/server"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	stated "github.com/normlet/normlet/train/tag"
)

// hostileTexts are what a pack may say anywhere: of each kind of harm that an output can do.
var hostileTexts = []string{
	"\x1b[31m\x1b]0;title\x07\u009b2J\x7f",   // a terminal runs it
	"\u202ex\u2066y\u200b\U000e0041\ufeff",   // what follows is reordered, or hidden
	"z\n9|t|forged\n9\t0\t4\tx\tGene\tX:1\n", // a record of PubTator
	"x\nT9\tGene 0 4\tx\nN9\tReference T9 X:1\tx",
	"B-Gene\tx y|z\r\n\nO\u2028\u2029\u0085O",
	`"><script>alert(1)</script><a href='javascript:alert(1)'>&`,
	`=HYPERLINK("x")`,
}

// sayingPack returns a pack with a tagger whose ids, names, types, definitions and addresses have a text in them. build
// refuses tabs and line ends, so these are put in afterwards.
func sayingPack(t *testing.T, text string) string {
	t.Helper()
	const tab, end, back = "\x01", "\x02", "\x03"
	without, with := strings.NewReplacer("\t", tab, "\n", end, "\r", back), strings.NewReplacer(tab, "\t", end, "\n", back, "\r")
	said := without.Replace(text)
	terms := &data.Terminology{}
	for i, known := range []string{"asthma", "FOXP2"} {
		terms.Entities = append(terms.Entities, data.Entity{ID: fmt.Sprintf("X:%d%s", i, said), Namespace: []string{"disease", "NCBIGene"}[i], Weight: 100, Definition: "is " + said,
			Names: []data.Name{{Text: fmt.Sprintf("name%d%s", i, said), Kind: pack.KindPrimary}, {Text: known, Kind: pack.KindExact}}})
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: terms, Encoder: tinyWeights(), Method: "rp", Bits: 64, Details: &assemble.Details{},
		Types: stated.Stated{Of: map[string]string{"disease": "Disease", "NCBIGene": "Gene"}},
		Meta:  []pack.Pair{{Key: "name", Value: said}, {Key: pack.MetaURL + "x", Value: "javascript:alert(1)//" + said + "$1"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := func(s *pack.Strings) *pack.Strings {
		var list []string
		for _, text := range s.Range(0, s.Len()) {
			list = append(list, with.Replace(string(text)))
		}
		return pack.NewStrings(list)
	}
	c.IDs, c.Names = all(c.IDs), all(c.Names)
	bits, models, err := tag.ParseModels(c.Tagger)
	if err != nil {
		t.Fatal(err)
	}
	for i := range models {
		models[i].Type = fmt.Sprintf("T%d%s", i, text)
	}
	c.Tagger = tag.AppendBinary(nil, bits, models)
	return packed(c)
}

// shape is how many lines a text has, how many tabs each, of HTML how many tags, and of brat how many blanks the second
// field has.
func shape(format, text string) (out []string) {
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "\t")
		s := fmt.Sprint(len(cells))
		if format == "html" {
			s += fmt.Sprint(" ", strings.Count(line, "<"))
		}
		if format == "brat" && len(cells) > 1 {
			s += fmt.Sprint(" ", strings.Count(cells[1], " "))
		}
		out = append(out, s)
	}
	return out
}

// TestHostileFormats: whatever a pack says, no output acts on a terminal or in a browser, and none has a line or a field
// that it would not have if the pack said something harmless.
func TestHostileFormats(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "m\nasthma\nFOXP2\n")
	f.write("in.txt", "1|t|asthma and FOXP2\n1\t0\t6\tasthma\tGene\n")
	f.write("in.xml", "<collection><document><passage><text>asthma</text><annotation><text>asthma</text></annotation></passage></document></collection>")
	f.write("text.txt", "No asthma with FOXP2.\nIt is (asthma).")
	var commands []string
	for _, format := range strings.Fields("table json jsonl pubtator bioc brat conll html spacy") {
		commands = append(commands, "annotate DIR/text.txt --format "+format)
	}
	for _, format := range strings.Fields("table tsv json") {
		commands = append(commands, "lookup asthma FOXP2 --format "+format)
	}
	for _, format := range strings.Fields("csv tsv jsonl sssom") {
		commands = append(commands, "map DIR/in.csv --column m --out - --format "+format)
	}
	f.write("b.txt", "asthma and FOXP2")
	f.write("b.ann", "T1\tGene 0 6\tasthma\n")
	f.write("in.conll", "asthma\tB-Gene\nand\tO\n")
	commands = append(commands, "map DIR/in.txt --out - --format pubtator", "map DIR/in.xml --out - --format bioc", "map DIR/b.txt --out - --format brat", "map DIR/in.conll --out - --format conll", "inspect")
	f.write("harmless.normpack", sayingPack(t, "harmless"))
	for _, text := range hostileTexts {
		f.write("h.normpack", sayingPack(t, text))
		for _, command := range commands {
			format := command[strings.LastIndex(command, " ")+1:]
			args := strings.Fields(command)
			if command == "inspect" {
				args = append(args, "DIR/h.normpack")
			} else {
				args = append(args, "--pack", "DIR/h.normpack")
			}
			code, out, messages := f.run(nil, args...)
			args[len(args)-1] = "DIR/harmless.normpack"
			_, want, _ := f.run(nil, args...)
			if code != exitDone || len(out) < 20 {
				t.Errorf("%q: %s: status %d, %s, %q", text, command, code, messages, out)
			}
			if got, want := shape(format, out), shape(format, want); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%q: %s: lines and fields %s, of a harmless pack %s:\n%s", text, command, got, want, out)
			}
			harmlessOutput(t, text, command, format, out)
		}
		servedHarmlessly(t, text, f.read("h.normpack"))
	}
}

// harmlessOutput checks what no output may have.
func harmlessOutput(t *testing.T, text, command, format, out string) {
	t.Helper()
	allowed := "\t"
	if format == "page, html" {
		allowed = "\t\r"
	}
	if at := acting(out, allowed); at >= 0 {
		t.Errorf("%q: %s writes %q", text, command, out[at:min(at+10, len(out))])
	}
	if strings.Contains(format, "html") && (strings.Contains(out, "<script>") || strings.Contains(out, `="javascript:`)) {
		t.Errorf("%q: %s has markup of the pack:\n%s", text, command, out)
	}
	if strings.HasPrefix(out, "[") || strings.HasPrefix(out, "{") {
		for d := json.NewDecoder(strings.NewReader(out)); ; {
			var value any
			if err := d.Decode(&value); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%q: %s: %v:\n%s", text, command, err, out)
				break
			}
		}
	}
}

// servedHarmlessly checks the pages and answers of the server.
func servedHarmlessly(t *testing.T, text, content string) {
	t.Helper()
	n, err := core.OpenBytes([]byte(content), nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := server.NewPack("test", "", func(*os.File) (*core.Normalizer, error) { return n, nil })
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(server.Options{Packs: []*server.Pack{p}, MaxWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	id := url.QueryEscape(n.Lookup("asthma", 1).Matches[0].ID)
	requests := []string{"/", "/preview?id=" + id, "/flyout?id=" + id, "/lookup?q=asthma", "/?queries=" + url.QueryEscape(`{"q":{"query":"asthma"}}`),
		"/suggest/entity?prefix=name", "/suggest/type", "/annotate", "/names", "/lookup?q=" + url.QueryEscape(text) + "&namespace=x"}
	bodies := map[string]string{"/annotate": `{"text":"asthma and FOXP2"}`, "/names": `{"db": "X", "id": "0"}`}
	for _, request := range requests {
		for _, accept := range []string{"text/html", "application/json"} {
			r := httptest.NewRequest("GET", "http://localhost"+request, nil)
			if body := bodies[request]; body != "" {
				r = httptest.NewRequest("POST", "http://localhost"+request, strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
			}
			r.Header.Set("Accept", accept)
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			out, format := w.Body.String(), "json"
			if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
				format = "page, html"
			}
			if w.Code/100 != 2 && !strings.Contains(request, "/names") && !strings.Contains(request, "namespace=x") {
				t.Errorf("%q: GET %s: status %d, %s", text, request, w.Code, out)
			}
			harmlessOutput(t, text, "GET "+request, format, out)
		}
	}
}

// TestHostileAgent has all hostile texts in what tools answer.
func TestHostileAgent(t *testing.T) {
	f := newFixture(t)
	f.write("t.normpack", sayingPack(t, strings.Join(hostileTexts, "O")))
	a := newAgent(f)
	for _, call := range []struct {
		tool string
		in   map[string]any
	}{
		{"lookup", map[string]any{"mention": "asthma"}}, {"lookup_many", map[string]any{"mentions": []string{"asthma", "FOXP2"}}},
		{"annotate", map[string]any{"text": "No asthma."}}, {"names", map[string]any{"ids": []string{"X:0"}}},
	} {
		r, err := a.session.CallTool(context.Background(), &mcp.CallToolParams{Name: call.tool, Arguments: call.in})
		f.check(err)
		text := r.Content[0].(*mcp.TextContent).Text
		if r.IsError || len(text) < 20 {
			t.Errorf("%s: %s", call.tool, text)
		}
		harmlessOutput(t, "all", call.tool, "json", text)
	}
}
