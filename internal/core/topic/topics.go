package topic

import (
	"errors"
	"fmt"
	"slices"
)

// Topics are the codes of words and entities.
type Topics struct {
	*Table
	Profiles []uint64 // entity-major, Bits/64 words each; zero words are of an entity without a profile
}

// Read reads section CTXT of a pack with profiles of that many bits, 0 without profiles.
func Read(data []byte, bits int, profiles []uint64) (*Topics, error) {
	t, err := parse(data)
	switch {
	case err != nil:
		return nil, err
	case bits == 0:
		return nil, errors.New("there are no profiles to compare with, section PROF")
	case t.Bits != bits:
		return nil, fmt.Errorf("codes of %d bits for profiles of %d", t.Bits, bits)
	}
	return &Topics{t, profiles}, nil
}

// Profile returns the profile of an entity, nil if it has none.
func (t *Topics) Profile(entity int) []uint64 {
	words := t.Bits / 64
	p := t.Profiles[entity*words : (entity+1)*words : (entity+1)*words]
	if !slices.ContainsFunc(p, func(w uint64) bool { return w != 0 }) {
		return nil
	}
	return p
}
