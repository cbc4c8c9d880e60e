package core

import (
	"encoding"
	"encoding/base64"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// Packages that encode values, such as encoding/json and encoding/gob, look for these interfaces.
var (
	_ encoding.BinaryMarshaler   = Coverage{}
	_ encoding.BinaryUnmarshaler = (*Coverage)(nil)
	_ encoding.TextMarshaler     = Coverage{}
	_ encoding.TextUnmarshaler   = (*Coverage)(nil)
)

// coverageVersion is the version of the binary form of a Coverage.
const coverageVersion = 1

// Bounds of the numbers of a Coverage: larger ones would make probabilities infinite or NaN.
const (
	mostShift    = 100 // of log odds
	mostMentions = 1e9
)

// MarshalBinary returns the binary form of c, for the same pack on another machine or in another process.
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

// UnmarshalBinary sets c to the Coverage that MarshalBinary encoded. It returns an error for other bytes.
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

// numberIn reads a number and checks that it is from least to most.
func numberIn(r *wire.Reader, least, most float64) float64 {
	x := math.Float64frombits(r.Uint64())
	if !(x >= least && x <= most) {
		r.Failf("%v is not from %v to %v", x, least, most)
	}
	return x
}

// MarshalText returns the binary form of c as one word of text, for JSON.
func (c Coverage) MarshalText() ([]byte, error) {
	b, err := c.MarshalBinary()
	return base64.StdEncoding.AppendEncode(nil, b), err
}

// UnmarshalText sets c to the Coverage that MarshalText encoded. It returns an error for other texts.
func (c *Coverage) UnmarshalText(text []byte) error {
	b, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return fmt.Errorf("coverage: %w", err)
	}
	return c.UnmarshalBinary(b)
}
