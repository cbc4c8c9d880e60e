package pack

import (
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// profileWords returns the payload of section PROF, none when no entity has a
// profile.
func (c *Contents) profileWords() []byte {
	if c.ProfileBits == 0 {
		return nil
	}
	return wire.AppendUint64s(wire.AppendUint32(nil, uint32(c.ProfileBits)), c.Profiles)
}

func parseProfiles(c *Contents, r *wire.Reader, m *Meter) {
	bits := r.Uint32()
	if r.Err() == nil && (bits == 0 || bits > 4096 || bits%64 != 0) {
		r.Failf("profiles of %d bits; allowed are multiples of 64 from 64 to 4096", bits)
	}
	words := uint64(c.IDs.Len()) * uint64(bits/64)
	if words > math.MaxInt32 {
		r.Failf("profiles of %d entities exceed what is allowed", c.IDs.Len())
	}
	if m.take(r, r.Len(), r.Len()) {
		c.ProfileBits, c.Profiles = int(bits), r.Uint64s(int(words))
	}
}

func (c *Contents) checkProfiles() error {
	if c.ProfileBits < 0 || c.ProfileBits > 4096 || c.ProfileBits%64 != 0 {
		return faultf(tagProfiles, "profiles of %d bits; allowed are multiples of 64 up to 4096", c.ProfileBits)
	}
	return checkLen(tagProfiles, len(c.Profiles), c.IDs.Len()*(c.ProfileBits/64))
}

// mergeProfiles keeps the profiles of the base. New entities have none.
func (m *merger) mergeProfiles() {
	words := m.base.ProfileBits / 64
	m.out.Profiles = pick(m.entities, m.base.Profiles, make([]uint64, words*m.added.IDs.Len()), words)
}
