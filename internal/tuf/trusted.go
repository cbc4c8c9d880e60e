package tuf

import "fmt"

// Trusted is the metadata that was verified. What comes next is judged by it. Whether it has expired is for the caller
// to say.
type Trusted struct {
	Root      *Root
	Timestamp *Metadata
	Snapshot  *Metadata
	Targets   *Metadata
}

// SignedRoot reads a root that its own keys have signed. Whether to trust it is for the caller to know.
func SignedRoot(text []byte) (*Root, error) {
	r, err := parseRoot(text)
	if err == nil {
		err = r.verify(&r.Metadata)
	}
	return r, err
}

// NextRoot takes the next version of the root, which the keys of this one and its own have signed. It may have expired:
// only the last one must not have.
func (t *Trusted) NextRoot(text []byte) error {
	r, err := parseRoot(text)
	if err != nil {
		return err
	}
	// The keys of this one come first: nobody else can make us try those of the next.
	if want := t.Root.Version + 1; r.Version != want {
		return fmt.Errorf("version %d, want %d", r.Version, want)
	}
	if err := t.Root.verify(&r.Metadata); err != nil {
		return fmt.Errorf("by the keys of version %d, %w", t.Root.Version, err)
	}
	if err := r.verify(&r.Metadata); err != nil {
		return err
	}
	t.Root = r
	return nil
}

// signed reads metadata of a role and checks its signatures.
func (t *Trusted) signed(text []byte, role string) (*Metadata, error) {
	m, err := parseMetadata(text)
	if err != nil {
		return nil, err
	}
	if m.Role != role {
		return nil, fmt.Errorf("the file is the %.20q of a repository, want its %s", m.Role, role)
	}
	return m, t.Root.verify(m)
}

// The files of metadata that others name.
const (
	SnapshotFile = "snapshot.json"
	TargetsFile  = "targets.json"
)

// NextTimestamp takes a timestamp that is as new as the one known, or newer. It may have expired, for what was kept
// still tells what is older.
func (t *Trusted) NextTimestamp(text []byte) error {
	m, err := t.signed(text, roleTimestamp)
	if err != nil {
		return err
	}
	next, err := m.Listed(SnapshotFile)
	if err != nil {
		return err
	}
	if t.Timestamp == nil {
		t.Timestamp = m
		return nil
	}
	if m.Version == t.Timestamp.Version {
		return nil // the one known counts, whatever this one says
	}
	if m.Version < t.Timestamp.Version {
		return older(m.Version, t.Timestamp.Version)
	}
	if last, _ := t.Timestamp.Listed(SnapshotFile); next.Version < last.Version {
		return fmt.Errorf("of %s, %w", SnapshotFile, older(next.Version, last.Version))
	}
	t.Timestamp = m
	return nil
}

func older(have, known int64) error {
	return fmt.Errorf("version %d is older than version %d, which was here before: somebody serves old files", have, known)
}

// NextSnapshot takes the snapshot that the timestamp names.
func (t *Trusted) NextSnapshot(text []byte) error {
	m, err := t.named(text, t.Timestamp, roleSnapshot, SnapshotFile)
	if err != nil {
		return err
	}
	next, err := m.Listed(TargetsFile)
	if err != nil {
		return err
	}
	if t.Snapshot != nil {
		if last, _ := t.Snapshot.Listed(TargetsFile); next.Version < last.Version {
			return fmt.Errorf("of %s, %w", TargetsFile, older(next.Version, last.Version))
		}
	}
	t.Snapshot = m
	return nil
}

// RecallSnapshot takes the snapshot of the last update, which tells what is older, if the root vouches for it.
func (t *Trusted) RecallSnapshot(text []byte) {
	if m, err := t.signed(text, roleSnapshot); err == nil {
		if _, err := m.Listed(TargetsFile); err == nil {
			t.Snapshot = m
		}
	}
}

// NextTargets takes the targets that the snapshot names.
func (t *Trusted) NextTargets(text []byte) error {
	m, err := t.named(text, t.Snapshot, roleTargets, TargetsFile)
	if err != nil {
		return err
	}
	t.Targets = m
	return nil
}

// named reads metadata that other metadata names, with its version and perhaps length and digest.
func (t *Trusted) named(text []byte, by *Metadata, role, name string) (*Metadata, error) {
	f, err := by.Listed(name)
	if err != nil {
		return nil, err
	}
	if err := f.Check(text); err != nil {
		return nil, err
	}
	m, err := t.signed(text, role)
	if err == nil && m.Version != f.Version {
		err = fmt.Errorf("version %d, want %d as in %s.json", m.Version, f.Version, by.Role)
	}
	return m, err
}
