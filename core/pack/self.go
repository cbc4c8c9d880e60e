package pack

import (
	"unicode/utf8"

	"github.com/normlet/normlet/internal/wire"
)

// SelfCheck is a text and its code in this pack. A reader that computes another code would answer wrongly, and must refuse the
// pack.
type SelfCheck struct {
	Text string
	Code []uint64 // Bits/64 words
}

// selfBytes is the memory of a self-check besides its text and code, in bytes.
const selfBytes = 96

func (c *Contents) selfPairs() []byte {
	if len(c.Self) == 0 {
		return nil
	}
	out := wire.AppendUvarint(nil, uint64(len(c.Self)))
	for _, s := range c.Self {
		out = wire.AppendUint64s(wire.AppendLenBytes(out, s.Text), s.Code)
	}
	return out
}

func parseSelf(c *Contents, r *wire.Reader, m *Meter) {
	count := r.Count(1 + c.Bits/8)
	if !m.within(r, "SelfChecks", count, m.SelfChecks) || !m.take(r, r.Len(), selfBytes*count+r.Len()) {
		return
	}
	for range count {
		c.Self = append(c.Self, SelfCheck{Text: string(r.LenBytes()), Code: r.Uint64s(c.Bits / 64)})
	}
}

func (c *Contents) checkSelf() error {
	for i, s := range c.Self {
		if len(s.Code) != c.Bits/64 || !utf8.ValidString(s.Text) {
			return faultf(tagSelf, "pair %d has a code of %d words instead of %d, or text that is not valid UTF-8", i, len(s.Code), c.Bits/64)
		}
	}
	return nil
}
