package update

import (
	"errors"
	"fmt"
	"time"
)

// ErrExpired is the error for metadata after its time: the repository is no longer maintained, or somebody keeps the
// newer metadata back, or the clock of this device is wrong.
var ErrExpired = errors.New("expired")

// trusted is the metadata that was verified. What comes next is judged by it.
type trusted struct {
	now       time.Time
	root      *root
	timestamp *metadata
	snapshot  *metadata
	targets   *metadata
}

// newTrusted begins with a root that is trusted as it stands, but for its form.
func newTrusted(text []byte, now time.Time) (*trusted, error) {
	r, err := parseRoot(text)
	if err == nil {
		err = r.verify(&r.metadata)
	}
	if err != nil {
		return nil, fmt.Errorf("the trusted root: %w", err)
	}
	return &trusted{now: now, root: r}, nil
}

// nextRoot takes the next version of the root, which the keys of this one and its own have signed. It may have expired:
// only the last one must not have.
func (t *trusted) nextRoot(text []byte) error {
	r, err := parseRoot(text)
	if err != nil {
		return err
	}
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
		return fmt.Errorf("%w on %s; now is %s", ErrExpired, m.expires.Format(time.RFC3339), t.now.UTC().Format(time.RFC3339))
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
	if err != nil || t.timestamp == nil {
		t.timestamp = m
		return err
	}
	if m.version == t.timestamp.version {
		return nil // the one known says the same
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

// nextSnapshot takes the snapshot that the timestamp names.
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

// nextTargets takes the targets that the snapshot names.
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
