package core

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/normlet/normlet/core/pack"
)

// Metadata keys of the digests that a build writes: SHA-256, in hexadecimal, of
// the encoder's and the head's bytes.
const (
	MetaEncoderDigest = "encoder.sha256"
	MetaHeadDigest    = "head.sha256"
)

// checkDigests compares the digests in the metadata with encoder and head: parts
// of two packs put together would each be undamaged, and answer wrongly. Whether
// the codes are theirs, the self-check tells.
func checkDigests(c *pack.Contents) error {
	for _, part := range []struct {
		key, section string
		data         []byte
	}{{MetaEncoderDigest, "ENCW", c.Encoder}, {MetaHeadDigest, "HEAD", c.Head}} {
		want := c.MetaValue(part.key)
		if want == "" {
			continue // a pack that states none
		}
		sum := sha256.Sum256(part.data)
		if got := hex.EncodeToString(sum[:]); got != want {
			return corrupt(part.section, fmt.Errorf("its SHA-256 is %s, the metadata says %s: the pack was put together from different ones", got, want))
		}
	}
	return nil
}
