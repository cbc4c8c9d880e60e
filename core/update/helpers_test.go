package update_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/tools/normlet/repository"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// now is the time of all tests.
var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

var lifetimes = repository.Lifetimes{Root: 365 * day, Targets: 90 * day, Timestamp: 7 * day}

// key makes a key of a name.
func key(name string) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed([]byte(fmt.Sprintf("%-32.32s", name)))
}

func public(names ...string) (list []ed25519.PublicKey) {
	for _, n := range names {
		list = append(list, key(n).Public().(ed25519.PublicKey))
	}
	return list
}

func private(names ...string) (list []ed25519.PrivateKey) {
	for _, n := range names {
		list = append(list, key(n))
	}
	return list
}

// usual are the keys of a repository, whose root takes two of three.
var usual = repository.Keys{Root: public("root 1", "root 2", "root 3"), RootThreshold: 2, Targets: public("targets"), Timestamp: public("timestamp")}

var usualPrivate = private("root 1", "root 2", "targets", "timestamp")

// host is a repository that a static host serves.
type host struct {
	t     testing.TB
	files fstest.MapFS
	now   time.Time
}

// newHost makes a repository with packs of the name genes.
func newHost(t testing.TB, packs ...[]byte) *host {
	t.Helper()
	h := &host{t, fstest.MapFS{}, now}
	r, err := repository.Create(usual, h.now, lifetimes)
	check(t, err)
	h.commit(r, usualPrivate)
	for _, p := range packs {
		h.publish(p)
	}
	return h
}

func (h *host) commit(r *repository.Repository, keys []ed25519.PrivateKey) {
	h.t.Helper()
	list, err := r.Commit(keys, h.now, lifetimes)
	check(h.t, err)
	for _, f := range list {
		h.files[f.Path] = &fstest.MapFile{Data: f.Data}
	}
}

func (h *host) open() *repository.Repository {
	h.t.Helper()
	r, err := repository.Open(h.files)
	check(h.t, err)
	return r
}

// publish adds a version of genes.
func (h *host) publish(p []byte) repository.Added {
	h.t.Helper()
	before := h.digest(p)
	if done, ok := publications[before]; ok {
		maps.Copy(h.files, done.files)
		return done.added
	}
	r := h.open()
	a, err := r.Add("genes", p, 2)
	check(h.t, err)
	h.commit(r, usualPrivate)
	publications[before] = publication{maps.Clone(h.files), a}
	return a
}

// publication is what came of publishing: the same from the same files at the same time, and its deltas take long.
type publication struct {
	files fstest.MapFS
	added repository.Added
}

var publications = map[[sha256.Size]byte]publication{}

// digest is that of all that publishing p depends on.
func (h *host) digest(p []byte) (sum [sha256.Size]byte) {
	d := sha256.New()
	add := func(data []byte) {
		fmt.Fprintln(d, len(data))
		d.Write(data)
	}
	for _, path := range slices.Sorted(maps.Keys(h.files)) {
		add([]byte(path))
		add(h.files[path].Data)
	}
	add(p)
	add([]byte(h.now.String()))
	d.Sum(sum[:0])
	return sum
}

// clone returns a copy, to go on otherwise.
func (h *host) clone() *host {
	c := &host{h.t, fstest.MapFS{}, h.now}
	for path, f := range h.files {
		c.files[path] = f
	}
	return c
}

// fetch is what a client gets.
func (h *host) fetch(w update.Want) ([]byte, error) { return fs.ReadFile(h.files, w.Path) }

// file returns the path of the file that contains a text in its path, the last one.
func (h *host) path(part string) (path string) {
	h.t.Helper()
	for p := range h.files {
		if strings.Contains(p, part) && (len(p) > len(path) || len(p) == len(path) && p > path) {
			path = p
		}
	}
	if path == "" {
		h.t.Fatalf("no file with %q in its path", part)
	}
	return path
}

// device is an app that trusts the first root of a host.
type device struct {
	t     testing.TB
	files update.Memory
	store *update.Store
}

func newDevice(h *host) *device {
	h.t.Helper()
	d := &device{t: h.t, files: update.Memory{}}
	d.store = update.NewStore(d.files, core.Limits{})
	check(h.t, d.store.Trust(h.files["metadata/1.root.json"].Data))
	return d
}

// update fetches the newest version of genes.
func (d *device) update(h *host) (update.Result, error) {
	return d.store.Begin(update.Options{Name: "genes", Now: h.now}).Run(h.fetch)
}

// has fails unless the pack in use is of a version and works.
func (d *device) has(version int64) {
	d.t.Helper()
	n, p, err := d.store.Open("genes")
	check(d.t, err)
	defer n.Close()
	if p.Version != version {
		d.t.Errorf("version %d is in use, want %d", p.Version, version)
	}
	if a := n.Lookup("ZNF300", 1); len(a.Matches) != 1 || a.Matches[0].ID != "X:0" {
		d.t.Errorf("ZNF300 is %+v", a.Matches)
	}
	if a := n.Lookup(fmt.Sprintf("new in version %d", version), 1); version > 1 && (len(a.Matches) != 1 || a.Matches[0].Stage != core.StageExact) {
		d.t.Errorf("version %d does not have its name: %+v", version, a.Matches)
	}
}

// names is how many names the packs of tests have.
const names = 1200

var first = sync.OnceValues(func() ([]byte, error) {
	t := &data.Terminology{}
	for i := range names / 2 {
		t.Entities = append(t.Entities, data.Entity{ID: fmt.Sprintf("X:%d", i), Namespace: "X", Weight: float64(i), Names: []data.Name{
			{Text: fmt.Sprintf("ZNF%d", 300+7*i)}, {Text: fmt.Sprintf("zinc finger protein %d", 300+7*i), Kind: pack.KindExact},
		}})
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Verbatim: true, Encoder: encodertest.Random(1024, 64), Samples: 500}, nil)
	if err != nil {
		return nil, err
	}
	return c.Append(nil, nil)
})

// version returns a pack. That of version 1 is built; every other one has a name more and one less, and is the result of
// pack apply if it is odd, else compacted, as a build would make it.
func version(t testing.TB, v int) []byte {
	t.Helper()
	if p := versions[v]; p != nil {
		return p
	}
	if v == 1 {
		p, err := first()
		check(t, err)
		return p
	}
	p, err := edit.Apply(version(t, v-1), []edit.Change{
		{ID: fmt.Sprintf("X:%d", 40*v), Name: fmt.Sprintf("new in version %d", v), Kind: pack.KindAlias},
		{Remove: true, ID: fmt.Sprintf("X:%d", 40*v), Name: fmt.Sprintf("zinc finger protein %d", 300+7*40*v)},
	})
	check(t, err)
	if v%2 == 0 {
		c, err := pack.Parse(p)
		check(t, err)
		p, err = c.Append(nil, nil)
		check(t, err)
	}
	versions[v] = p
	return p
}

// versions are those that were made.
var versions = map[int][]byte{}
