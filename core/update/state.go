package update

import (
	"errors"
	"fmt"
	"io/fs"
)

// stateSuffix ends the name of the file that says which pack is in use.
const stateSuffix = ".state"

// Installed is a pack in a store.
type Installed struct {
	Version int64
	Target  string // SHA-256 of the whole pack in the repository
	File    string // in the storage
	SHA256  string // of the file, which is another after a delta that does not make the very file
}

func installed(name string, version int64, target, digest string) Installed {
	return Installed{version, target, fmt.Sprintf("%s.%d.%.16s%s", name, version, digest, packSuffix), digest}
}

// state is what a store knows of one name.
type state struct {
	current, previous *Installed // nil: none
	refused           int64      // the version that Rollback left; 0: none
}

const stateFormat = 1

func (s *state) text() []byte {
	return append(canonical(nil, object{
		"format": int64(stateFormat), "current": s.current.object(), "previous": s.previous.object(), "refused": s.refused,
	}), '\n')
}

func (p *Installed) object() any {
	if p == nil {
		return nil
	}
	return object{"version": p.Version, "target": p.Target, "file": p.File, "sha256": p.SHA256}
}

// state returns what is known of a name, nothing if there is no file.
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
	v, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	r := &reader{}
	o := r.object(v, "the state")
	if r.positive(o["format"], "format") != stateFormat {
		r.fail("another release wrote this state")
	}
	st := &state{current: r.installed(o["current"]), previous: r.installed(o["previous"])}
	st.refused, _ = o["refused"].(int64)
	return st, r.err
}

func (r *reader) installed(v any) *Installed {
	if v == nil {
		return nil
	}
	o := r.object(v, "a pack")
	return &Installed{r.positive(o["version"], "version"), r.digest(o["target"], "target"), r.string(o["file"], "file"), r.digest(o["sha256"], "sha256")}
}
