package pack

import (
	"math"

	"github.com/normlet/normlet/internal/frame"
	"github.com/normlet/normlet/internal/wire"
)

// MaxPlain returns the largest size, in bytes, of the plain form of a pack of size bytes.
func MaxPlain(size int64) int64 {
	const fixed = maxSections * (ratioSlack + align + entrySize)
	if size > (math.MaxInt64-fixed)/(maxRatio+1) {
		return math.MaxInt64
	}
	return (maxRatio+1)*size + fixed
}

// Plain returns a copy of a pack with uncompressed sections and without a signature. It checks only the checksums. The result
// does not depend on the compressor, and changes little if the pack does, so that deltas between plain packs are small.
func Plain(data []byte, l Limits) ([]byte, error) {
	h, err := ReadHeader(data)
	if err != nil {
		return nil, err
	}
	m := NewMeter(l, h.rawSize())
	if err := m.AtMost("SectionBytes", m.sections, m.SectionBytes); err != nil {
		return nil, err
	}
	if err := checkLayout(data, h); err != nil {
		return nil, err
	}
	dec, err := frame.NewDecoder(false)
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	var bodies []body
	for _, s := range h.Sections {
		raw, err := payload(nil, dec, data, s)
		if err != nil {
			return nil, err
		}
		if s.Tag == tagSign {
			continue
		}
		s.Zstd, s.Stored, s.CRC = false, s.Raw, wire.Checksum(raw)
		bodies = append(bodies, body{s, raw})
	}
	return assemble(h, bodies), nil
}
