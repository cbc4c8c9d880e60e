package mobile_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/mobile"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// made is a pack of the tests, made once.
type made func() ([]byte, error)

func (m made) bytes(t *testing.T) []byte {
	t.Helper()
	data, err := m()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// small is what a small pack of genes holds: FOXP2 and 400 zinc finger proteins.
var small = sync.OnceValues(func() (*pack.Contents, error) {
	terms := &data.Terminology{Entities: []data.Entity{{ID: "X:FOXP2", Namespace: "X", Names: []data.Name{{Text: "FOXP2"}, {Text: "forkhead box P2", Kind: pack.KindAlias}}}}}
	for i := range 400 {
		number := 300 + 7*i
		terms.Entities = append(terms.Entities, data.Entity{ID: fmt.Sprintf("X:%d", i), Namespace: "X",
			Names: []data.Name{{Text: fmt.Sprintf("ZNF%d", number)}, {Text: fmt.Sprintf("zinc finger protein %d", number), Kind: pack.KindAlias}}})
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: terms, Verbatim: true, Encoder: encodertest.Random(1024, 64), Samples: 100}, nil)
	return c, err
})

// variant makes the small pack with tables replaced.
func variant(o *pack.WriteOptions, change func(*pack.Contents)) made {
	return sync.OnceValues(func() ([]byte, error) {
		c, err := small()
		if err != nil {
			return nil, err
		}
		changed := *c
		change(&changed)
		return changed.Append(nil, o)
	})
}

var (
	// raw has codes that are used where they lie.
	raw = variant(&pack.WriteOptions{RawCodes: true}, func(*pack.Contents) {})
	// mixed has the entities in X and Other by turns.
	mixed = variant(nil, func(c *pack.Contents) {
		c.Namespaces = []string{"X", "Other"}
		c.EntityNamespace = make([]uint16, len(c.EntityNamespace))
		for i := range c.EntityNamespace {
			c.EntityNamespace[i] = uint16(i % 2)
		}
	})
	// newer needs a section that no reader knows.
	newer = variant(nil, func(c *pack.Contents) {
		c.Extra = append(slices.Clip(c.Extra), pack.Section{Tag: "NEW1", Critical: true, Data: []byte("x")})
	})
	// byDefault is the default pack, for tests that need real names and ranks. It stays open.
	byDefault = sync.OnceValues(func() (*mobile.Normalizer, error) { return mobile.OpenBytes(assets.Default()) })
)

func defaultPack(t *testing.T) *mobile.Normalizer {
	t.Helper()
	n, err := byDefault()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, data []byte) *mobile.Normalizer {
	t.Helper()
	n, err := mobile.OpenBytes(data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	return n
}

// wantKind fails unless err has the kind, and a text beyond it.
func wantKind(t *testing.T, what string, err error, kind string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error, want %q", what, kind)
	} else if got := mobile.ErrorKind(err.Error()); got != kind || len(err.Error()) < len(kind)+10 {
		t.Errorf("%s: kind %q of %q, want %q", what, got, err, kind)
	}
}

func TestLookup(t *testing.T) {
	n := defaultPack(t)
	for _, c := range []struct {
		mention, id, name, stage string
		matches                  int
	}{
		{"FOXP2", "NCBIGene:93986", "FOXP2", "exact", 1},
		{"FOX-P2", "NCBIGene:93986", "FOXP2", "normalized", 1},
		{"PLCγ2", "NCBIGene:5336", "PLCG2", "normalized", 1},
		{"forkhaed box P2", "NCBIGene:93986", "FOXP2", "rewritten", 3},
	} {
		found, err := n.Lookup(c.mention, 3)
		if err != nil {
			t.Fatal(err)
		}
		m := found.Get(0)
		if m.ID != c.id || m.Name != c.name || m.Stage != c.stage || m.InNamespace != "NCBIGene" || m.Matched == "" || found.Len() != c.matches || found.IsNIL() {
			t.Errorf("%q: %+v of %d, NIL %v", c.mention, *m, found.Len(), found.IsNIL())
		}
		sum := found.NILProbability()
		for i := range found.Len() {
			sum += found.Get(i).Probability
		}
		if m.Probability < 0.4 || m.Margin <= 0 || m.Score <= 0 || m.Score > 1 || m.Distance < 0 || sum > 1.000001 {
			t.Errorf("%q: %+v, sum %v", c.mention, *m, sum)
		}
		if m.Name = "changed"; found.Get(0).Name == "changed" {
			t.Error("a match changed with a copy of it")
		}
	}
}

func TestTied(t *testing.T) {
	n := defaultPack(t)
	found, err := n.Lookup("RAF", 10) // several genes
	if err != nil {
		t.Fatal(err)
	}
	tied := 0
	for i := range found.Len() {
		if found.Get(i).Tied {
			tied++
		}
	}
	if found.Tied() < 2 || tied != min(found.Tied(), found.Len()) || !found.Get(0).Tied {
		t.Errorf("%d tied, %d of them among %d", found.Tied(), tied, found.Len())
	}
	if one, err := n.Lookup("FOXP2", 5); err != nil || one.Tied() != 0 || one.Get(0).Tied {
		t.Errorf("FOXP2: %d tied, %v", one.Tied(), err)
	}
}

