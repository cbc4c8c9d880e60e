package update

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/normlet/normlet/internal/tuf"
)

// Want is the next file of the repository that an update needs.
type Want struct {
	Path string // below the folder or address of the repository
	Most int64  // bytes; no more need be fetched, for they would be refused
	// Content is set for packs and deltas. Such a file never changes under its name, so an interrupted download may
	// continue.
	Content bool
	SHA256  string // of a file with Content, in hexadecimal
}

// Options say what to update and when.
type Options struct {
	Name    string    // may be empty with Look, which then tells of all packs
	Version int64     // 0: the newest
	Now     time.Time // metadata that has expired by then is refused
	Most    int64     // bytes that a pack may have, and that a delta may make; 0: a gibibyte
	Look    bool      // end when it is known what there is, and install nothing
}

// Release is a version of a pack in a repository.
type Release struct {
	Name    string
	Version int64
	Bytes   int64
}

// Result says what an update did.
type Result struct {
	Installed
	UpToDate bool      // nothing was to be done
	Delta    bool      // the pack was made of the one before
	Received int64     // bytes of all files that were given
	Found    int64     // the version that the repository has of what was asked for
	Whole    int64     // bytes of the whole pack of that version
	Need     int64     // with Look: bytes to fetch for it
	Releases []Release // with Look: all that the repository has, by name and version
	Notes    []string  // what went wrong on the way and did not matter
}

// Update is a running update. It is not safe for concurrent use.
type Update struct {
	store  *Store
	o      Options
	trust  *tuf.Trusted
	kept   *tuf.Root // the one of the store that has still to be reached from an older one that was given; nil: none
	rounds int       // new roots that were fetched

	want *Want
	then func(data []byte) error // takes the file that is wanted
	// instead goes on without the file. Where it is nil, the update has failed.
	instead func(why error) error

	state  *state
	target *release
	result Result
	err    error
}

// maxRoots is how many roots an update follows, so that nobody can make it go on for ever.
const maxRoots = 32

// Begin starts an update. The store needs a root: see Trust.
func (s *Store) Begin(o Options) *Update {
	u := &Update{store: s, o: o}
	u.finish(u.begin())
	return u
}

func (u *Update) begin() error {
	var err error
	if u.o.Name == "" && u.o.Look {
		u.state = &state{}
	} else if u.state, err = u.store.state(u.o.Name); err != nil {
		return err
	}
	text, err := u.store.files.Read(rootFile)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("there is no root that says whose packs to trust")
	}
	if err != nil {
		return err
	}
	kept, err := tuf.SignedRoot(text)
	if err != nil {
		return fmt.Errorf("the trusted root: %w", err)
	}
	u.trust = &tuf.Trusted{Root: kept}
	if g := u.store.given; g != nil && g.Version < kept.Version {
		u.trust.Root, u.kept = g, kept
	}
	u.wantRoot()
	return nil
}

// Next returns the file that is wanted now, nil if the update has ended.
func (u *Update) Next() *Want { return u.want }

// Give takes the file that is wanted.
func (u *Update) Give(data []byte) {
	w, then, instead := u.want, u.then, u.instead
	if w == nil {
		return
	}
	u.result.Received += int64(len(data))
	u.want = nil
	var err error
	if int64(len(data)) > w.Most {
		err = &unfit{fmt.Errorf("%d bytes, at most %d wanted", len(data), w.Most)}
	} else {
		err = then(data)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", w.Path, err)
		if bad := (*unfit)(nil); errors.As(err, &bad) && instead != nil {
			err = instead(err)
		}
	}
	u.finish(err)
}

// Fail says why the wanted file could not be fetched; fs.ErrNotExist means that the repository does not have it.
func (u *Update) Fail(err error) {
	w, instead := u.want, u.instead
	if w == nil {
		return
	}
	u.want = nil
	err = fmt.Errorf("%s: %w", w.Path, err)
	if instead != nil {
		err = instead(err)
	}
	u.finish(err)
}

// Run fetches all wanted files.
func (u *Update) Run(fetch func(Want) ([]byte, error)) (Result, error) {
	for w := u.Next(); w != nil; w = u.Next() {
		if data, err := fetch(*w); err != nil {
			u.Fail(err)
		} else {
			u.Give(data)
		}
	}
	return u.Result()
}

// Result returns the result of a finished update. After an error the pack in use stays.
func (u *Update) Result() (Result, error) {
	if u.want != nil {
		return u.result, errors.New("the update has not ended")
	}
	return u.result, u.err
}

