package update

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/normlet/normlet/internal/tuf"
)

// The store also keeps each root, by its number, from the one that was trusted first to the newest, so that Trust can find out
// whether the newest one descends from a root that an app passes later.
const rootFile, timestampFile = "root.json", "timestamp.json"

func numbered(version int64) string { return strconv.FormatInt(version, 10) + "." + rootFile }

// ErrOtherRepository is the error of Trust if the root of the store does not descend from the given root. To trust the given
// one, begin with an empty store.
var ErrOtherRepository = errors.New("the packs here are of another repository")

func otherRoot(kept, given *tuf.Root, why error) error {
	return fmt.Errorf("%w: its root, of version %d, does not descend from the one to trust now, of version %d: %v",
		ErrOtherRepository, kept.Version, given.Version, why)
}

// Trust sets the root that verifies everything. It must come with the app or from a source that the user trusts: its
// author decides which packs are good.
//
// A root that is newer than that of the store replaces it. From an older root, the root of the store has to descend: the keys
// of each root must have signed the next one. Otherwise the error is ErrOtherRepository. If the store does not know the older
// root, the next update asks the repository for the roots between the two.
func (s *Store) Trust(rootText []byte) error {
	given, err := tuf.SignedRoot(rootText)
	if err != nil {
		return fmt.Errorf("the root to trust: %w", err)
	}
	s.given, s.givenText = nil, nil
	kept := s.root(rootFile)
	if kept == nil || kept.Version < given.Version {
		return s.beginWith(given.Version, rootText)
	}
	known := kept
	if given.Version < kept.Version {
		known = s.root(numbered(given.Version))
	}
	switch {
	case known == nil || known.Version != given.Version:
		s.given, s.givenText = given, bytes.Clone(rootText)
	case !known.Same(given):
		return otherRoot(kept, given, errors.New("there was another"))
	}
	return nil
}

// root returns a root of the store, or nil if there is none or somebody has changed it.
func (s *Store) root(name string) *tuf.Root {
	text, err := s.files.Read(name)
	if err != nil {
		return nil
	}
	r, err := tuf.SignedRoot(text)
	if err != nil {
		return nil
	}
	return r
}

// beginWith trusts a root and forgets the roots before.
func (s *Store) beginWith(version int64, text []byte) error {
	names, err := s.files.Names()
	if err != nil {
		return err
	}
	for _, n := range names {
		if strings.HasSuffix(n, "."+rootFile) {
			if err := s.files.Remove(n); err != nil {
				return err
			}
		}
	}
	return s.keepRoot(version, text)
}

// keepRoot keeps the next root, first by its number.
func (s *Store) keepRoot(version int64, text []byte) error {
	if err := s.files.Write(numbered(version), text); err != nil {
		return err
	}
	return s.files.Write(rootFile, text)
}

// descends records that the kept root descends from the given one.
func (s *Store) descends() error {
	err := s.files.Write(numbered(s.given.Version), s.givenText)
	s.given, s.givenText = nil, nil
	return err
}
