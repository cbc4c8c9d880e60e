package server

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// joinedServer serves a pack of two joined lists of drugs, with details, and a list of towns.
func joinedServer(t *testing.T, o Options) *Server {
	t.Helper()
	list := &data.Terminology{
		Entities: []data.Entity{
			{ID: "MESH:D001241", Namespace: "MESH", Weight: 9, Names: []data.Name{{Text: "Aspirin"}, {Text: "Ecotrin", Kind: pack.KindAlias}}},
			{ID: "CHEBI:15365", Namespace: "CHEBI", Weight: 9, Names: []data.Name{{Text: "aspirin"}}, Definition: "A benzoic acid <C9H8O4>. It relieves pain."},
			{ID: "CHEBI:27732", Namespace: "CHEBI", Weight: 5, Names: []data.Name{{Text: "caffeine"}}},
			{ID: "CHEBI:9", Namespace: "CHEBI", Weight: 1, Names: []data.Name{{Text: "theophylline"}}},
			{ID: "towns:1", Namespace: "towns", Weight: 9, Names: []data.Name{{Text: "Basel"}}},
			{ID: "towns:2", Namespace: "towns", Weight: 9, Names: []data.Name{{Text: "Bern"}}},
		},
		XRefs: []data.XRef{{ID: "CHEBI:15365", Other: "MESH:D001241"}, {ID: "CHEBI:15365", Other: "DrugBank:DB00945"}},
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: list, Encoder: encodertest.Random(1024, 64), Samples: 50, Details: &assemble.Details{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPack("joined", "", func(*os.File) (*core.Normalizer, error) { return core.New(c) })
	if err != nil {
		t.Fatal(err)
	}
	o.Packs = []*Pack{p}
	return testServer(t, o)
}

// TestExtendJoined asks for what a pack says beside names: of entities that have it, and of those that have none.
func TestExtendJoined(t *testing.T) {
	s := joinedServer(t, Options{})
	w := do(s, "GET", "/properties?type=CHEBI", "", "")
	conforms(t, schema(t, "proposal"), strings.NewReader(w.Body.String()))
	var offered []string
	for _, p := range decoded[proposal](t, w).Properties {
		offered = append(offered, fmt.Sprintf(`{"id":%q}`, p.ID))
	}
	if len(offered) != 6 {
		t.Fatalf("offered: %q", offered)
	}
	const request = `{"ids":["CHEBI:15365","MESH:D001241","CHEBI:9","NO:1"],"properties":[%s]}`
	w = do(s, "POST", "/", asForm, form("extend", fmt.Sprintf(request, strings.Join(offered, ","))))
	conforms(t, schema(t, "extension"), strings.NewReader(w.Body.String()))
	const want = `{"CHEBI:15365":{"definition":[{"str":"A benzoic acid <C9H8O4>."}],"name":[{"str":"aspirin"}],"namespace":[{"str":"CHEBI"}],` +
		`"same":[{"str":"MESH:D001241"}],"synonyms":[],"xrefs":[{"str":"DrugBank:DB00945"},{"str":"MESH:D001241"}]},` +
		`"CHEBI:9":{"definition":[],"name":[{"str":"theophylline"}],"namespace":[{"str":"CHEBI"}],"same":[],"synonyms":[],"xrefs":[]},` +
		`"MESH:D001241":{"definition":[],"name":[{"str":"Aspirin"}],"namespace":[{"str":"MESH"}],"same":[{"str":"CHEBI:15365"}],"synonyms":[{"str":"Ecotrin"}],"xrefs":[]},` +
		`"NO:1":{"definition":[],"name":[],"namespace":[],"same":[],"synonyms":[],"xrefs":[]}}`
	if rows := string(decoded[struct{ Rows json.RawMessage }](t, w).Rows); rows != want {
		t.Errorf("got  %s\nwant %s", rows, want)
	}
	plain := get[proposal](t, testServer(t, Options{}), "/properties")
	for _, p := range plain.Properties {
		if p.ID == "same" || p.ID == "xrefs" || p.ID == "definition" {
			t.Errorf("a pack without details or joined lists offers %+v", p)
		}
	}
	if page := do(s, "GET", "/preview?id=CHEBI:15365", "", "").Body.String(); !strings.Contains(page, "<p>A benzoic acid &lt;C9H8O4&gt;.</p>") {
		t.Errorf("the preview lacks the definition: %s", page)
	}
}

// ask sends queries of names and returns their candidates.
func ask(t *testing.T, s *Server, names ...string) [][]candidate {
	t.Helper()
	batch := map[string]map[string]any{}
	for i, name := range names {
		batch[fmt.Sprintf("q%03d", i)] = map[string]any{"query": name, "limit": 3}
	}
	text, err := json.Marshal(batch)
	if err != nil {
		t.Fatal(err)
	}
	w := do(s, "POST", "/", asForm, form("queries", string(text)))
	conforms(t, schema(t, "results"), strings.NewReader(w.Body.String()))
	results := decoded[map[string]struct{ Result []candidate }](t, w)
	var out [][]candidate
	for i := range names {
		out = append(out, results[fmt.Sprintf("q%03d", i)].Result)
	}
	return out
}

// TestTypesOfCandidates requires the types that OpenRefine counts to guess that of a column: those of an entity in all
// joined lists, its own first.
func TestTypesOfCandidates(t *testing.T) {
	s := joinedServer(t, Options{})
	for name, want := range map[string]string{"Ecotrin": "MESH CHEBI", "caffeine": "CHEBI", "Bern": "towns", "CHEBI:15365": "CHEBI MESH"} {
		var types []string
		for _, typ := range ask(t, s, name)[0][0].Types {
			types = append(types, typ.ID)
		}
		if got := strings.Join(types, " "); got != want {
			t.Errorf("%s: types %s, want %s", name, got, want)
		}
	}
}

// TestBatchIsColumn requires the other queries of a batch to count for each of them, however many there are, and those of
// other requests not to, even if they are answered in one turn.
func TestBatchIsColumn(t *testing.T) {
	s := joinedServer(t, Options{MaxLookups: 1, MaxWait: time.Hour})
	p := func(list []candidate) float64 { return list[0].Score }
	alone := ask(t, s, "Bern")[0]
	strange := []string{"Bern"}
	for i := range maxTogether {
		strange = append(strange, fmt.Sprintf("nothing %d of this kind", i))
	}
	unknown := ask(t, s, strange...)[0]
	if !(p(unknown) < p(alone)) {
		t.Errorf("Bern has %v alone, %v among names of other things", p(alone), p(unknown))
	}
	many := ask(t, s, append(slices.Repeat([]string{"Bern", "Basel"}, maxTogether), strange...)...)
	if first, last := p(many[0]), p(many[2*maxTogether]); first != last {
		t.Errorf("the same name has %v and %v in one column", first, last)
	}
	free := occupy(s.turns)
	var at [2]float64
	var wait sync.WaitGroup
	for i, name := range []string{"Bern", "nothing of this kind"} {
		wait.Go(func() { at[i] = p(ask(t, s, name)[0]) })
	}
	eventually(t, "both wait", func() bool { return s.turns.length() == 2 })
	free()
	wait.Wait()
	if at[0] != p(alone) {
		t.Errorf("Bern has %v beside another request, %v alone", at[0], p(alone))
	}
}
