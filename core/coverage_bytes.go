package core

import (
	"encoding"
	"encoding/base64"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// JSON and gob look for these.
var (
	_ encoding.BinaryMarshaler   = Coverage{}
	_ encoding.BinaryUnmarshaler = (*Coverage)(nil)
	_ encoding.TextMarshaler     = Coverage{}
	_ encoding.TextUnmarshaler   = (*Coverage)(nil)
)

// coverageVersion is of the binary form of a Coverage.
const coverageVersion = 1

// The bounds of what a Coverage says: with larger numbers, probabilities would not be numbers.
const (
	mostShift    = 100 // of log odds
	mostMentions = 1e9
)

// MarshalBinary returns all of c, for the same pack on another machine or in another process.
func (c Coverage) MarshalBinary() ([]byte, error) {
	b := []byte{coverageVersion}
	for _, of := range [][]float64{c.shifts, c.organisms} {
		b = wire.AppendUvarint(b, uint64(len(of)))
		for _, x := range of {
			b = wire.AppendUint64(b, math.Float64bits(x))
		}
	}
	b = wire.AppendUvarint(b, uint64(len(c.In)))
	for _, in := range c.In {
		b = wire.AppendUint64(wire.AppendLenBytes(b, in.Namespace), math.Float64bits(in.Share))
	}
	return b, nil
}

// UnmarshalBinary makes c what MarshalBinary was called on. It returns an error for bytes that are not of a Coverage.
func (c *Coverage) UnmarshalBinary(data []byte) error {
	r := wire.NewReader(data)
	if v := r.Uint8(); v != coverageVersion {
		r.Failf("version %d, this program reads %d", v, coverageVersion)
	}
	numbers := func(least, most float64) []float64 {
		var of []float64
		for range r.Count(8) {
			of = append(of, numberIn(r, least, most))
		}
		return of
	}
	read := Coverage{shifts: numbers(-mostShift, mostShift), organisms: numbers(0, mostMentions)}
	for range r.Count(1 + 8) {
		read.In = append(read.In, NamespaceShare{string(r.LenBytes()), numberIn(r, 0, 1)})
	}
	if n := r.Len(); n > 0 {
		r.Failf("%d bytes follow", n)
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("coverage: %w", err)
	}
	*c = read
	return nil
}

// numberIn reads a number from least to most.
func numberIn(r *wire.Reader, least, most float64) float64 {
	x := math.Float64frombits(r.Uint64())
	if !(x >= least && x <= most) {
		r.Failf("%v is not from %v to %v", x, least, most)
	}
	return x
}

// MarshalText returns all of c as a word, which JSON takes.
func (c Coverage) MarshalText() ([]byte, error) {
	b, err := c.MarshalBinary()
	return base64.StdEncoding.AppendEncode(nil, b), err
}

// UnmarshalText makes c what MarshalText was called on. It returns an error for a text that is not of a Coverage.
func (c *Coverage) UnmarshalText(text []byte) error {
	b, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return fmt.Errorf("coverage: %w", err)
	}
	return c.UnmarshalBinary(b)
}
