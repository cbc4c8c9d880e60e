package edit_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// model is a terminology that changes as Apply says, in the plainest way: a list
// of rows that is written as a file and read again.
type model struct{ entities []data.Entity }

func (m *model) find(id string) int {
	return slices.IndexFunc(m.entities, func(e data.Entity) bool { return e.ID == id })
}

func (m *model) apply(c edit.Change) {
	i := m.find(c.ID)
	if c.Remove {
		e := &m.entities[i]
		e.Names = slices.DeleteFunc(e.Names, func(n data.Name) bool { return c.Name == "" || n.Text == c.Name })
		if len(e.Names) == 0 {
			m.entities = slices.Delete(m.entities, i, i+1)
		}
		return
	}
	if i < 0 {
		i = len(m.entities)
		m.entities = append(m.entities, data.Entity{ID: c.ID, Namespace: c.Namespace, Weight: c.Weight})
	}
	m.entities[i].Names = append(m.entities[i].Names, data.Name{Text: c.Name, Kind: c.Kind})
}

// settle reads the terminology from its file, in which the names of an entity have
// the order of rows when ordered is set.
func (m *model) settle(t *testing.T, ordered bool) *data.Terminology {
	t.Helper()
	var tsv strings.Builder
	for _, e := range m.entities {
		if ordered {
			slices.SortFunc(e.Names, func(a, b data.Name) int {
				return strings.Compare(names.Key(a.Text)+"\x00"+a.Text, names.Key(b.Text)+"\x00"+b.Text)
			})
		}
		for _, n := range e.Names {
			fmt.Fprintf(&tsv, "%s\t%s\t%v\t%v\t%s\n", e.ID, n.Text, n.Kind, e.Weight, e.Namespace)
		}
	}
	terminology, _, err := data.ReadTSV(strings.NewReader(tsv.String()), "model", data.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m.entities = terminology.Entities
	return terminology
}

// namePool has names of equal compact forms, of several scripts, and long ones.
var namePool = []string{"FOXP2", "FOX-P2", "foxp2", "Fox P2", "FAKE1", "FAKE2", "PLCγ2", "PLCG2", "🧬", "-", "胰岛素", "ZNF300", "ZNF 300", "insulin",
	strings.Repeat("long name ", 40), "H. influenzae", "aaa", "zzz", "0"}

// change makes up a change that is allowed. The heaviest entity stays: the scale
// of weights hangs on it.
func (m *model) change(rng *rand.Rand) edit.Change {
	const heaviest = "NCBIGene:6198"
	for {
		e := m.entities[rng.IntN(len(m.entities))]
		c := edit.Change{ID: e.ID, Name: namePool[rng.IntN(len(namePool))], Kind: pack.Kind(1 + rng.IntN(3))}
		switch rng.IntN(6) {
		case 0: // a name of the entity
			c.Remove, c.Name = true, e.Names[rng.IntN(len(e.Names))].Text
		case 1:
			c.Remove, c.Name = true, ""
		case 2:
			c.ID = fmt.Sprintf("%s:%d", []string{"A", "NCBIGene", "zz"}[rng.IntN(3)], 300+rng.IntN(8))
			c.Weight, c.Namespace = []float64{0, 3, 899}[rng.IntN(3)], []string{"", "MESH", "NEW"}[rng.IntN(3)]
		}
		i := m.find(c.ID)
		if i >= 0 && !c.Remove {
			c.Weight, c.Namespace = 0, ""
			if slices.ContainsFunc(m.entities[i].Names, func(n data.Name) bool { return n.Text == c.Name }) {
				continue
			}
		}
		if c.Remove && (c.ID == heaviest && (c.Name == "" || len(e.Names) == 1) || len(m.entities) < 3) {
			continue
		}
		hasPrimary := i >= 0 && slices.ContainsFunc(m.entities[i].Names, func(n data.Name) bool { return n.Kind == pack.KindPrimary })
		if !hasPrimary && rng.IntN(2) == 0 {
			c.Kind = pack.KindPrimary
		}
		return c
	}
}

// TestApplyIsBuild changes packs at random, in several steps, and compares them
// table for table with packs built from the changed terminology.
func TestApplyIsBuild(t *testing.T) {
	start := terminology()
	original := file(t, contents(t))
	n, err := core.OpenBytes(original, nil)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(15) {
		rng := rand.New(rand.NewPCG(seed, 0))
		m := &model{}
		for _, e := range start.Entities {
			e.Names = slices.Clone(e.Names)
			m.entities = append(m.entities, e)
		}
		changed := original
		var log []edit.Change
		var want *data.Terminology
		for range 1 + rng.IntN(3) {
			m.settle(t, true)
			var changes []edit.Change
			for range 1 + rng.IntN(40) {
				c := m.change(rng)
				m.apply(c)
				changes = append(changes, c)
			}
			log = append(log, changes...)
			want = m.settle(t, false)
			if changed, err = edit.Apply(changed, changes); err != nil {
				t.Fatalf("seed %d: %v\n%+v", seed, err, log)
			}
		}
		compareWithBuild(t, n, changed, want)
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, log)
		}
	}
}

