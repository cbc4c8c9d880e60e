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
	Path string // relative to the folder or address of the repository
	Most int64  // largest size, in bytes; Give refuses a larger file
	// Content is set for packs and deltas. Such a file never changes under its name, so an interrupted download may
	// continue.
	Content bool
	SHA256  string // of a file with Content, in hexadecimal
}

// Options says what to update.
type Options struct {
	Name    string    // name of the pack; may be empty with Look
	Version int64     // version to install; 0: the newest
	Now     time.Time // present time, at which metadata must not have expired
	Most    int64     // largest size of a pack, and of the result of a delta, in bytes; 0: a gibibyte
	Look    bool      // find out what the repository has, and install nothing
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
	UpToDate bool      // the pack in use was already the wanted version
	Delta    bool      // the pack was made by a delta on the previous one
	Received int64     // size of all files that Give received, in bytes
	Found    int64     // version that the repository has of the wanted pack
	Whole    int64     // size of the whole pack of that version, in bytes
	Need     int64     // with Look: size of the files to fetch for it, in bytes
	Releases []Release // with Look: all releases of the repository, by name and version
	Notes    []string  // problems that the update could work around
}

// Update is a running update. It is not safe for concurrent use.
type Update struct {
	store  *Store
	o      Options
	trust  *tuf.Trusted
	kept   *tuf.Root // unless nil, root of the store, which still has to be reached from an older given root
	rounds int       // number of new roots so far

	want *Want
	then func(data []byte) error // receives the wanted file
	// instead continues without the file. If it is nil, the update fails.
	instead func(why error) error

	state  *state
	target *release
	result Result
	err    error
}

// maxRoots bounds the roots that an update follows, so that nobody can keep it running for ever.
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

// Next returns the file that the update needs now, or nil if it has ended.
func (u *Update) Next() *Want { return u.want }

// Give passes the bytes of the wanted file to the update.
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

// Fail tells the update why the app could not fetch the wanted file. fs.ErrNotExist means that the repository lacks it.
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

// Run calls fetch for each wanted file until the update has ended, and returns its result.
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

// Result returns the result of a finished update. After an error, the pack in use is the one before.
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

// ask wants a file. then receives it; instead, unless nil, continues without it.
func (u *Update) ask(w Want, then func(data []byte) error, instead func(why error) error) {
	u.want, u.then, u.instead = &w, then, instead
}

// unfit is the error of a file that the update can do without.
type unfit struct{ error }

func (e *unfit) Unwrap() error { return e.error }

// wantRoot asks for the next root, until there is none.
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

// reachRoot follows the roots from an older, given one to the kept one, which has to descend from it.
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

// wantTimestamp asks for the timestamp, once the newest root is known.
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

// recall reads the timestamp and the snapshot of the last update, by which the update recognizes older metadata. It ignores
// them if the keys of the newest root have not signed them, because the old keys may have been stolen.
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

// wantNamed asks for a metadata file that other metadata names, unless the store has it.
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
