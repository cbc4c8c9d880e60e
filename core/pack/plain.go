package pack

import (
	"math"

	"github.com/normlet/normlet/internal/frame"
	"github.com/normlet/normlet/internal/wire"
)

// MaxPlain returns how many bytes the plain form of a pack of a size has at most.
func MaxPlain(size int64) int64 {
	const fixed = maxSections * (ratioSlack + align + entrySize)
	if size > (math.MaxInt64-fixed)/(maxRatio+1) {
		return math.MaxInt64
	}
	return (maxRatio+1)*size + fixed
}

// Plain returns the same pack with its sections uncompressed and without a signature, checked as far as checksums go.
// Its bytes do not depend on the compressor, and they change little where the pack changes little: deltas between them
// are small.
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
		raw, err := payload(dec, data, s)
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
