// Package repository makes and changes repositories of packs, which package core/update reads: TUF metadata, made and
// signed by go-tuf, packs, and deltas between their versions.
//
//	Create, Open -> Repository: Add, Withdraw, Rotate -> Commit -> files to write, in their order
//
// The package writes no file itself. Files with a version or a digest in their names come first in the order,
// timestamp.json, which names all others, last: so a client that fetches meanwhile sees the old repository or the new
// one, also if the publisher stops half-way. Only between a root with new keys and the timestamp signed with them must
// clients try again. The next Commit completes a stopped one.
package repository

import (
	"crypto"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"time"

	"github.com/sigstore/sigstore/pkg/signature"
	"github.com/theupdateframework/go-tuf/v2/metadata"
)

// File is a file of a repository, with its path in it.
type File struct {
	Path string
	Data []byte
}

// Repository is the metadata of a repository.
type Repository struct {
	files     fs.FS
	root      *metadata.Metadata[metadata.RootType]
	timestamp *metadata.Metadata[metadata.TimestampType]
	snapshot  *metadata.Metadata[metadata.SnapshotType]
	targets   *metadata.Metadata[metadata.TargetsType]

	before         *metadata.Metadata[metadata.RootType] // the rotation; nil if there was none
	added          []File                                // targets that are new
	rootIsNew      bool
	targetsChanged bool
}

// Lifetimes say for how long metadata is good.
type Lifetimes struct{ Root, Targets, Timestamp time.Duration }

// Keys are the keys of a repository by what they may sign.
type Keys struct {
	Root          []ed25519.PublicKey // kept offline; says which the others are
	RootThreshold int                 // how many of them it takes
	Targets       []ed25519.PublicKey // says which packs are good
	Timestamp     []ed25519.PublicKey // says what is newest: timestamp and snapshot
}

func Create(k Keys, now time.Time, l Lifetimes) (*Repository, error) {
	r := &Repository{root: metadata.Root(expiry(now, l.Root)), rootIsNew: true, targetsChanged: true,
		timestamp: metadata.Timestamp(), snapshot: metadata.Snapshot(), targets: metadata.Targets()}
	r.timestamp.Signed.Version, r.snapshot.Signed.Version, r.targets.Signed.Version = 0, 0, 0
	return r, r.setKeys(k)
}

// expiry is in whole seconds, as the specification writes times.
func expiry(now time.Time, lifetime time.Duration) time.Time {
	return now.Add(lifetime).UTC().Truncate(time.Second)
}

// setKeys makes k the keys of the root, in place of the old ones.
func (r *Repository) setKeys(k Keys) error {
	signed := &r.root.Signed
	signed.Keys = map[string]*metadata.Key{}
	for role, list := range map[string][]ed25519.PublicKey{
		metadata.ROOT: k.Root, metadata.TARGETS: k.Targets, metadata.SNAPSHOT: k.Timestamp, metadata.TIMESTAMP: k.Timestamp,
	} {
		signed.Roles[role] = &metadata.Role{KeyIDs: []string{}, Threshold: 1}
		for _, public := range list {
			key, err := metadata.KeyFromPublicKey(public)
			if err == nil {
				err = signed.AddKey(key, role)
			}
			if err != nil {
				return err
			}
		}
	}
	signed.Roles[metadata.ROOT].Threshold = k.RootThreshold
	if have := len(signed.Roles[metadata.ROOT].KeyIDs); have < k.RootThreshold {
		return fmt.Errorf("the root takes signatures of %d keys, and has %d different ones", k.RootThreshold, have)
	}
	return nil
}

// Open reads the metadata of a repository and checks its signatures, those of the first root excepted. What an earlier
// root vouches for, as after a rotation that was cut short, is signed anew.
func Open(files fs.FS) (*Repository, error) {
	r := &Repository{files: files}
	var earlier []*metadata.Metadata[metadata.RootType]
	var err error
	if r.root, err = load(files, metadataPath(1, metadata.ROOT), metadata.Root()); err != nil {
		return nil, err
	}
	for {
		next, err := load(files, metadataPath(r.root.Signed.Version+1, metadata.ROOT), metadata.Root())
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err == nil {
			err = r.root.VerifyDelegate(metadata.ROOT, next)
		}
		if err != nil {
			return nil, err
		}
		earlier, r.root = append(earlier, r.root), next
	}
	if r.timestamp, err = load(files, timestampPath, metadata.Timestamp()); err != nil {
		return nil, err
	}
	version := r.timestamp.Signed.Meta[metadata.SNAPSHOT+".json"].Version
	if r.snapshot, err = load(files, metadataPath(version, metadata.SNAPSHOT), metadata.Snapshot()); err != nil {
		return nil, err
	}
	version = r.snapshot.Signed.Meta[metadata.TARGETS+".json"].Version
	if r.targets, err = load(files, metadataPath(version, metadata.TARGETS), metadata.Targets()); err != nil {
		return nil, err
	}
	if r.verify(r.root) == nil {
		return r, nil
	}
	r.targetsChanged = true
	for _, root := range earlier {
		if r.verify(root) == nil {
			return r, nil
		}
	}
	return nil, r.verify(r.root)
}

