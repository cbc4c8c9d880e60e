package update

import (
	"errors"
	"fmt"
	"time"
)

// ErrExpired is the error for expired metadata: the repository is no longer maintained, somebody withholds newer
// metadata, or the clock of this device is wrong.
var ErrExpired = errors.New("expired")

// ExpiredError is an ErrExpired that says what has expired, and when.
type ExpiredError struct {
	Role    string // root, timestamp, snapshot or targets
	At, Now time.Time
}

func (e *ExpiredError) Error() string {
	return fmt.Sprintf("expired on %s; now is %s", e.At.Format(time.RFC3339), e.Now.UTC().Format(time.RFC3339))
}

// Is makes it an ErrExpired.
func (e *ExpiredError) Is(target error) bool { return target == ErrExpired }

// trusted is the metadata that was verified. What comes next is judged by it.
type trusted struct {
	now       time.Time
	root      *root
	timestamp *metadata
	snapshot  *metadata
	targets   *metadata
}

// signedRoot reads a root that its own keys have signed. Whether to trust it is for the caller to know.
func signedRoot(text []byte) (*root, error) {
	r, err := parseRoot(text)
	if err == nil {
		err = r.verify(&r.metadata)
	}
	return r, err
}

// nextRoot takes the next version of the root, which the keys of this one and its own have signed. It may have expired:
// only the last one must not have.
func (t *trusted) nextRoot(text []byte) error {
	r, err := parseRoot(text)
	if err != nil {
		return err
	}
	// The keys of this one come first: nobody else can make us try those of the next.
	if want := t.root.version + 1; r.version != want {
		return fmt.Errorf("version %d, want %d", r.version, want)
	}
	if err := t.root.verify(&r.metadata); err != nil {
		return fmt.Errorf("by the keys of version %d, %w", t.root.version, err)
	}
	if err := r.verify(&r.metadata); err != nil {
		return err
	}
	t.root = r
	return nil
}

func (t *trusted) fresh(m *metadata) error {
	if !t.now.Before(m.expires) {
		return &ExpiredError{m.role, m.expires, t.now}
	}
	return nil
}

// signed reads metadata of a role and checks its signatures.
func (t *trusted) signed(text []byte, role string) (*metadata, error) {
	m, err := parseMetadata(text)
	if err != nil {
		return nil, err
	}
	if m.role != role {
		return nil, fmt.Errorf("the file is the %.20q of a repository, want its %s", m.role, role)
	}
	return m, t.root.verify(m)
}

const (
	snapshotFile = "snapshot.json"
	targetsFile  = "targets.json"
)

// nextTimestamp takes a timestamp that is as new as the one known, or newer. It may have expired, for what was kept
// still tells what is older.
func (t *trusted) nextTimestamp(text []byte) error {
	m, err := t.signed(text, roleTimestamp)
	if err != nil {
		return err
	}
	next, err := m.listed(snapshotFile)
	if err != nil {
		return err
	}
	if t.timestamp == nil {
		t.timestamp = m
		return nil
	}
	if m.version == t.timestamp.version {
		return nil // the one known counts, whatever this one says
	}
	if m.version < t.timestamp.version {
		return older(m.version, t.timestamp.version)
	}
	if last, _ := t.timestamp.listed(snapshotFile); next.version < last.version {
		return fmt.Errorf("of %s, %w", snapshotFile, older(next.version, last.version))
	}
	t.timestamp = m
	return nil
}

func older(have, known int64) error {
	return fmt.Errorf("version %d is older than version %d, which was here before: somebody serves old files", have, known)
}

func (t *trusted) nextSnapshot(text []byte) error {
	m, err := t.named(text, t.timestamp, roleSnapshot, snapshotFile)
	if err != nil {
		return err
	}
	next, err := m.listed(targetsFile)
	if err != nil {
		return err
	}
	if t.snapshot != nil {
		if last, _ := t.snapshot.listed(targetsFile); next.version < last.version {
			return fmt.Errorf("of %s, %w", targetsFile, older(next.version, last.version))
		}
	}
	t.snapshot = m
	return t.fresh(m)
}

func (t *trusted) nextTargets(text []byte) error {
	m, err := t.named(text, t.snapshot, roleTargets, targetsFile)
	if err != nil {
		return err
	}
	t.targets = m
	return t.fresh(m)
}

// named reads metadata that other metadata names, with its version and perhaps length and digest.
func (t *trusted) named(text []byte, by *metadata, role, name string) (*metadata, error) {
	f, err := by.listed(name)
	if err != nil {
		return nil, err
	}
	if err := f.check(text); err != nil {
		return nil, err
	}
	m, err := t.signed(text, role)
	if err == nil && m.version != f.version {
		err = fmt.Errorf("version %d, want %d as in %s.json", m.version, f.version, by.role)
	}
	return m, err
}
