package update

import (
	"cmp"
	"fmt"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/tuf"
)

// choose finds the release in the signed targets and asks for the files that it needs.
func (u *Update) choose() error {
	all, err := releases(u.trust.Targets)
	if err != nil {
		return fmt.Errorf("%s: %w", tuf.TargetsFile, err)
	}
	for _, r := range all {
		if u.o.Look {
			u.result.Releases = append(u.result.Releases, Release{r.name, r.version, r.file.Length})
		}
		switch {
		case r.name != u.o.Name:
		case u.o.Version == 0 && r.version == u.state.refused:
			u.note(fmt.Errorf("version %d is passed over, for it was rolled back; ask for it by number to have it again", r.version))
		case u.o.Version == 0 || u.o.Version == r.version:
			u.target = r // the last one is the newest
		}
	}
	if u.o.Name == "" {
		return nil
	}
	if u.target == nil {
		return u.absent(all)
	}
	u.result.Found, u.result.Whole = u.target.version, u.target.file.Length
	var base []byte
	if u.state.current != nil {
		if base, err = u.store.pack(*u.state.current); err != nil {
			u.note(err)
		}
	}
	if base != nil && u.state.current.Version == u.target.version && u.state.current.Target == u.target.file.SHA256 {
		u.result.Installed, u.result.UpToDate = *u.state.current, true
		u.store.sweep(u.o.Name, *u.state)
		return nil
	}
	if most := u.most(); u.target.file.Length > most {
		return fmt.Errorf("version %d of %s has %d bytes, and this app takes at most %d", u.target.version, u.o.Name, u.target.file.Length, most)
	}
	var plain []byte
	if base != nil && len(u.target.deltas) > 0 {
		if plain, err = pack.Plain(base, u.store.limit); err != nil {
			u.note(err)
		}
	}
	u.wantDelta(plain, tuf.Digest(plain), u.target.deltas)
	if u.o.Look {
		u.result.Need, u.want = u.want.Most, nil
	}
	return nil
}

func (u *Update) most() int64 { return cmp.Or(u.o.Most, 1<<30) }

// absent ends an update whose version the repository lacks. The error says what it has instead; there is none if Rollback
// took the only version out of use.
func (u *Update) absent(all []*release) error {
	if u.o.Version == 0 && u.state.current != nil && u.result.Notes != nil { // the only version was rolled back
		u.result.Installed, u.result.UpToDate = *u.state.current, true
		return nil
	}
	var versions, names []string
	for _, r := range all {
		if r.name == u.o.Name {
			versions = append(versions, fmt.Sprint(r.version))
		} else if len(names) == 0 || names[len(names)-1] != r.name {
			names = append(names, r.name)
		}
	}
	if len(versions) > 0 {
		return fmt.Errorf("the repository has no version of %s that is wanted, only %q", u.o.Name, versions)
	}
	return fmt.Errorf("the repository has no pack %s, only %q", u.o.Name, names)
}

func (u *Update) note(err error) { u.result.Notes = append(u.result.Notes, err.Error()) }

// wantDelta asks for the first delta on base, with its digest, that is smaller than the pack, or for the pack.
func (u *Update) wantDelta(base []byte, digest string, deltas []delta) {
	for i, d := range deltas {
		if d.base != digest || d.file.Length >= u.target.file.Length {
			continue
		}
		if err := d.allowed(u.target.file, u.most()); err != nil {
			u.note(fmt.Errorf("%s: %w", Location(d.path, d.file.SHA256), err))
			continue
		}
		u.ask(Want{Path: Location(d.path, d.file.SHA256), Most: d.file.Length, Content: true, SHA256: d.file.SHA256}, func(data []byte) error {
			made, err := d.make(base, data)
			if err != nil {
				return &unfit{err}
			}
			u.result.Delta = true
			return u.install(made)
		}, func(why error) error {
			u.note(why)
			u.wantDelta(base, digest, deltas[i+1:])
			return nil
		})
		return
	}
	f := u.target.file
	u.ask(Want{Path: Location(u.target.path, f.SHA256), Most: f.Length, Content: true, SHA256: f.SHA256}, func(data []byte) error {
		if err := f.Check(data); err != nil {
			return err
		}
		return u.install(data)
	}, nil)
}

// install puts verified bytes into use if they are a pack that works.
func (u *Update) install(data []byte) error {
	if err := check(data, u.store.limit); err != nil {
		return fmt.Errorf("the signed pack does not work here, and the one before stays: %w", err)
	}
	p := installed(u.o.Name, u.target.version, u.target.file.SHA256, tuf.Digest(data))
	if err := u.store.swap(u.o.Name, p, data); err != nil {
		return err
	}
	u.result.Installed = p
	return nil
}
