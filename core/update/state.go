package update

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/normlet/normlet/internal/tuf"
)

// stateSuffix ends the name of the file that says which pack is in use.
const stateSuffix = ".state"

// Installed is a pack in a store.
type Installed struct {
	Version int64
	Target  string // SHA-256 of the whole pack in the repository
	File    string // name in the storage
	SHA256  string // of File, which differs from Target if a delta made the pack
}

func installed(name string, version int64, target, digest string) Installed {
	return Installed{version, target, fmt.Sprintf("%s.%d.%.16s%s", name, version, digest, packSuffix), digest}
}

// state is what a store knows about the pack of one name.
type state struct {
	current, previous *Installed // nil: none
	refused           int64      // version that Rollback took out of use; 0: none
}

const stateFormat = 1

func (s *state) text() []byte {
	return append(tuf.Canonical(nil, tuf.Object{
		"format": int64(stateFormat), "current": s.current.object(), "previous": s.previous.object(), "refused": s.refused,
	}), '\n')
}

func (p *Installed) object() any {
	if p == nil {
		return nil
	}
	return tuf.Object{"version": p.Version, "target": p.Target, "file": p.File, "sha256": p.SHA256}
}

// state reads the state of a name. It returns an empty one if there is no file.
func (s *Store) state(name string) (*state, error) {
	if !ValidName(name) {
		return nil, fmt.Errorf("%.70q is no name of a pack: lower-case letters, digits and hyphens", name)
	}
	text, err := s.files.Read(name + stateSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return &state{}, nil
	}
	if err != nil {
		return nil, err
	}
	st, err := parseState(text)
	if err != nil {
		return nil, fmt.Errorf("%s%s: %w; remove it and fetch the pack again", name, stateSuffix, err)
	}
	return st, nil
}

func parseState(text []byte) (*state, error) {
	v, err := tuf.ParseJSON(text)
	if err != nil {
		return nil, err
	}
	r := &tuf.Reader{}
	o := r.Object(v, "the state")
	if r.Positive(o["format"], "format") != stateFormat {
		r.Fail("another release wrote this state")
	}
	st := &state{current: parseInstalled(r, o["current"]), previous: parseInstalled(r, o["previous"])}
	st.refused, _ = o["refused"].(int64)
	return st, r.Err()
}

func parseInstalled(r *tuf.Reader, v any) *Installed {
	if v == nil {
		return nil
	}
	o := r.Object(v, "a pack")
	return &Installed{r.Positive(o["version"], "version"), r.Digest(o["target"], "target"), r.String(o["file"], "file"), r.Digest(o["sha256"], "sha256")}
}