// compareWithBuild compares a changed pack with a build of the terminology that
// uses the encoder, binarizer and ranker of n.
func compareWithBuild(t *testing.T, n *core.Normalizer, changed []byte, terminology *data.Terminology) {
	t.Helper()
	want, _, err := assemble.Run(t.Context(), assemble.Recipe{Terminology: terminology, Relations: kinds(), Parents: []string{assemble.AllNamespaces}, Verbatim: true, Encoder: encodertest.Random(1024, 64), Samples: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want.Codes = nil
	for row := range want.Names.Len() {
		want.Codes = append(want.Codes, n.Code(nil, want.Names.At(row))...)
	}
	base := engine.Of(n).Contents()
	want.Head, want.Calibration, want.Words, want.Rewrites, want.Self = base.Head, base.Calibration, base.Words, base.Rewrites, base.Self
	got, err := pack.Parse(changed)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"entities", "names", "weight.max"} {
		if g, w := got.MetaValue(key), want.MetaValue(key); g != w {
			t.Errorf("%s is %q, want %q", key, g, w)
		}
	}
	if got.MetaValue("terminology.sha256") != "" || got.MetaValue("base.terminology.sha256") != base.MetaValue("terminology.sha256") {
		t.Errorf("digests in %v", got.Meta)
	}
	want.Meta = got.Meta
	if !bytes.Equal(file(t, got), file(t, want)) { // the file is a function of the tables
		t.Errorf("names %v\nwant  %v", rowsOf(got), rowsOf(want))
	}
	built, err := core.New(want)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := core.OpenBytes(changed, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range slices.Concat(mentions, namePool) {
		if got, want := opened.Lookup(m, 5), built.Lookup(m, 5); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", m, got, want)
		}
	}
}

func rowsOf(c *pack.Contents) (rows []string) {
	for i, e := range c.RowEntity {
		primary := ""
		if c.PrimaryRow[e] == uint32(i) {
			primary = "*"
		}
		rows = append(rows, fmt.Sprintf("%s|%s|%v%s", c.Names.At(i), c.IDs.At(int(e)), c.RowKind[i], primary))
	}
	return rows
}

// TestApplyUndone adds and removes again what was added: the base is left.
func TestApplyUndone(t *testing.T) {
	base := file(t, contents(t))
	there := []edit.Change{{ID: "X:9", Name: "nine", Weight: 7}, {ID: "X:1", Name: "insulin", Kind: pack.KindAlias}, {Remove: true, ID: "NCBIGene:93986", Name: "CAGH44"}}
	back := []edit.Change{{ID: "NCBIGene:93986", Name: "CAGH44", Kind: pack.KindAlias}, {Remove: true, ID: "X:9"}, {Remove: true, ID: "X:1", Name: "insulin"}}
	changed, err := edit.Apply(base, there)
	if err != nil || bytes.Equal(changed, base) {
		t.Fatalf("nothing changed, or %v", err)
	}
	again, err := edit.Apply(changed, back)
	if err != nil || !bytes.Equal(again, base) {
		t.Errorf("the changes and their reverse leave %d bytes of %d, error %v", len(again), len(base), err)
	}
	both, err := edit.Apply(base, slices.Concat(there, back))
	if err != nil || !bytes.Equal(both, base) {
		t.Errorf("in one step, they leave %d bytes of %d, error %v", len(both), len(base), err)
	}
}

func TestApplyRefuses(t *testing.T) {
	base := file(t, contents(t))
	noScale := contents(t)
	noScale.Meta = slices.DeleteFunc(slices.Clone(noScale.Meta), func(p pack.Pair) bool { return p.Key == pack.MetaMaxWeight })
	alias, exact := pack.KindAlias, pack.KindExact
	fine := edit.Change{ID: "X:1", Name: "insulin", Kind: alias}
	for _, c := range []struct {
		what    string
		data    []byte
		changes []edit.Change
		index   int
		reason  string
	}{
		{"a name that is there", base, []edit.Change{fine, {ID: "NCBIGene:93986", Name: "CAGH44", Kind: exact}}, 1, `has the name "CAGH44" already, as alias`},
		{"a name twice", base, []edit.Change{fine, fine}, 1, `has the name "insulin" already`},
		{"removing no name", base, []edit.Change{{Remove: true, ID: "X:1", Name: "insulin"}}, 0, `has no name "insulin"`},
		{"removing no entity", base, []edit.Change{fine, {Remove: true, ID: "X:2"}}, 1, "no entity X:2"},
		{"removing an entity twice", base, []edit.Change{{Remove: true, ID: "X:1"}, {Remove: true, ID: "X:1"}}, 1, "no entity X:1"},
		{"no id", base, []edit.Change{{Name: "a"}}, 0, "names no entity"},
		{"no name", base, []edit.Change{{ID: "X:1"}}, 0, "empty"},
		{"a name not UTF-8", base, []edit.Change{{ID: "X:1", Name: "\xff"}}, 0, "UTF-8"},
		{"a kind", base, []edit.Change{{ID: "X:1", Name: "a", Kind: 9}}, 0, "kind 9"},
		{"a second primary name", base, []edit.Change{fine, {ID: "X:1", Name: "a"}, fine}, 2, "already"},
		{"a second primary name at last", base, []edit.Change{fine, {ID: "X:1", Name: "a"}}, 1, `has the primary name "胰岛素"`},
		{"two primary names", base, []edit.Change{{ID: "X:3", Name: "a"}, {ID: "X:3", Name: "b"}}, 1, `has the primary name "a"`},
		{"another weight", base, []edit.Change{{ID: "X:1", Name: "a", Kind: alias, Weight: 800}}, 0, "another weight"},
		{"two weights", base, []edit.Change{{ID: "X:3", Name: "a", Weight: 8}, {ID: "X:3", Name: "b", Kind: alias, Weight: 8.1}}, 1, "another weight"},
		{"a weight below zero", base, []edit.Change{{ID: "X:3", Name: "a", Weight: -1}}, 0, "finite number >= 0"},
		{"a weight without scale", file(t, noScale), []edit.Change{{ID: "X:3", Name: "a", Weight: 8}}, 0, "no scale of weights"},
		{"another namespace", base, []edit.Change{{ID: "X:1", Name: "a", Kind: alias, Namespace: "MESH"}}, 0, `in namespace "X", not "MESH"`},
		{"two namespaces", base, []edit.Change{{ID: "X:3", Name: "a", Namespace: "A"}, {ID: "X:3", Name: "b", Kind: alias, Namespace: "B"}}, 1, `namespace "A", not "B"`},
		{"removing all", base, removeAll(t), entities - 1, "no name would be left"},
	} {
		out, err := edit.Apply(c.data, c.changes)
		var e *edit.ChangeError
		if out != nil || !errors.As(err, &e) || e.Index != c.index || !strings.Contains(e.Reason, c.reason) {
			t.Errorf("%s: %v, want one about change %d with %q", c.what, err, c.index+1, c.reason)
		}
	}
	if _, err := edit.Apply(base[:len(base)-1], []edit.Change{fine}); !errors.Is(err, pack.ErrCorrupt) {
		t.Errorf("a damaged pack: %v", err)
	}
	if out, err := edit.Apply(base, nil); err != nil || !bytes.Equal(out, base) {
		t.Errorf("no change makes %d bytes of %d, error %v", len(out), len(base), err)
	}
}

func removeAll(t *testing.T) (changes []edit.Change) {
	c := contents(t)
	for i := range c.IDs.Len() {
		changes = append(changes, edit.Change{Remove: true, ID: c.IDs.At(i)})
	}
	return changes
}

// TestApplyAttributes takes an entity out and puts it in again with another
// weight and namespace.
func TestApplyAttributes(t *testing.T) {
	out, err := edit.Apply(file(t, contents(t)), []edit.Change{
		{Remove: true, ID: "MESH:D006192"},
		{ID: "MESH:D006192", Name: "Haemophilus influenzae", Weight: 900, Namespace: "bacteria"},
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := pack.Parse(out)
	if err != nil {
		t.Fatal(err)
	}
	e, ok := c.IDs.Find("MESH:D006192")
	if !ok || c.Prior[e] != 255 || !slices.Equal(c.Namespaces, []string{"NCBIGene", "X", "bacteria"}) || c.Namespaces[c.EntityNamespace[e]] != "bacteria" {
		t.Errorf("found %t, prior %d, namespaces %q", ok, c.Prior[e], c.Namespaces)
	}
	n, err := core.OpenBytes(out, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := n.LookupWith("haemophilus influenzae", core.Options{Namespaces: []string{"bacteria"}})
	if err != nil || len(a.Matches) != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := n.LookupWith("x", core.Options{Namespaces: []string{"MESH"}}); !errors.Is(err, core.ErrNamespace) {
		t.Errorf("a namespace without entities: %v", err)
	}
}

// TestManyNames adds names to one entity and removes others of it, many times, and compares it with a set of names.
func TestManyNames(t *testing.T) {
	original := file(t, contents(t))
	rng := rand.New(rand.NewPCG(1, 2))
	want := map[string]bool{}
	var changes []edit.Change
	for range 3000 {
		c := edit.Change{ID: "many:1", Name: fmt.Sprintf("name %d", rng.IntN(200)), Kind: pack.KindAlias}
		c.Remove = want[c.Name]
		if want[c.Name] = !c.Remove; c.Remove {
			delete(want, c.Name)
		}
		changes = append(changes, c)
	}
	for _, wrong := range []edit.Change{{ID: "many:1", Name: "name 200", Remove: true}, {ID: "many:1", Name: slices.Sorted(maps.Keys(want))[0]}} {
		if _, err := edit.Apply(original, append(slices.Clip(changes), wrong)); err == nil {
			t.Errorf("%+v was made", wrong)
		}
	}
	changed, err := edit.Apply(original, changes)
	if err != nil {
		t.Fatal(err)
	}
	c, err := pack.Parse(changed)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for row, entity := range c.RowEntity {
		if c.IDs.At(int(entity)) == "many:1" {
			got = append(got, c.Names.At(row))
		}
	}
	if slices.Sort(got); !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
		t.Errorf("%d names, want %d", len(got), len(want))
	}
}