func (u *Update) finish(err error) {
	if err != nil {
		u.want, u.err = nil, err
	}
}

// ask wants a file. then takes it; instead, unless nil, goes on without it.
func (u *Update) ask(w Want, then func(data []byte) error, instead func(why error) error) {
	u.want, u.then, u.instead = &w, then, instead
}

// unfit is the error of a file that the update can do without.
type unfit struct{ error }

func (e *unfit) Unwrap() error { return e.error }

// wantRoot asks for the next root until there is none.
func (u *Update) wantRoot() {
	next := u.trust.Root.Version + 1
	u.ask(Want{Path: metadataPath(next, rootFile), Most: tuf.MaxMetadata}, func(data []byte) error {
		err := u.trust.NextRoot(data)
		if u.kept != nil {
			return u.reachRoot(err)
		}
		if err != nil {
			return err
		}
		if u.rounds++; u.rounds > maxRoots {
			return fmt.Errorf("more than %d new roots at a time", maxRoots)
		}
		if err := u.store.keepRoot(next, data); err != nil {
			return err
		}
		u.wantRoot()
		return nil
	}, func(why error) error {
		if !errors.Is(why, fs.ErrNotExist) {
			return why
		}
		if u.kept != nil {
			return otherRoot(u.kept, u.store.given, why)
		}
		return u.wantTimestamp()
	})
}

// reachRoot goes on from an older root that was given to the kept one, which has to descend from it.
func (u *Update) reachRoot(err error) error {
	r := u.trust.Root
	if err == nil && r.Version == u.kept.Version {
		if r.Same(u.kept) {
			u.kept = nil
			err = u.store.descends()
		} else {
			err = errors.New("the repository has another")
		}
	}
	if u.kept != nil && err != nil {
		return otherRoot(u.kept, u.store.given, err)
	}
	if err == nil {
		u.wantRoot()
	}
	return err
}

func metadataPath(version int64, name string) string {
	return "metadata/" + strconv.FormatInt(version, 10) + "." + name
}

// wantTimestamp asks for the timestamp, with the last root known.
func (u *Update) wantTimestamp() error {
	if err := u.fresh(&u.trust.Root.Metadata); err != nil {
		return fmt.Errorf("%s: %w", rootFile, err)
	}
	u.recall()
	u.ask(Want{Path: "metadata/" + timestampFile, Most: tuf.MaxMetadata}, func(data []byte) error {
		known := u.trust.Timestamp
		err := u.trust.NextTimestamp(data)
		if err == nil {
			err = u.fresh(u.trust.Timestamp)
		}
		if err == nil && u.trust.Timestamp != known {
			err = u.store.files.Write(timestampFile, data)
		}
		if err != nil {
			return err
		}
		return u.wantNamed(u.trust.Timestamp, tuf.SnapshotFile, u.nextSnapshot, func() error {
			return u.wantNamed(u.trust.Snapshot, tuf.TargetsFile, u.nextTargets, u.choose)
		})
	}, nil)
	return nil
}

// recall reads the timestamp and the snapshot of the last update, which tell what is older. What the last root does not
// vouch for counts for nothing: its keys may have been stolen.
func (u *Update) recall() {
	if text, err := u.store.files.Read(timestampFile); err == nil {
		_ = u.trust.NextTimestamp(text)
	}
	if text, err := u.store.files.Read(tuf.SnapshotFile); err == nil {
		u.trust.RecallSnapshot(text)
	}
}

func (u *Update) nextSnapshot(text []byte) error {
	if err := u.trust.NextSnapshot(text); err != nil {
		return err
	}
	return u.fresh(u.trust.Snapshot)
}

func (u *Update) nextTargets(text []byte) error {
	if err := u.trust.NextTargets(text); err != nil {
		return err
	}
	return u.fresh(u.trust.Targets)
}

// wantNamed takes the file of metadata that other metadata names, from the store if it is there.
func (u *Update) wantNamed(by *tuf.Metadata, name string, take func([]byte) error, next func() error) error {
	if text, err := u.store.files.Read(name); err == nil && take(text) == nil {
		return next()
	}
	f, err := by.Listed(name)
	if err != nil {
		return err
	}
	most := int64(tuf.MaxMetadata)
	if f.Length >= 0 {
		most = min(most, f.Length)
	}
	u.ask(Want{Path: metadataPath(f.Version, name), Most: most}, func(data []byte) error {
		if err := take(data); err != nil {
			return err
		}
		if err := u.store.files.Write(name, data); err != nil {
			return err
		}
		return next()
	}, nil)
	return nil
}
