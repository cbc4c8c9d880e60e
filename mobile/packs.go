package mobile

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/update"
)

// Packs are the packs that a repository brings over the air, in a folder of the app. Any number of threads may use it;
// updates, OpenPack and Rollback wait for each other.
type Packs struct {
	mu    sync.Mutex
	store *update.Store
}

// OpenPacks opens a folder that exists and belongs to the app alone. root is the file root.json that came with the app,
// of the repository whose packs are to be trusted.
func OpenPacks(folder string, root []byte) (p *Packs, err error) {
	defer rescue(&err)
	p = &Packs{store: update.NewStore(update.Folder(folder), core.Limits{})}
	if err := p.store.Trust(bytes.Clone(root)); err != nil {
		return nil, failed(err, KindRepository)
	}
	return p, nil
}

// OpenPack opens the pack of a name that an update brought or, if its file has been damaged since, the last good one.
func (p *Packs) OpenPack(name string) (n *Normalizer, err error) {
	return alone(p, func() (*Normalizer, error) {
		c, first, err := p.store.Open(name)
		again := func() (*core.Normalizer, error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			c, now, err := p.store.Open(name)
			if err == nil && now != first {
				err = failuref(KindFile, "another %s is in use since it was opened: open it again", name)
			}
			return c, err
		}
		return &Normalizer{core: c, again: again}, err
	})
}

// alone returns what do makes of the packs, while nobody else changes them.
func alone[T any](p *Packs, do func() (*T, error)) (made *T, err error) {
	defer rescue(&err)
	if p == nil {
		return nil, errClosed
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if made, err = do(); err != nil {
		return nil, failed(err, KindRepository)
	}
	return made, nil
}

// Adopt takes a pack that came with the app, a file of the repository of known version, into use, so that the first
// update is a small one. It returns the pack in use afterwards: one that is as new, or that Rollback put in place of
// this version, stays.
func (p *Packs) Adopt(name string, version int64, pack []byte) (i *Installed, err error) {
	return alone(p, func() (*Installed, error) {
		adopted, err := p.store.Adopt(name, version, bytes.Clone(pack))
		return &Installed{adopted.Version, adopted.SHA256}, err
	})
}

// Installed is a pack that an update brought.
type Installed struct {
	// Version is its version in the repository, 0 if there is none.
	Version int64
	// SHA256 is the digest of its file, in hexadecimal.
	SHA256 string
}

// Installed returns the pack of a name that is in use.
func (p *Packs) Installed(name string) (i *Installed, err error) {
	return alone(p, func() (*Installed, error) {
		current, err := p.store.Current(name)
		if errors.Is(err, update.ErrNotInstalled) {
			err = nil
		}
		return &Installed{current.Version, current.SHA256}, err
	})
}

// Rollback replaces the pack in use by the last good one of the name and returns it. Updates skip the other
// version until there is a newer one.
func (p *Packs) Rollback(name string) (i *Installed, err error) {
	return alone(p, func() (*Installed, error) {
		back, err := p.store.Rollback(name)
		return &Installed{back.Version, back.SHA256}, err
	})
}

// Update begins to bring the newest version of a name; now is the time in seconds since 1970. Fetch what Next wants
// until it wants nothing, and then ask for the Result:
//
//	while ((want = update.next()) != null) {
//	    update.give(fetch(want.path)) // or missing(), or fail(reason)
//	}
//	result = update.result()
//
// Until then, and after any failure, the pack that is in use stays.
func (p *Packs) Update(name string, now int64) *Update {
	return p.begin(update.Options{Name: name, Now: time.Unix(now, 0)})
}

// UpdateTo is Update to the version of that number, even if it is older or was rolled back.
func (p *Packs) UpdateTo(name string, version, now int64) *Update {
	return p.begin(update.Options{Name: name, Version: version, Now: time.Unix(now, 0)})
}

// Look is an Update that fetches no pack: it finds the newest version, Updated.Found, and how many bytes that takes,
// Updated.Need.
func (p *Packs) Look(name string, now int64) *Update {
	return p.begin(update.Options{Name: name, Now: time.Unix(now, 0), Look: true})
}

func (p *Packs) begin(o update.Options) *Update {
	if p == nil {
		return &Update{failed: errClosed}
	}
	u := &Update{packs: p}
	u.failed = u.locked(func() { u.update = p.store.Begin(o) })
	return u
}

// Want is the next file that an update needs.
type Want struct {
	// Path is where the file is, below the address of the repository.
	Path string
	// Most is the largest size of the file. Fetch no more: the rest would be
	// refused.
	Most int64
	// Content says that the file never changes, so an interrupted download may continue.
	Content bool
}

// Update is a running update. Only one thread at a time may use it; Give takes some tens of milliseconds for a
// pack.
type Update struct {
	packs  *Packs
	update *update.Update
	failed error // beyond what update itself says
}

// locked does what reads or changes the packs. A panic ends the update.
func (u *Update) locked(do func()) (err error) {
	defer rescue(&err)
	u.packs.mu.Lock()
	defer u.packs.mu.Unlock()
	do()
	return nil
}

// Next returns the file that is wanted now, null once the update has ended.
func (u *Update) Next() *Want {
	if u == nil || u.update == nil || u.failed != nil {
		return nil
	}
	w := u.update.Next()
	if w == nil {
		return nil
	}
	return &Want{w.Path, w.Most, w.Content}
}

// Give takes the file that is wanted, and may then want another.
func (u *Update) Give(data []byte) {
	if u.Next() != nil {
		u.failed = u.locked(func() { u.update.Give(bytes.Clone(data)) })
	}
}

// Missing says that the repository does not have the wanted file, as HTTP does by 404.
func (u *Update) Missing() {
	if u.Next() != nil {
		u.failed = u.locked(func() { u.update.Fail(fs.ErrNotExist) })
	}
}

// Fail says why the wanted file cannot be fetched now.
func (u *Update) Fail(reason string) {
	if u.Next() != nil {
		u.failed = u.locked(func() { u.update.Fail(&unfetched{reason}) })
	}
}

// unfetched is the error of a file that the app could not fetch.
type unfetched struct{ reason string }

func (u *unfetched) Error() string { return u.reason }

// Updated says what an update did.
type Updated struct {
	// Version is the version in use now.
	Version int64
	// UpToDate says that it was in use before.
	UpToDate bool
	// Delta says that the pack was made of the one before, with little to fetch.
	Delta bool
	// Received is how many bytes were given, of all files.
	Received int64
	// Found is the version that the repository has.
	Found int64
	// Need is, after Look, how many bytes it takes to bring Found.
	Need int64
	// Notes are harmless failures, a line each.
	Notes string
}

// Result returns what an update that has ended did. It fails if the update did.
func (u *Update) Result() (r *Updated, err error) {
	defer rescue(&err)
	if u == nil || u.failed == nil && u.update == nil {
		return nil, errClosed
	}
	if u.failed != nil {
		return nil, u.failed
	}
	res, err := u.update.Result()
	if err != nil {
		return nil, failed(err, KindRepository)
	}
	return &Updated{
		Version: res.Version, UpToDate: res.UpToDate, Delta: res.Delta, Received: res.Received, Found: res.Found,
		Need: res.Need, Notes: strings.Join(res.Notes, "\n"),
	}, nil
}