func (r *Repository) verify(root *metadata.Metadata[metadata.RootType]) error {
	return errors.Join(root.VerifyDelegate(metadata.TIMESTAMP, r.timestamp), root.VerifyDelegate(metadata.SNAPSHOT, r.snapshot),
		root.VerifyDelegate(metadata.TARGETS, r.targets))
}

const timestampPath = "metadata/timestamp.json"

func metadataPath(version int64, role string) string {
	return "metadata/" + strconv.FormatInt(version, 10) + "." + role + ".json"
}

func load[T metadata.Roles](files fs.FS, path string, m *metadata.Metadata[T]) (*metadata.Metadata[T], error) {
	text, err := fs.ReadFile(files, path)
	if err == nil {
		if m, err = m.FromBytes(text); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}
	return m, err
}

// Rotate makes the next root, with other keys. Commit needs enough root keys of both, and the new keys of the other
// roles.
func (r *Repository) Rotate(k Keys, now time.Time, l Lifetimes) error {
	r.before = r.root
	r.root = metadata.Root(expiry(now, l.Root))
	r.root.Signed.Version = r.before.Signed.Version + 1
	r.rootIsNew, r.targetsChanged = true, true
	return r.setKeys(k)
}

// Commit signs what is new with the keys that may, and what would end soon if they are enough for it, and returns the
// files. Ends tells of what is left.
func (r *Repository) Commit(keys []ed25519.PrivateKey, now time.Time, l Lifetimes) ([]File, error) {
	if err := r.renew(keys, now, l); err != nil {
		return nil, err
	}
	list := slices.Clone(r.added)
	if r.rootIsNew {
		f, err := sign(metadataPath(r.root.Signed.Version, metadata.ROOT), r.root, metadata.ROOT, keys, r.root, r.before)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	if r.targetsChanged {
		s := &r.targets.Signed
		s.Version, s.Expires = s.Version+1, expiry(now, l.Targets)
		f, err := sign(metadataPath(s.Version, metadata.TARGETS), r.targets, metadata.TARGETS, keys, r.root)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	s := &r.snapshot.Signed
	s.Version, s.Expires = s.Version+1, expiry(now, l.Timestamp)
	s.Meta[metadata.TARGETS+".json"] = metadata.MetaFile(r.targets.Signed.Version)
	snapshot, err := sign(metadataPath(s.Version, metadata.SNAPSHOT), r.snapshot, metadata.SNAPSHOT, keys, r.root)
	if err != nil {
		return nil, err
	}
	t := &r.timestamp.Signed
	t.Version, t.Expires = t.Version+1, expiry(now, l.Timestamp)
	t.Meta[metadata.SNAPSHOT+".json"] = metadata.MetaFile(s.Version)
	timestamp, err := sign(timestampPath, r.timestamp, metadata.TIMESTAMP, keys, r.root)
	return append(list, snapshot, timestamp), err
}

// sign returns m as the file at path, signed with the keys that a root names for its role, and checks that they are enough
// for every root.
func sign[T metadata.Roles](path string, m *metadata.Metadata[T], role string, keys []ed25519.PrivateKey, roots ...*metadata.Metadata[metadata.RootType]) (File, error) {
	m.ClearSignatures()
	for i, key := range keys {
		may := false
		for _, root := range roots {
			may = may || root != nil && maySign(root, role, key)
		}
		if !may || slices.ContainsFunc(keys[:i], func(k ed25519.PrivateKey) bool { return k.Equal(key) }) {
			continue
		}
		signer, err := signature.LoadSigner(key, crypto.Hash(0))
		if err == nil {
			_, err = m.Sign(signer)
		}
		if err != nil {
			return File{}, err
		}
	}
	for _, root := range roots {
		if root == nil {
			continue
		}
		if err := root.VerifyDelegate(role, m); err != nil {
			return File{}, fmt.Errorf("the keys given are not enough to sign the %s: version %d of the root wants %d of the keys %.8q",
				role, root.Signed.Version, root.Signed.Roles[role].Threshold, root.Signed.Roles[role].KeyIDs)
		}
	}
	text, err := m.ToBytes(true)
	return File{path, append(text, '\n')}, err
}

func maySign(root *metadata.Metadata[metadata.RootType], role string, key ed25519.PrivateKey) bool {
	public, err := metadata.KeyFromPublicKey(key.Public())
	if err != nil {
		return false
	}
	id, err := public.ID()
	return err == nil && slices.Contains(root.Signed.Roles[role].KeyIDs, id)
}
