//go:build js && wasm

package main

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall/js"
	"testing"
	"testing/fstest"
	"time"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/tools/normlet/repository"
)

// published is when the repository of the tests is signed, in seconds since 1970; its timestamp lasts ten hours.
const published = 1_790_000_000

var lifetimes = repository.Lifetimes{Root: 1000 * time.Hour, Targets: 100 * time.Hour, Timestamp: 10 * time.Hour}

// site is a repository of packs of the name genes, as a page fetches its files.
type site struct {
	t     *testing.T
	key   ed25519.PrivateKey
	files fstest.MapFS
}

func newSite(t *testing.T, packs ...[]byte) *site {
	t.Helper()
	s := &site{t, ed25519.NewKeyFromSeed([]byte("32 bytes, of a key for the tests")), fstest.MapFS{}}
	public := []ed25519.PublicKey{s.key.Public().(ed25519.PublicKey)}
	r, err := repository.Create(repository.Keys{Root: public, RootThreshold: 1, Targets: public, Timestamp: public}, time.Unix(published, 0), lifetimes)
	s.commit(r, err)
	for _, p := range packs {
		r, err := repository.Open(s.files)
		if err == nil {
			_, err = r.Add("genes", p, 1)
		}
		s.commit(r, err)
	}
	return s
}

func (s *site) commit(r *repository.Repository, err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	files, err := r.Commit([]ed25519.PrivateKey{s.key}, time.Unix(published, 0), lifetimes)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, f := range files {
		s.files[f.Path] = &fstest.MapFile{Data: f.Data}
	}
}

