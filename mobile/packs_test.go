package mobile_test

import (
	"crypto/ed25519"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/mobile"
	"github.com/normlet/normlet/tools/normlet/repository"
)

// published is when the repository of the tests is signed, in seconds since 1970.
const published = 1_790_000_000

// host is a repository of packs of the name genes.
type host struct {
	t     *testing.T
	key   ed25519.PrivateKey
	files fstest.MapFS
}

func newHost(t *testing.T) *host {
	t.Helper()
	h := &host{t, ed25519.NewKeyFromSeed([]byte("32 bytes, of a key for the tests")), fstest.MapFS{}}
	public := []ed25519.PublicKey{h.key.Public().(ed25519.PublicKey)}
	r, err := repository.Create(repository.Keys{Root: public, RootThreshold: 1, Targets: public, Timestamp: public}, time.Unix(published, 0), lifetimes)
	if err != nil {
		t.Fatal(err)
	}
	h.commit(r)
	return h
}

var lifetimes = repository.Lifetimes{Root: 1000 * time.Hour, Targets: 100 * time.Hour, Timestamp: 10 * time.Hour}

func (h *host) commit(r *repository.Repository) {
	h.t.Helper()
	files, err := r.Commit([]ed25519.PrivateKey{h.key}, time.Unix(published, 0), lifetimes)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range files {
		h.files[f.Path] = &fstest.MapFile{Data: f.Data}
	}
}

func (h *host) publish(p []byte) {
	h.t.Helper()
	r, err := repository.Open(h.files)
	if err == nil {
		_, err = r.Add("genes", p, 1)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.commit(r)
}

func (h *host) root() []byte { return h.files["metadata/1.root.json"].Data }

// bring does what an app does: it fetches what is wanted.
func (h *host) bring(u *mobile.Update) (*mobile.Updated, error) {
	for w := u.Next(); w != nil; w = u.Next() {
		switch data, err := fs.ReadFile(h.files, w.Path); {
		case errors.Is(err, fs.ErrNotExist):
			u.Missing()
		case err != nil:
			u.Fail(err.Error())
		default:
			u.Give(data)
		}
	}
	return u.Result()
}

// twoVersions is a pack and the same with another name, made once.
var twoVersions = sync.OnceValues(func() ([2][]byte, error) {
	var both [2][]byte
	c, err := small()
	if err == nil {
		both[0], err = c.Append(nil, nil)
	}
	if err == nil {
		both[1], err = edit.Apply(both[0], []edit.Change{{ID: "X:7", Name: "a new name", Kind: pack.KindAlias}})
	}
	return both, err
})

// versions returns a pack and the same with another name.
func versions(t *testing.T) (first, second []byte) {
	t.Helper()
	both, err := twoVersions()
	if err != nil {
		t.Fatal(err)
	}
	return both[0], both[1]
}

// TestPacks is a user's tale: a pack, a newer one by its delta, and back.
func TestPacks(t *testing.T) {
	h, folder := newHost(t), t.TempDir()
	first, second := versions(t)
	packs, err := mobile.OpenPacks(folder, h.root())
	if err != nil {
		t.Fatal(err)
	}
	_, err = packs.OpenPack("genes")
	wantKind(t, "before the first update", err, mobile.KindNotInstalled)
	if i, err := packs.Installed("genes"); err != nil || *i != (mobile.Installed{}) {
		t.Errorf("%+v, %v before the first update", i, err)
	}
	_, err = packs.Rollback("genes")
	wantKind(t, "nothing to go back to", err, mobile.KindRepository)

	h.publish(first)
	if r, err := h.bring(packs.Update("genes", published)); err != nil || r.Version != 1 || r.Delta || r.UpToDate || r.Received <= int64(len(first)) {
		t.Fatalf("the first: %+v, %v", r, err)
	}
	old, err := packs.OpenPack("genes")
	if err != nil {
		t.Fatal(err)
	}
	h.publish(second)
	if r, err := h.bring(packs.Look("genes", published)); err != nil || r.Found != 2 || r.Need == 0 || r.Need > int64(len(first))/5 {
		t.Errorf("what there is: %+v, %v", r, err)
	}
	if r, err := h.bring(packs.Update("genes", published)); err != nil || r.Version != 2 || !r.Delta || r.Received > int64(len(first))/3 {
		t.Errorf("the second: %+v of %d bytes, %v", r, len(first), err)
	}
	if r, err := h.bring(packs.Update("genes", published)); err != nil || r.Version != 2 || !r.UpToDate {
		t.Errorf("again: %+v, %v", r, err)
	}
	n, err := packs.OpenPack("genes")
	if err != nil {
		t.Fatal(err)
	}
	if found, err := n.Lookup("a new name", 1); err != nil || found.Get(0).ID != "X:7" || found.Get(0).Stage != "exact" {
		t.Errorf("the new name: %+v, %v", found.Get(0), err)
	}
	if found, err := old.Lookup("ZNF300", 1); err != nil || found.Get(0).ID != "X:0" {
		t.Errorf("the pack that was open before: %+v, %v", found.Get(0), err)
	}
	n.Rest()
	if found, err := n.Lookup("a new name", 1); err != nil || found.Get(0).ID != "X:7" {
		t.Errorf("after a rest: %+v, %v", found.Get(0), err)
	}
	old.Rest()
	_, err = old.Lookup("ZNF300", 1)
	wantKind(t, "the pack that was open before, after a rest", err, mobile.KindFile)
	if i, err := packs.Rollback("genes"); err != nil || i.Version != 1 || len(i.SHA256) != 64 {
		t.Errorf("back to %+v, %v", i, err)
	}
	if r, err := h.bring(packs.Update("genes", published)); err != nil || r.Version != 1 || r.Notes == "" {
		t.Errorf("what was rolled back came again: %+v, %v", r, err)
	}
	if r, err := h.bring(packs.UpdateTo("genes", 2, published)); err != nil || r.Version != 2 {
		t.Errorf("asked for by number: %+v, %v", r, err)
	}
	if again, err := mobile.OpenPacks(folder, h.root()); err != nil {
		t.Error(err)
	} else if i, err := again.Installed("genes"); err != nil || i.Version != 2 {
		t.Errorf("after a start: %+v, %v", i, err)
	}
}

// TestPacksAdopt begins with a pack that came with the app.
func TestPacksAdopt(t *testing.T) {
	h := newHost(t)
	first, second := versions(t)
	packs, err := mobile.OpenPacks(t.TempDir(), h.root())
	if err != nil {
		t.Fatal(err)
	}
	_, err = packs.Adopt("genes", 1, first[:100])
	wantKind(t, "no pack", err, mobile.KindRepository)
	if i, err := packs.Adopt("genes", 1, first); err != nil || i.Version != 1 || len(i.SHA256) != 64 {
		t.Errorf("%+v, %v", i, err)
	}
	h.publish(first)
	h.publish(second)
	if r, err := h.bring(packs.Update("genes", published)); err != nil || r.Version != 2 || !r.Delta || r.Received > int64(len(first))/3 {
		t.Errorf("the first update: %+v of %d bytes, %v", r, len(first), err)
	}
}

// TestPacksRefuse checks the kind of every failure, and that the pack in use stays.
func TestPacksRefuse(t *testing.T) {
	h := newHost(t)
	first, second := versions(t)
	h.publish(first)
	packs, err := mobile.OpenPacks(t.TempDir(), h.root())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.bring(packs.Update("genes", published)); err != nil {
		t.Fatal(err)
	}
	h.publish(second)
	for _, c := range []struct {
		what string
		now  int64
		name string
		give func(u *mobile.Update, data []byte)
		kind string
	}{
		{"no network", published, "genes", func(u *mobile.Update, _ []byte) { u.Fail("airplane mode") }, mobile.KindFetch},
		{"altered", published, "genes", func(u *mobile.Update, data []byte) { u.Give(append(data[:len(data)-1:len(data)-1], ' ')) }, mobile.KindRepository},
		{"endless", published, "genes", func(u *mobile.Update, _ []byte) { u.Give(make([]byte, u.Next().Most+1)) }, mobile.KindRepository},
		{"missing", published, "genes", func(u *mobile.Update, _ []byte) { u.Missing() }, mobile.KindRepository},
		{"years later", published + 1e8, "genes", func(u *mobile.Update, data []byte) { u.Give(data) }, mobile.KindExpired},
		{"another name", published, "proteins", func(u *mobile.Update, data []byte) { u.Give(data) }, mobile.KindRepository},
		{"no name", published, "../genes", func(u *mobile.Update, data []byte) { u.Give(data) }, mobile.KindRepository},
	} {
		u := packs.Update(c.name, c.now)
		for w := u.Next(); w != nil; w = u.Next() {
			if data, err := fs.ReadFile(h.files, w.Path); err != nil {
				u.Missing()
			} else {
				c.give(u, data)
			}
		}
		_, err := u.Result()
		wantKind(t, c.what, err, c.kind)
		if i, err := packs.Installed("genes"); err != nil || i.Version != 1 {
			t.Errorf("%s: %+v, %v", c.what, i, err)
		}
		u.Give(nil)
		u.Missing()
		u.Fail("again")
		if _, again := u.Result(); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: after the end %v", c.what, again)
		}
	}
	_, err = packs.Update("genes", published).Result()
	wantKind(t, "an update on its way", err, mobile.KindRepository)
	_, err = mobile.OpenPacks(t.TempDir(), []byte("no root"))
	wantKind(t, "no root", err, mobile.KindRepository)
	_, err = mobile.OpenPacks(filepath.Join(t.TempDir(), "none"), h.root())
	wantKind(t, "no folder", err, mobile.KindFile)
}

