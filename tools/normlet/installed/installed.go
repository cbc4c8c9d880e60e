// Package installed finds, by name, the packs that normlet pull installed on this machine.
//
//	STORE/NAME/     the store of package update for one name: metadata, state, packs
//	  origin        where the pack came from
//	  downloads/    what has come of downloads that broke off, or could not be installed
//
// Each name trusts its own root, the one of its first pull. Writers hold the lock STORE/NAME.pulling, which lies
// outside the folder and so survives its removal. Readers hold no lock.
package installed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/internal/durable"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/repository"
)

// Packs are the packs in a folder.
type Packs struct {
	Dir   string
	Files *output.Set
	Now   time.Time
	Fetch func(kept string) download.Options
	Warn  func(text string)
}

// DefaultDir returns the folder of this user. It is no cache: what it says of whom to trust must not be cleared away.
func DefaultDir() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for installed packs: %w; name one with --store or NORMLET_STORE", err)
	}
	return filepath.Join(dir, "normlet", "packs"), nil
}

const originFile = "origin"

func (p *Packs) folder(name string) update.Folder { return update.Folder(filepath.Join(p.Dir, name)) }

func (p *Packs) store(name string) *update.Store {
	return update.NewStore(p.folder(name), core.Limits{})
}

// Path returns the file of the pack in use, which has just been compared with its digest, or "" if no pack of the name
// is installed.
func (p *Packs) Path(name string) (string, error) {
	if !update.ValidName(name) {
		return "", nil
	}
	if _, err := os.Stat(p.folder(name).Path("")); errors.Is(err, fs.ErrPermission) {
		return "", err
	} else if err != nil {
		return "", nil
	}
	store := p.store(name)
	_, in, err := store.Read(name)
	current, failed := store.Current(name)
	if err == nil && failed == nil && current != in { // it is damaged, or a pull has just replaced it
		_, in, err = store.Read(name)
		current, failed = store.Current(name)
	}
	if errors.Is(err, update.ErrNotInstalled) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("%w; normlet pull %s brings it again", err, name)
	}
	if failed == nil && current != in {
		p.Warn(fmt.Sprintf("version %d of %s is damaged, so version %d is used; normlet pull %s brings it again", current.Version, name, in.Version, name))
	}
	return p.folder(name).Path(in.File), nil
}

// Pack is an installed pack.
type Pack struct {
	Name, Origin, Path string
	Version, Bytes     int64
}

