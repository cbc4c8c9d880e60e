package update

import (
	"fmt"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/patch"
	"github.com/normlet/normlet/internal/tuf"
)

// allowed returns an error if the result of a delta is larger than the caller allows, or larger than any plain pack of the
// signed length can be. The update calls it before it fetches the delta.
func (d *delta) allowed(of *tuf.File, most int64) error {
	if most = min(most, pack.MaxPlain(of.Length)); d.result.Length > most {
		return fmt.Errorf("%d bytes to make, at most %d allowed", d.result.Length, most)
	}
	return nil
}

// make applies a verified delta to the plain base, and compares the result with the signed digest.
func (d *delta) make(base, data []byte) ([]byte, error) {
	if err := d.file.Check(data); err != nil {
		return nil, err
	}
	made, err := patch.Apply(base, data, d.result.Length)
	if err != nil {
		return nil, err
	}
	return made, d.result.Check(made)
}