// TestPacksDamaged damages the pack in use: the last good one opens.
func TestPacksDamaged(t *testing.T) {
	h, folder := newHost(t), t.TempDir()
	packs, err := mobile.OpenPacks(folder, h.root())
	if err != nil {
		t.Fatal(err)
	}
	first, second := versions(t)
	for _, p := range [][]byte{first, second} {
		h.publish(p)
		if _, err := h.bring(packs.Update("genes", published)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "genes.2.*.normpack"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.WriteFile(files[0], []byte("short"), 0o666); err != nil {
		t.Fatal(err)
	}
	n, err := packs.OpenPack("genes")
	if err != nil {
		t.Fatal(err)
	}
	if found, err := n.Lookup("a new name", 1); err != nil || strings.HasPrefix(found.Get(0).Stage, "exact") {
		t.Errorf("the damaged pack answers: %+v, %v", found.Get(0), err)
	}
}

func TestPacksOfNothing(t *testing.T) {
	var packs *mobile.Packs
	_, err := packs.OpenPack("genes")
	wantKind(t, "a pack", err, mobile.KindClosed)
	_, err = packs.Installed("genes")
	wantKind(t, "a version", err, mobile.KindClosed)
	_, err = packs.Rollback("genes")
	wantKind(t, "back", err, mobile.KindClosed)
	for _, u := range []*mobile.Update{packs.Update("genes", 0), new(mobile.Update), nil} {
		if u.Next() != nil {
			t.Error("something is wanted")
		}
		u.Give(nil)
		_, err := u.Result()
		wantKind(t, "a result", err, mobile.KindClosed)
	}
}
