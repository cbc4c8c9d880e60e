package core_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// drugs are things in three namespaces, one of which has ids without a prefix: aspirin in all of them,
// caffeine in two. B:9 is a number in X as well.
func drugs() *data.Terminology {
	const alias = pack.KindAlias
	return &data.Terminology{
		Entities: []data.Entity{
			{ID: "D001241", Namespace: "MESH", Weight: 9, Names: []data.Name{{Text: "Aspirin"}, {Text: "acetylsalicylic acid", Kind: alias}}},
			{ID: "CHEBI:15365", Namespace: "CHEBI", Weight: 9, FullName: "acetylsalicylic acid", Definition: "A benzoic acid, e.g. of Bayer. It relieves pain.",
				Names: []data.Name{{Text: "Aspirin"}, {Text: "acetylsalicylic acid", Kind: pack.KindExact}, {Text: "ASA", Kind: alias}}},
			{ID: "X:9", Namespace: "X", Weight: 9, Names: []data.Name{{Text: "Aspirin"}, {Text: "Ecotrin", Kind: alias}}},
			{ID: "CHEBI:27732", Namespace: "CHEBI", Weight: 5, Names: []data.Name{{Text: "caffeine"}}},
			{ID: "D002110", Namespace: "MESH", Weight: 4, Names: []data.Name{{Text: "caffeine"}, {Text: "guaranine", Kind: alias}}},
			{ID: "CHEBI:9", Namespace: "CHEBI", Weight: 1, Names: []data.Name{{Text: "theophylline"}}},
		},
		XRefs: []data.XRef{
			{ID: "CHEBI:15365", Other: "MESH:D001241"}, {ID: "X:9", Other: "chebi:15365"}, {ID: "CHEBI:27732", Other: "MESH:D002110"},
			{ID: "CHEBI:15365", Other: "DrugBank:DB00945"}, {ID: "CHEBI:15365", Other: "PMID:1"}, {ID: "CHEBI:27732", Other: "ICD10CM:T43"},
		},
	}
}

var drugPack = sync.OnceValues(func() (*pack.Contents, error) {
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: drugs(), Encoder: encodertest.Random(1024, 64), Samples: 100,
		Details: &assemble.Details{
			Definitions: map[string]string{"X:9": "A brand. Of one firm."},
			Former:      map[string]string{"CHEBI:1": "CHEBI:15365", "CHEBI:9": "X:9", "OLD:7": "D001241"},
		}}, nil)
	return c, err
})

func openDrugs(t *testing.T) *core.Normalizer {
	t.Helper()
	c, err := drugPack()
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, c)
}