// tiny returns a pack of one entity, and the same with a name more.
func tiny(t *testing.T) (first, second []byte) {
	t.Helper()
	given, err := pack.Parse(assets.Default())
	if err != nil {
		t.Fatal(err)
	}
	weights, head := encodertest.Random(64, 64), &binarize.Head{Bits: 64, Dim: 64, Method: "ht", T: make([]float32, 64)}
	e, err := encoder.New(weights)
	if err != nil {
		t.Fatal(err)
	}
	c := &pack.Contents{
		IDs: pack.NewStrings([]string{"X:1"}), Namespaces: []string{"X"}, EntityNamespace: []uint16{0}, Prior: []uint8{0},
		PrimaryRow: []uint32{0}, Names: pack.NewStrings([]string{"FOXP2"}), RowEntity: []uint32{0}, RowKind: []pack.Kind{pack.KindPrimary},
		Bits: 64, Codes: head.Encode(nil, e.Encode(nil, "FOXP2")), Calibration: given.Calibration,
	}
	c.Words = names.CountWords(c.Names.Range(0, 1), 1, nil)
	if c.Encoder, err = weights.AppendBinary(nil); err == nil {
		c.Head, err = head.AppendBinary(nil)
	}
	if err == nil {
		first, err = c.Append(nil, nil)
	}
	if err == nil {
		second, err = edit.Apply(first, []edit.Change{{ID: "X:1", Name: "forkhead box P2", Kind: pack.KindExact}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return first, second
}

// page is what JavaScript has of the packs: the functions, and the files that it keeps.
type page struct {
	t    *testing.T
	p    packs
	kept map[string][]byte
}

func newPage(s *site) *page {
	g := &page{t: s.t, kept: map[string][]byte{}}
	g.open(s)
	return g
}

// open begins with the files that are kept, as after the page was closed.
func (g *page) open(s *site) {
	g.t.Helper()
	var pairs []js.Value
	for name, data := range g.kept {
		pairs = append(pairs, js.Global().Get("Array").Call("of", name, bytesOf(data)))
	}
	g.p = packs{}
	g.value(g.p.openPacks, bytesOf(s.files["metadata/1.root.json"].Data), array(pairs, func(v js.Value) any { return v }))
}

// call returns what JavaScript gets.
func (g *page) call(f func([]js.Value) (js.Value, error), args ...any) js.Value {
	g.t.Helper()
	of := function(f)
	defer of.Release()
	result := of.Invoke(args...)
	kindIn(g.t, result)
	return result
}

func (g *page) value(f func([]js.Value) (js.Value, error), args ...any) js.Value {
	g.t.Helper()
	result := g.call(f, args...)
	if e := result.Get("error"); !e.IsUndefined() {
		g.t.Fatalf("%s: %s", e.Get("kind"), e.Get("message"))
	}
	return result.Get("value")
}

// fails requires an error of a kind, whose message has a text.
func (g *page) fails(kind, text string, f func([]js.Value) (js.Value, error), args ...any) {
	g.t.Helper()
	e := g.call(f, args...).Get("error")
	if e.IsUndefined() || e.Get("kind").String() != kind || !strings.Contains(e.Get("message").String(), text) {
		g.t.Errorf("%s; want an error of kind %s with %q", js.Global().Get("JSON").Call("stringify", e), kind, text)
	}
}

// save keeps what changed and returns the names of the files: those that went have a minus.
func (g *page) save() (names []string) {
	g.t.Helper()
	changed := g.value(g.p.changes)
	for i := range changed.Length() {
		name := changed.Index(i).Index(0).String()
		if changed.Index(i).Length() == 1 {
			delete(g.kept, name)
			names = append(names, "-"+name)
			continue
		}
		g.kept[name] = bytesFrom(changed.Index(i).Index(1))
		names = append(names, name)
	}
	return names
}

// bring does what mobile/web/lib does: it fetches what is wanted. Files whose path has a text are missing.
func (g *page) bring(s *site, missing string, version int, seconds int64, look bool) (received int) {
	g.t.Helper()
	want := g.value(g.p.begin, "genes", version, seconds, look)
	for steps := 0; !want.IsNull(); steps++ {
		if steps > 100 {
			g.t.Fatal("the update does not end")
		}
		path := want.Get("path").String()
		data, err := fs.ReadFile(s.files, path)
		if want.Get("most").Int() < len(data) || want.Get("content").Bool() != strings.HasPrefix(path, "targets/") {
			g.t.Errorf("%s is wanted with %v bytes, content %v", path, want.Get("most"), want.Get("content"))
		}
		if errors.Is(err, fs.ErrNotExist) || missing != "" && strings.Contains(path, missing) {
			want = g.value(g.p.give, js.Null())
			continue
		}
		received += len(data)
		want = g.value(g.p.give, bytesOf(data))
	}
	return received
}

// gets requires a property of the result of an update, as JSON.
func (g *page) gets(want string) {
	g.t.Helper()
	if got := js.Global().Get("JSON").Call("stringify", g.value(g.p.result)).String(); !strings.HasPrefix(got, want) {
		g.t.Errorf("%s, want %s", got, want)
	}
}

func (g *page) installed() int { g.t.Helper(); return g.value(g.p.installed, "genes").Int() }

// TestUpdates is a page's tale: a pack, kept over a restart, a newer one by its delta, and back.
func TestUpdates(t *testing.T) {
	first, second := tiny(t)
	old, s := newSite(t, first), newSite(t, first, second)
	g := newPage(old)
	if v := g.installed(); v != 0 {
		t.Errorf("version %d before the first update", v)
	}
	g.fails(kindInstalled, "", g.p.read, "genes")
	g.fails(kindRepository, "go back", g.p.rollback, "genes")

	received := g.bring(old, "", 0, published, false)
	result := g.value(g.p.result)
	if result.Get("received").Int() != received || result.Get("notes").Length() != 0 {
		t.Errorf("%d bytes, and the result has %v with %d notes", received, result.Get("received"), result.Get("notes").Length())
	}
	g.gets(`{"version":1,"upToDate":false,"delta":false,`)
	if got := bytesFrom(g.value(g.p.read, "genes")); !bytes.Equal(got, first) {
		t.Errorf("%d bytes of the pack, want %d", len(got), len(first))
	}
	if names := g.save(); len(names) < 4 || !slices.IsSorted(names) || !slices.Contains(names, "genes.state") {
		t.Errorf("%q changed", names)
	}
	if names := g.save(); len(names) != 0 {
		t.Errorf("%q changed again", names)
	}

	g.open(old)
	if v := g.installed(); v != 1 {
		t.Errorf("version %d after a restart", v)
	}
	if g.bring(old, "", 0, published, false); !g.value(g.p.result).Get("upToDate").Bool() {
		t.Error("the newest pack is not up to date")
	}
	g.bring(s, "", 0, published, true)
	if r := g.value(g.p.result); r.Get("found").Int() != 2 || r.Get("need").Int() < 1 || g.installed() != 1 {
		t.Errorf("a look finds %v, needs %v, and leaves version %d", r.Get("found"), r.Get("need"), g.installed())
	}
	g.bring(s, "", 0, published+9*60*60, false)
	g.gets(`{"version":2,"upToDate":false,"delta":true,`)
	if v := g.value(g.p.rollback, "genes").Int(); v != 1 || g.installed() != 1 {
		t.Errorf("back to version %d, version %d is in use", v, g.installed())
	}
	g.save()
	if names := slices.Collect(func(yield func(string) bool) {
		for name := range g.kept {
			if strings.HasSuffix(name, ".normpack") && !yield(name) {
				return
			}
		}
	}); len(names) != 1 || !strings.HasPrefix(names[0], "genes.1.") {
		t.Errorf("the page keeps the packs %q", names)
	}
}

// TestUpdateChoices: another version than the newest, and a whole pack where the delta is missing.
func TestUpdateChoices(t *testing.T) {
	first, second := tiny(t)
	s := newSite(t, first, second)
	g := newPage(s)
	g.bring(s, "", 1, published, false)
	g.gets(`{"version":1,"upToDate":false,"delta":false,`)
	g.bring(s, ".delta", 0, published, false)
	g.gets(`{"version":2,"upToDate":false,"delta":false,`)
	if notes := g.value(g.p.result).Get("notes"); notes.Length() == 0 || notes.Index(0).String() == "" {
		t.Error("nothing says that the delta was missing")
	}
}

// TestUpdatesFail: a network that is down, a clock or a repository that is wrong, files that were damaged.
func TestUpdatesFail(t *testing.T) {
	first, _ := tiny(t)
	s := newSite(t, first)
	g := newPage(s)
	g.value(g.p.begin, "genes", 0, published, false)
	if !g.value(g.p.give, "no network").IsNull() {
		t.Error("the update goes on without its file")
	}
	g.fails(kindFetch, "no network", g.p.result)
	g.bring(s, "", 0, published+11*60*60, false)
	g.fails(kindExpired, "", g.p.result)
	g.bring(s, "", 7, published, false)
	g.fails(kindRepository, "genes", g.p.result)
	g.bring(s, "", 0, published, false)
	g.save()
	g.kept["genes.state"] = []byte("{")
	g.open(s)
	g.fails(kindRepository, "genes.state", g.p.installed, "genes")
}

// TestAdopt uses a pack that came with the page, unless one that is as new is there.
func TestAdopt(t *testing.T) {
	first, second := tiny(t)
	g := newPage(newSite(t))
	g.fails(kindRepository, "versions begin with 1", g.p.adopt, "genes", 0, bytesOf(first))
	g.fails(kindRepository, "", g.p.adopt, "genes", 1, bytesOf([]byte("no pack")))
	for _, step := range []struct {
		version, want int
		data          []byte
	}{{2, 2, second}, {1, 2, first}, {3, 3, first}} {
		if v := g.value(g.p.adopt, "genes", step.version, bytesOf(step.data)).Int(); v != step.want || g.installed() != step.want {
			t.Errorf("version %d: %d is in use, want %d", step.version, v, step.want)
		}
	}
	if got := bytesFrom(g.value(g.p.read, "genes")); !bytes.Equal(got, first) {
		t.Errorf("%d bytes of the pack, want %d", len(got), len(first))
	}
	if names := g.save(); !slices.Contains(names, "genes.state") {
		t.Errorf("%q changed", names)
	}
}