func (p *Packs) List() ([]Pack, error) {
	entries, err := os.ReadDir(p.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []Pack
	for _, e := range entries {
		if !e.IsDir() || !update.ValidName(e.Name()) {
			continue
		}
		in, err := p.store(e.Name()).Current(e.Name())
		if errors.Is(err, update.ErrNotInstalled) {
			continue
		}
		if err != nil {
			return nil, err
		}
		x := Pack{Name: e.Name(), Version: in.Version, Path: p.folder(e.Name()).Path(in.File)}
		if info, err := os.Stat(x.Path); err == nil {
			x.Bytes = info.Size()
		}
		x.Origin, _ = p.origin(e.Name()) // a list without it is a list
		list = append(list, x)
	}
	return list, err
}

func (p *Packs) origin(name string) (string, error) {
	text, err := p.folder(name).Read(originFile)
	return strings.TrimSpace(string(text)), err
}

// Request is what to pull.
type Request struct {
	Name    string
	Version int64  // 0: the newest
	From    string // "": where it came from before
	Root    []byte // the root to trust; nil: the one of before
	// Fingerprint is the SHA-256 of the first root, in place of Root; "": none.
	Fingerprint string
	Look        bool
}

// Pulled is what a pull did.
type Pulled struct {
	update.Result
	From        string
	Transferred int64 // bytes, those of attempts that broke off included
	Path        string
	Bytes       int64 // of the file
}

// Pull brings a pack, or with Look says what there is. After an error the pack that was in use still is.
func (p *Packs) Pull(ctx context.Context, r Request) (Pulled, error) {
	if !update.ValidName(r.Name) {
		return Pulled{}, fmt.Errorf("%q: a pack is named by lower-case letters, digits and hyphens", r.Name)
	}
	if err := output.Folder(p.Dir); err != nil {
		return Pulled{}, err
	}
	lock, err := p.lock(r.Name)
	if err != nil {
		return Pulled{}, err
	}
	defer lock.Close()
	dir := p.folder(r.Name)
	known, _ := p.origin(r.Name)
	from, err := absolute(cmp.Or(r.From, known))
	if err != nil {
		return Pulled{}, err
	}
	source, err := download.New(from, p.Fetch(dir.Path("downloads")))
	if err == nil {
		err = output.Folder(dir.Path("downloads"))
	}
	if err != nil {
		return Pulled{}, err
	}
	_, first := p.store(r.Name).Current(r.Name)
	if first != nil && (r.Root != nil || r.Fingerprint != "") {
		if err := forget(dir); err != nil { // the root that a killed pull has left
			return Pulled{}, err
		}
	}
	done := Pulled{From: from}
	done.Result, err = p.pull(ctx, source, dir, r)
	done.Transferred = source.Received()
	if err != nil {
		err = p.advise(err, r.Name)
	}
	if err != nil && first != nil {
		return done, errors.Join(err, forget(dir))
	}
	if err != nil || r.Look {
		return done, err
	}
	done.Path = dir.Path(done.File)
	if info, err := os.Stat(done.Path); err == nil {
		done.Bytes = info.Size()
	}
	if from != known {
		err = dir.Write(originFile, []byte(from+"\n"))
	}
	return done, errors.Join(err, os.RemoveAll(dir.Path("downloads")))
}

// advise adds what to do about an error.
func (p *Packs) advise(err error, name string) error {
	if expired, ok := errors.AsType[*update.ExpiredError](err); ok {
		return fmt.Errorf("%w; unless the clock of this machine is wrong, the publisher has to sign the %s anew: %s", err, expired.Role, repository.Renew(expired.Role))
	}
	if errors.Is(err, update.ErrOtherRepository) {
		return fmt.Errorf("%w; to forget the root that is kept in %s, and its packs: normlet packs remove %s; to keep both, name another --store",
			err, p.folder(name).Path("root.json"), name)
	}
	return err
}

// lock keeps other processes from changing the packs of a name, and deletes what a removal left that was killed.
func (p *Packs) lock(name string) (*output.Place, error) {
	lock, err := p.Files.Reserve(p.folder(name+".pulling").Path(""), &output.Kind{What: "a lock", Plain: true})
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(p.removed(name)); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// lockInstalled is lock for a pack that is installed. It checks that again under the lock: another process may have removed
// the pack before.
func (p *Packs) lockInstalled(name string) (*output.Place, error) {
	if err := p.need(name); err != nil {
		return nil, err
	}
	lock, err := p.lock(name)
	if err != nil {
		return nil, err
	}
	if err := p.need(name); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// absolute returns an address, or the full name of a folder.
func absolute(from string) (string, error) {
	if from == "" {
		return "", errors.New("--from is missing: the address or the folder of the repository")
	}
	if strings.Contains(from, "://") {
		return from, nil
	}
	return filepath.Abs(from)
}

// forget takes back a root that has brought no pack, so that the next pull may trust another one.
func forget(dir update.Folder) error {
	names, err := dir.Names()
	for _, name := range names {
		if strings.HasSuffix(name, ".json") {
			err = errors.Join(err, dir.Remove(name))
		}
	}
	return err
}

func (p *Packs) pull(ctx context.Context, source *download.Source, files update.Storage, r Request) (update.Result, error) {
	store := update.NewStore(files, core.Limits{})
	root, err := trustedRoot(ctx, source, files, r)
	if err == nil && root != nil {
		err = store.Trust(root)
	}
	if err != nil {
		return update.Result{}, err
	}
	u := store.Begin(update.Options{Name: r.Name, Version: r.Version, Now: p.Now, Look: r.Look})
	result, err := u.Run(func(w update.Want) ([]byte, error) {
		data, err := source.Fetch(ctx, w)
		return data, cmp.Or(ctx.Err(), err)
	})
	return result, cmp.Or(ctx.Err(), err)
}

// firstRoot is the file that a fingerprint is of.
const firstRoot = "metadata/1.root.json"

// trustedRoot returns the root that the user says to trust, nil if the store has one.
func trustedRoot(ctx context.Context, source *download.Source, files update.Storage, r Request) ([]byte, error) {
	if r.Root != nil {
		return r.Root, nil
	}
	if r.Fingerprint == "" {
		if _, err := files.Read("root.json"); errors.Is(err, fs.ErrNotExist) {
			return nil, errors.New("nobody has said whom to trust: give the root of the repository with --root FILE, or the SHA-256 of its first root with --fingerprint, " +
				"from where you trust and not from the repository itself")
		}
		return nil, nil
	}
	text, err := source.Fetch(ctx, update.Want{Path: firstRoot, Most: 1 << 20})
	if err != nil {
		return nil, err
	}
	if got := update.Digest(text); !strings.EqualFold(got, r.Fingerprint) {
		return nil, fmt.Errorf("%s has the SHA-256 %s, and not the fingerprint %s: this is another repository, or somebody changed it", firstRoot, got, r.Fingerprint)
	}
	return text, nil
}

// Releases returns what a repository has, for somebody who has installed nothing of it.
func (p *Packs) Releases(ctx context.Context, r Request) ([]update.Release, error) {
	from, err := absolute(r.From)
	if err != nil {
		return nil, err
	}
	source, err := download.New(from, p.Fetch(""))
	if err != nil {
		return nil, err
	}
	r.Look, r.Name = true, ""
	result, err := p.pull(ctx, source, update.Memory{}, r)
	return result.Releases, err
}

// Rollback puts the last good pack in use again and returns its version.
func (p *Packs) Rollback(name string) (int64, error) {
	lock, err := p.lockInstalled(name)
	if err != nil {
		return 0, err
	}
	defer lock.Close()
	in, err := p.store(name).Rollback(name)
	return in.Version, err
}

// Remove deletes a pack, and whom it trusts.
func (p *Packs) Remove(name string) error {
	lock, err := p.lockInstalled(name)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := durable.Disk().Rename(string(p.folder(name)), p.removed(name)); err != nil { // at once: nobody sees half of it
		return err
	}
	return errors.Join(durable.Disk().SyncDir(p.Dir), os.RemoveAll(p.removed(name)))
}

func (p *Packs) removed(name string) string { return string(p.folder(name + ".removed")) }

func (p *Packs) need(name string) error {
	if update.ValidName(name) {
		if _, err := p.store(name).Current(name); !errors.Is(err, update.ErrNotInstalled) {
			return nil
		}
	}
	return fmt.Errorf("no pack %q is installed; normlet packs lists those that are", name)
}