func TestK(t *testing.T) {
	n := defaultPack(t)
	for _, c := range []struct {
		k    int
		want int // the largest number of matches
	}{{1, 1}, {7, 7}, {128, 128}, {129, 128}, {1<<31 - 1, 128}} {
		if found, err := n.Lookup("kinase", c.k); err != nil || found.Len() > c.want || found.Len() < min(c.want, 7) {
			t.Errorf("k = %d: %d matches, %v", c.k, found.Len(), err)
		}
	}
	for _, k := range []int{0, -1, -1 << 31} {
		_, err := n.Lookup("kinase", k)
		wantKind(t, "k too small", err, mobile.KindArgument)
	}
	found, err := n.Lookup("kinase", 2)
	if err != nil || found.Get(-1) != nil || found.Get(2) != nil || found.Get(1<<31-1) != nil {
		t.Errorf("a match where none is (%v)", err)
	}
}

func TestStrangeMentions(t *testing.T) {
	n := defaultPack(t)
	for _, mention := range []string{
		"", " ", "\x00", "FOX\x00P2", "\xff\xfe", "\xed\xa0\x80", "🧬", strings.Repeat("FOXP2 ", 1<<20/6), strings.Repeat("\x00", 1<<20),
		strings.Repeat("γ", 1<<19), strings.Repeat("\u0301", 1<<19),
	} {
		found, err := n.Lookup(mention, 5)
		if err != nil || found.Len() > 5 || found.Len() == 0 && (!found.IsNIL() || found.NILProbability() != 1) {
			t.Errorf("%.20q: %d matches, NIL %v with %v, %v", mention, found.Len(), found.IsNIL(), found.NILProbability(), err)
		}
	}
}

func TestLookupIn(t *testing.T) {
	n := open(t, mixed.bytes(t))
	for _, c := range []struct {
		namespaces string
		want       map[string]bool
	}{
		{"", map[string]bool{"X": true, "Other": true}},
		{"X", map[string]bool{"X": true}},
		{"Other", map[string]bool{"Other": true}},
		{"Other,X", map[string]bool{"X": true, "Other": true}},
	} {
		found, err := n.LookupIn("zinc finger protein", c.namespaces, 50)
		if err != nil || found.Len() < 10 {
			t.Fatalf("%q: %d matches, %v", c.namespaces, found.Len(), err)
		}
		seen := map[string]bool{}
		for i := range found.Len() {
			seen[found.Get(i).InNamespace] = true
		}
		if len(seen) != len(c.want) {
			t.Errorf("%q: namespaces %v", c.namespaces, seen)
		}
		for ns := range seen {
			if !c.want[ns] {
				t.Errorf("%q: a match in %q", c.namespaces, ns)
			}
		}
	}
	for _, namespaces := range []string{"MESH", "X,MESH", ",", "X,", "Mars", "\x00"} {
		_, err := n.LookupIn("FOXP2", namespaces, 5)
		wantKind(t, namespaces, err, mobile.KindNamespace)
	}
}

// TestLookupContext has a symbol of two genes in sentences about each.
func TestLookupContext(t *testing.T) {
	n := defaultPack(t)
	for context, want := range map[string]string{
		"p18, also called LAMTOR1, binds RagA": "LAMTOR1",
		"p18 inhibits CDK4 and CDK6":           "CDKN2C",
	} {
		for _, namespaces := range []string{"", "NCBIGene"} {
			if found, err := n.LookupContext("p18", context, namespaces, 2); err != nil || found.Get(0).Name != want {
				t.Errorf("%s: %+v, %v; want %s", context, found, err, want)
			}
		}
	}
	_, err := n.LookupContext("p18", "raptor", "MESH", 2)
	wantKind(t, "another namespace", err, mobile.KindNamespace)
	_, err = n.LookupContext("p18", "raptor", "", 0)
	wantKind(t, "no matches", err, mobile.KindArgument)
}

func TestInfo(t *testing.T) {
	i, err := defaultPack(t).Info()
	if err != nil {
		t.Fatal(err)
	}
	if i.Name != "Human genes, Gene Ontology, common diseases, chemicals, species and cell lines" || i.Version == "" || i.Date == "" || !strings.Contains(i.License, "public domain") || i.Source == "" ||
		i.Namespaces != "GO,NCBIGene,NCBIGene/10090,cell_line,chemical,disease,species" || i.EntityCount < 20000 || i.NameCount < 2*i.EntityCount {
		t.Errorf("%+v", *i)
	}
}

func TestZeroValues(t *testing.T) {
	var none *mobile.Matches
	for _, m := range []*mobile.Matches{none, new(mobile.Matches)} {
		if m.Len() != 0 || m.Get(0) != nil || !m.IsNIL() || m.NILProbability() != 1 || m.Tied() != 0 || m.Undecided() {
			t.Errorf("%+v", m)
		}
	}
}

func TestErrorKind(t *testing.T) {
	for message, want := range map[string]string{
		"closed: text": mobile.KindClosed, "bad pack: a: b: c": mobile.KindBadPack,
		"closed": "", "closed:": "", "": "", "a closed: text": "", "unexpected: text": "",
	} {
		if got := mobile.ErrorKind(message); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}