func TestEntity(t *testing.T) {
	n := openDrugs(t)
	got, ok := n.Entity("CHEBI:15365")
	want := core.Entity{
		ID: "CHEBI:15365", Namespace: "CHEBI", Name: "Aspirin", FullName: "acetylsalicylic acid",
		Names:      []core.Name{{Name: "Aspirin", Kind: "primary"}, {Name: "acetylsalicylic acid", Kind: "exact"}, {Name: "ASA", Kind: "alias"}},
		Definition: "A benzoic acid, e.g. of Bayer.", XRefs: []string{"DrugBank:DB00945", "MESH:D001241"}, Same: []string{"D001241", "X:9"},
		URL: "https://www.ebi.ac.uk/chebi/searchId.do?chebiId=CHEBI:15365",
	}
	if !ok || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	if e, _ := n.Entity("X:9"); e.Definition != "A brand." || e.URL != "" {
		t.Errorf("%+v", e)
	}
	for _, c := range []struct{ ask, id, former string }{
		{"D001241", "D001241", ""},
		{"mesh:D001241", "D001241", ""},
		{"mesh:d001241", "D001241", ""},
		{"chebi:15365", "CHEBI:15365", ""},
		{"15365", "CHEBI:15365", ""},
		{"9", "", ""},              // of CHEBI and X
		{"CHEBI:D001241", "", ""},  // another namespace
		{"CHEBI:9", "CHEBI:9", ""}, // an entity, whatever was said of it as a former id
		{"CHEBI:1", "CHEBI:15365", "CHEBI:1"},
		{"chebi:1", "CHEBI:15365", "CHEBI:1"},
		{"OLD:7", "D001241", "OLD:7"},
		{"", "", ""}, {":", "", ""}, {"CHEBI:", "", ""}, {"aspirin", "", ""}, {"CHEBI:153650", "", ""},
	} {
		if e, ok := n.Entity(c.ask); e.ID != c.id || e.Former != c.former || ok != (c.id != "") {
			t.Errorf("%q: %q, formerly %q, %t", c.ask, e.ID, e.Former, ok)
		}
	}
	if url := must(n.Entity("D001241")).URL; url != "https://meshb.nlm.nih.gov/record/ui?ui=D001241" {
		t.Errorf("page of an id without a prefix: %q", url)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if _, ok := n.Entity("CHEBI:15365"); ok {
		t.Error("an entity after Close")
	}
}

func must(e core.Entity, _ bool) core.Entity { return e }

// TestEntityWithoutDetails has names and pages all the same.
func TestEntityWithoutDetails(t *testing.T) {
	c, err := drugPack()
	if err != nil {
		t.Fatal(err)
	}
	bare := *c
	bare.Details = nil
	n, err := core.New(&bare)
	if err != nil {
		t.Fatal(err)
	}
	if e, ok := n.Entity("CHEBI:15365"); !ok || len(e.Names) != 3 || e.URL == "" || e.FullName+e.Definition != "" || e.XRefs != nil {
		t.Errorf("%+v", e)
	}
	if _, ok := n.Entity("CHEBI:1"); ok {
		t.Error("a former id is known without details")
	}
}

// TestEntityAfterChange requires details to stay with their entities when others come and go.
func TestEntityAfterChange(t *testing.T) {
	c, err := drugPack()
	if err != nil {
		t.Fatal(err)
	}
	changed, err := edit.Apply(file(t, c), []edit.Change{
		{Remove: true, ID: "CHEBI:27732"}, {Remove: true, ID: "D001241"}, {ID: "AA:1", Name: "new", Namespace: "AA"},
	})
	if err != nil {
		t.Fatal(err)
	}
	n, err := core.OpenBytes(changed, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, ok := n.Entity("CHEBI:1")
	if !ok || e.FullName != "acetylsalicylic acid" || !slices.Equal(e.Same, []string{"X:9"}) {
		t.Errorf("%+v", e)
	}
	if e := must(n.Entity("D002110")); e.Same != nil {
		t.Errorf("caffeine is still the same as %v", e.Same)
	}
	if e, ok := n.Entity("OLD:7"); ok { // leads to what is gone
		t.Errorf("%+v", e)
	}
	if e, _ := n.Entity("D001241"); e.ID != "CHEBI:15365" { // is gone, but for a reference to it
		t.Errorf("%+v", e)
	}
	if e, ok := n.Entity("AA:1"); !ok || e.FullName != "" || e.Same != nil {
		t.Errorf("%+v", e)
	}
}

func TestLookupOfIDs(t *testing.T) {
	n := openDrugs(t)
	for _, c := range []struct {
		mention string
		o       core.Options
		id      string
		matched string
	}{
		{"CHEBI:15365", core.Options{}, "CHEBI:15365", "CHEBI:15365"},
		{"chebi:15365", core.Options{}, "CHEBI:15365", "CHEBI:15365"},
		{"CHEBI:1", core.Options{}, "CHEBI:15365", "CHEBI:1"},
		{"MESH:D001241", core.Options{}, "D001241", "D001241"},
		{"CHEBI:15365", core.Options{Prefer: []string{"mesh"}}, "D001241", "CHEBI:15365"},
		{"CHEBI:15365", core.Options{Namespaces: []string{"CHEBI"}, Prefer: []string{"MESH"}}, "CHEBI:15365", "CHEBI:15365"},
		{"CHEBI:15365", core.Options{Namespaces: []string{"X"}}, "X:9", "CHEBI:15365"},
		{"CHEBI:27732", core.Options{Namespaces: []string{"X"}}, "", ""},
		{"D001241", core.Options{}, "D001241", "D001241"}, // no name looks like this
		{"drugbank DB00945", core.Options{}, "CHEBI:15365", "DrugBank:DB00945"},
		{"DB00945", core.Options{Namespaces: []string{"MESH"}}, "D001241", "DrugBank:DB00945"},
		{"CHEBI:2", core.Options{}, "", ""},
	} {
		answers, err := n.LookupMany([]core.Query{{Mention: c.mention}}, c.o)
		if err != nil {
			t.Fatal(err)
		}
		one, err := n.LookupWith(c.mention, c.o)
		if err != nil || fmt.Sprint(one) != fmt.Sprint(answers[0]) {
			t.Errorf("%s: alone %+v, %v, among many %+v", c.mention, one, err, answers[0])
		}
		byID := len(one.Matches) > 0 && one.Matches[0].Stage == core.StageID
		if byID != (c.id != "") {
			t.Errorf("%s %+v: %+v", c.mention, c.o, one)
			continue
		}
		if !byID {
			continue
		}
		if m := one.Matches[0]; len(one.Matches) != 1 || m.ID != c.id || m.Matched != c.matched || m.P != 1 || m.Name != "Aspirin" || one.NIL || one.PNIL != 0 {
			t.Errorf("%s: %+v", c.mention, one)
		}
	}
}

// TestSubdivision requires the entity of a code without its subdivision to be broader than what is meant.
func TestSubdivision(t *testing.T) {
	n := openDrugs(t)
	for mention, want := range map[string]string{"ICD10:T43": "", "ICD10:T43.61": ".61", "T43.61": ".61"} {
		a := n.Lookup(mention, 1)
		if mention == "T43.61" && a.NIL || len(a.Matches) != 1 {
			t.Fatalf("%s: %+v", mention, a)
		}
		if m := a.Matches[0]; m.ID != "CHEBI:27732" || m.Broader != want || (m.Exactly() == 1) != (want == "") {
			t.Errorf("%s: %+v, exactly %v", mention, m, m.Exactly())
		}
		if a, err := n.LookupWith(mention, core.Options{Exactly: true}); err != nil || a.NIL != (want != "") {
			t.Errorf("%s, exactly: %+v, %v", mention, a, err)
		}
	}
}

// TestPrefer requires equivalents to become one match, whose P is the sum of theirs.
func TestPrefer(t *testing.T) {
	n := openDrugs(t)
	apart := n.Lookup("aspirin", 10)
	sum := 0.0
	for _, m := range apart.Matches {
		if m.Name == "Aspirin" {
			sum += m.P
		}
	}
	if ids := apart.Ambiguous; len(ids) > 1 && ids[1] != "D002110" && ids[1] != "CHEBI:27732" && ids[1] != "CHEBI:9" {
		t.Errorf("the same thing is ambiguous: %v", ids)
	}
	for _, c := range []struct {
		prefer     string
		namespaces []string
		want       string
	}{
		{"MESH,CHEBI", nil, "D001241"},
		{"chebi", nil, "CHEBI:15365"},
		{"X,MESH", nil, "X:9"},
		{"X,MESH", []string{"CHEBI", "MESH"}, "D001241"},
	} {
		got, err := n.LookupWith("aspirin", core.Options{K: 10, Prefer: strings.Split(c.prefer, ","), Namespaces: c.namespaces})
		if err != nil {
			t.Fatal(err)
		}
		m := got.Matches[0]
		if m.ID != c.want || m.Name != "Aspirin" || c.namespaces == nil && math.Abs(m.P-sum) > 1e-12 || got.NIL && m.P > got.PNIL {
			t.Errorf("%s: %+v, want %s of P %v", c.prefer, got, c.want, sum)
		}
		total := got.PNIL
		for i, m := range got.Matches {
			total += m.P
			if i > 0 && (m.Name == "Aspirin" || m.P > got.Matches[i-1].P) {
				t.Errorf("%s: match %d: %+v", c.prefer, i, m)
			}
		}
		if math.Abs(total-1) > 1e-9 {
			t.Errorf("%s: all P sum to %v", c.prefer, total)
		}
	}
	if m := n.Lookup("guaranine", 1).Matches[0]; m.ID != "D002110" {
		t.Errorf("without a preference: %+v", m)
	}
	got, err := n.LookupWith("guaranine", core.Options{Prefer: []string{"CHEBI"}}) // a name that CHEBI lacks
	if err != nil || got.Matches[0].ID != "CHEBI:27732" || got.Matches[0].Matched != "guaranine" || got.Matches[0].Name != "caffeine" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := n.LookupWith("x", core.Options{Prefer: []string{"mars"}}); !errors.Is(err, core.ErrNamespace) {
		t.Errorf("an unknown namespace: %v", err)
	}
}

// TestDamagedDetails opens a pack whose details are none: the index is refused, a block by CheckCodes.
func TestDamagedDetails(t *testing.T) {
	c, err := drugPack()
	if err != nil {
		t.Fatal(err)
	}
	bad := *c
	bad.Details = []byte{9}
	if _, err := core.New(&bad); !isNewer(err) {
		t.Errorf("a version to come: %v", err)
	}
	bad.Details = bytes.Clone(c.Details)
	for i := range 20 {
		bad.Details[len(bad.Details)-1-i] ^= 0x55
	}
	n, err := core.New(&bad)
	if err != nil {
		t.Fatal(err)
	}
	if e, ok := n.Entity("CHEBI:15365"); !ok || e.FullName != "" {
		t.Errorf("%+v, %t", e, ok)
	}
	if err := n.CheckCodes(t.Context(), nil); !errors.Is(err, pack.ErrCorrupt) {
		t.Errorf("checked: %v", err)
	}
}

// TestMappedDetails reads details in the mapped file that the codes hold open, until Close;
// those of a file that was read stay.
func TestMappedDetails(t *testing.T) {
	c, err := drugPack()
	if err != nil {
		t.Fatal(err)
	}
	data, err := c.Append(nil, &pack.WriteOptions{RawCodes: true})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "drugs.normpack")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, mapped := range []bool{true, false} {
		n, err := core.Open(path, &core.OpenOptions{Read: !mapped})
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := n.Entity("CHEBI:15365"); !ok || e.FullName != "acetylsalicylic acid" || !slices.Equal(e.Same, []string{"D001241", "X:9"}) {
			t.Errorf("mapped %t: %+v, %t", mapped, e, ok)
		}
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
		if e, ok := n.Entity("CHEBI:15365"); ok {
			t.Errorf("mapped %t, closed: %+v", mapped, e)
		}
		if left := engine.Of(n).Contents().Details; (left == nil) != mapped {
			t.Errorf("mapped %t, closed: %d bytes of details", mapped, len(left))
		}
	}
}
