package tag

import (
	"errors"
	"fmt"
	"math"
	mathbits "math/bits"
	"slices"

	"github.com/normlet/normlet/internal/wire"
)

// The payload of a pack's section TAGR, all little-endian:
//
//	byte     version, 2
//	byte     bits of the hash of a feature, 8 to 18
//	byte     number of models, 1 to 16, the second one of a type for long texts; for each:
//	         uvarint length, bytes: type
//	         byte count, that many (uvarint length, bytes): namespaces of the pack
//	         9 x uint16: weights of a label after another, signed, label by label
//	         float32, float32: offset and slope of the logarithm of the odds of a span by its margin
//	for each model, a bit for each weight, low bits first: 1 if it is not 0
//	for each model, those weights, a signed byte each
//
// If any model has weights of LongTraits, these follow, 13 float32 for each model.
//
// Weight 2f is that of begin for feature f, 2f+1 that of inside.
const version = 2

// The bounds of a tagger: what it takes is at most 2 * MaxGroups << (maxBits+1) bytes.
const (
	minBits   = 8
	maxBits   = 18
	maxModels = 2 * maxTypes
)

// AppendBinary appends the payload of models, with 2<<bits weights each.
func AppendBinary(dst []byte, bits int, models []Model) []byte {
	dst = append(dst, version, byte(bits), byte(len(models)))
	for i := range models {
		m := &models[i]
		dst = append(wire.AppendLenBytes(dst, m.Type), byte(len(m.Namespaces)))
		for _, n := range m.Namespaces {
			dst = wire.AppendLenBytes(dst, n)
		}
		for _, row := range m.Step {
			for _, w := range row {
				dst = wire.AppendUint16(dst, uint16(int16(min(max(w, math.MinInt16), math.MaxInt16))))
			}
		}
		dst = wire.AppendFloat32(wire.AppendFloat32(dst, m.Offset), m.Slope)
	}
	var weights []byte
	for i := range models {
		some := make([]byte, (len(models[i].Weights)+7)/8)
		for k, w := range models[i].Weights {
			if w != 0 {
				some[k/8] |= 1 << (k % 8)
				weights = append(weights, byte(w))
			}
		}
		dst = append(dst, some...)
	}
	dst = append(dst, weights...)
	if slices.ContainsFunc(models, func(m Model) bool { return m.Long != LongTraits{} }) {
		for i := range models {
			for _, w := range models[i].Long {
				dst = wire.AppendFloat32(dst, float32(w))
			}
		}
	}
	return dst
}

// Parse reads the tagger of a pack that has namespaces; nil if it has no model for any of them.
func Parse(data []byte, namespaces []string) (*Tagger, error) {
	bits, models, err := ParseModels(data)
	if models = within(models, namespaces); err != nil || len(models) == 0 {
		return nil, err
	}
	t := newTagger(bits, models)
	if len(t.Models) > maxTypes {
		return nil, fmt.Errorf("a tagger of %d types; at most %d are allowed", len(t.Models), maxTypes)
	}
	return t, nil
}

// Select returns the payload for a pack that has some of the namespaces; nil if it has no model for any of them.
func Select(data []byte, namespaces []string) ([]byte, error) {
	if len(data) == 0 {
		return nil, nil
	}
	bits, models, err := ParseModels(data)
	if models = within(models, namespaces); err != nil || len(models) == 0 {
		return nil, err
	}
	return AppendBinary(nil, bits, models), nil
}

// within returns the models of types that namespaces have, with no other namespaces.
func within(models []Model, namespaces []string) (out []Model) {
	for _, m := range models {
		m.Namespaces = slices.DeleteFunc(m.Namespaces, func(n string) bool { return !slices.Contains(namespaces, n) })
		if len(m.Namespaces) > 0 {
			out = append(out, m)
		}
	}
	return out
}

// ParseModels reads the models of a payload.
func ParseModels(data []byte) (bits int, models []Model, err error) {
	r := wire.NewReader(data)
	if v := r.Uint8(); r.Err() == nil && v != version {
		return 0, nil, &wire.VersionError{Part: "version of the tagger", Have: version, Want: int(v)}
	}
	bits = int(r.Uint8())
	n := int(r.Uint8())
	if r.Err() == nil && (bits < minBits || bits > maxBits || n < 1 || n > maxModels) {
		return 0, nil, fmt.Errorf("a tagger of %d models of %d bits; allowed are 1 to %d of %d to %d", n, bits, maxModels, minBits, maxBits)
	}
	for range n {
		m := Model{Type: string(r.LenBytes())}
		for range int(r.Uint8()) {
			m.Namespaces = append(m.Namespaces, string(r.LenBytes()))
		}
		for a := range m.Step {
			for b := range m.Step {
				m.Step[a][b] = int32(int16(r.Uint16()))
			}
		}
		m.Offset, m.Slope = r.Float32(), r.Float32()
		if !finite(m.Offset) || !finite(m.Slope) {
			return 0, nil, errors.New("a model has no finite numbers")
		}
		models = append(models, m)
	}
	some := make([][]byte, n)
	for i := range some {
		some[i] = r.Bytes(2 << bits / 8)
	}
	for i := range models {
		count := 0
		for _, b := range some[i] {
			count += mathbits.OnesCount8(b)
		}
		weights := r.Bytes(count)
		if r.Err() != nil {
			return 0, nil, r.Err()
		}
		models[i].Weights = make([]int8, 2<<bits)
		for k := range models[i].Weights {
			if some[i][k/8]>>(k%8)&1 != 0 {
				models[i].Weights[k], weights = int8(weights[0]), weights[1:]
			}
		}
	}
	for i := 0; i < len(models) && r.Len() > 0; i++ {
		for k := range models[i].Long {
			w := r.Float32()
			if models[i].Long[k] = float64(w); !finite(w) {
				return 0, nil, errors.New("no finite numbers")
			}
		}
	}
	if err := r.Close(); err != nil {
		return 0, nil, err
	}
	return bits, models, nil
}

func finite(v float32) bool { return !math.IsNaN(float64(v)) && !math.IsInf(float64(v), 0) }
