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
		return
	}
	words := uint64(c.IDs.Len()) * uint64(bits/64)
	if words > math.MaxInt32 {
		r.Failf("profiles of %d entities exceed what is allowed", c.IDs.Len())
		return
	}
	if m.take(r, r.Len(), r.Len()) {
		c.ProfileBits, c.Profiles = int(bits), r.Uint64s(int(words))
	}
}
