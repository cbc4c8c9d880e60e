package server

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/gilda"
)

// gildaRequest is a line of testdata/gilda/requests.jsonl: what a client of Gilda sends, written in the shape of
// INDRA's client, of Gilda's README and of its tests, and what it has to read.
type gildaRequest struct {
	From, Method, Path string
	Body               json.RawMessage
	Status             int
	Schema             string // see schemas/gilda.json
	First              string // database and id of the first match; of several texts, with semicolons
	Has                string // those of some match, or a name
	None               bool   // the list is empty
}

// TestGildaClients replays the requests with the default pack.
func TestGildaClients(t *testing.T) {
	p, err := NewPack("default", "", func(*os.File) (*core.Normalizer, error) { return core.OpenBytes(assets.Default(), nil) })
	if err != nil {
		t.Fatal(err)
	}
	s := testServer(t, Options{Packs: []*Pack{p}})
	f, err := os.Open("testdata/gilda/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	replayed := 0
	for lines := bufio.NewScanner(f); lines.Scan(); replayed++ {
		var q gildaRequest
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		t.Run(q.From, func(t *testing.T) { q.replay(t, s) })
	}
	if replayed < 20 {
		t.Errorf("%d requests: the test checks little", replayed)
	}
	if spans := post[[]annotation](t, s, "/annotate", asJSON, `{"text":"There was no sign of asthma."}`); len(spans) != 1 || !slices.Equal(spans[0].Says, []string{"negated"}) {
		t.Errorf("%+v", spans)
	}
}

func (q *gildaRequest) replay(t *testing.T, s *Server) {
	kind := ""
	if q.Body != nil {
		kind = asJSON
	}
	w := do(s, cmp.Or(q.Method, "POST"), q.Path, kind, string(q.Body))
	if w.Code != cmp.Or(q.Status, 200) {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	conforms(t, schema(t, "gilda"), strings.NewReader(fmt.Sprintf(`{%q: %s}`, q.Schema, w.Body)))
	firsts, all := readGilda(t, q.Schema, w.Body.Bytes())
	if q.First != "" && q.First != firsts {
		t.Errorf("the first is %q, want %q", firsts, q.First)
	}
	if q.Has != "" && !strings.Contains(all+"\n", "\n"+q.Has+"\n") {
		t.Errorf("%q is missing:%s", q.Has, all)
	}
	if q.None != (all == "" && q.Schema != "failure") {
		t.Errorf("nothing is expected: %t, but there is%s", q.None, all)
	}
}

// readGilda returns the first database and id of each list, and a line for each of all or for each name.
func readGilda(t *testing.T, schema string, content []byte) (firsts, all string) {
	t.Helper()
	var names []string
	var lists [][]gilda.Match
	var err error
	switch schema {
	case "names":
		err = json.Unmarshal(content, &names)
	case "matches":
		err = json.Unmarshal(append(append([]byte("["), bytes.TrimSpace(content)...), ']'), &lists)
	case "lists":
		err = json.Unmarshal(content, &lists)
	case "annotations":
		var spans []annotation
		err = json.Unmarshal(content, &spans)
		for _, s := range spans {
			lists = append(lists, s.Matches)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		all += "\n" + name
	}
	for i, list := range lists {
		for j, m := range list {
			match := m.Term.DB + " " + m.Term.ID
			all += "\n" + match
			if j == 0 && i > 0 {
				firsts += "; "
			}
			if j == 0 {
				firsts += match
			}
		}
	}
	return firsts, all
}

// TestAnnotate has a pack without a tagger: its names are found. Places are in characters.
func TestAnnotate(t *testing.T) {
	s := testServer(t, Options{})
	for body, want := range map[string]string{
		`{"text":"ÄÖ𝛼: FOX-P2, and H. influenzae.","organisms":["9606"],"unknown":[1]}`: "5-11 FOX-P2 93986|17-30 H. influenzae D006192",
		`{"text":"FOXP2 and H. influenzae","namespaces":["egid"]}`:                      "0-5 FOXP2 93986",
		`{"text":"FOXP2 and H. influenzae","namespaces":["mesh"]}`:                      "10-23 H. influenzae D006192",
		`{"text":"FOXP2 and H. influenzae","namespaces":["FPLX"]}`:                      "",
		`{"text":"nothing at all"}`:                                                     "",
		`{"text":""}`:                                                                   "",
	} {
		var got []string
		spans := post[[]annotation](t, s, "/annotate", asJSON, body)
		for _, a := range spans {
			got = append(got, fmt.Sprintf("%d-%d %s %s", a.Start, a.End, a.Text, a.Matches[0].Term.ID))
		}
		if spans == nil || strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
	if spans := post[[]annotation](t, s, "/annotate", asJSON, `{"text":"FAKE1"}`); len(spans) != 1 || len(spans[0].Matches) < 2 {
		t.Errorf("FAKE1 means two: %+v", spans)
	}
}

// TestAnnotateComposite has a span that names two entities: their matches are one list, by score.
func TestAnnotateComposite(t *testing.T) {
	f := gilda.NewFilter(testPack(t, "test").view().tables, nil)
	list := allMatches(f, []core.Answer{
		{Matches: []core.Match{{ID: "X:1", P: 0.5, Stage: core.StageExact}, {ID: "X:2", P: 0.2, Stage: core.StageExact}}},
		{Matches: []core.Match{{ID: "X:3", P: 0.9, Stage: core.StageExact}}},
	})
	if len(list) != 3 || list[0].Term.ID != "3" || list[1].Term.ID != "1" || list[2].Term.ID != "2" {
		t.Errorf("%+v", list)
	}
	if list := allMatches(f, []core.Answer{{NIL: true, Matches: []core.Match{{ID: "X:1", P: 0.1, Stage: core.StageHamming}}}}); len(list) != 0 {
		t.Errorf("the pack lacks it, but there is %+v", list)
	}
}

// TestAnnotatorIsShared checks that requests of a view have one annotator.
func TestAnnotatorIsShared(t *testing.T) {
	v := testPack(t, "test").view()
	a, err := v.annotator()
	if b, _ := v.annotator(); err != nil || a == nil || a != b {
		t.Errorf("%p, then %p, %v", a, b, err)
	}
}
