package kg

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
	"github.com/normlet/normlet/train/data"
)

// The form of a model file, little-endian:
//
//	"NORMKGM1"                          magic, ends in the version
//	len, bytes                          Config as JSON
//	count, f64...                       mean loss of each epoch
//	uvarint                             rank
//	count, (len, bytes)...              names of the entities
//	count, (len, bytes)...              names of the relations
//	f32[entities * 2*rank]              vectors of the entities
//	f32[2*relations * 2*rank]           vectors of the relations, then of their reciprocals
//	u32                                 CRC32C of all before
//
// len and count are uvarints. ModelMagic begins a model file.
const ModelMagic = "NORMKGM1"

// maxRank bounds what a file may claim.
const maxRank = 4096

// errFormat is matched by every error of parseModel.
var errFormat = errors.New("kg: not a valid model")

// AppendBinary appends the binary form of m to b.
func (m *Model) AppendBinary(b []byte) ([]byte, error) {
	if !m.finite() {
		return b, errors.New("kg: a number of the vectors is not finite")
	}
	config, err := json.Marshal(m.Config)
	if err != nil {
		return b, err
	}
	start := len(b)
	b = append(b, ModelMagic...)
	b = wire.AppendLenBytes(b, config)
	b = wire.AppendUvarint(b, uint64(len(m.Loss)))
	for _, v := range m.Loss {
		b = wire.AppendUint64(b, math.Float64bits(v))
	}
	b = wire.AppendUvarint(b, uint64(m.Rank))
	for _, list := range [][]string{m.Entities, m.Relations} {
		b = wire.AppendUvarint(b, uint64(len(list)))
		for _, s := range list {
			b = wire.AppendLenBytes(b, s)
		}
	}
	for _, x := range m.params() {
		b = wire.AppendFloat32s(b, x)
	}
	return wire.AppendUint32(b, wire.Checksum(b[start:])), nil
}

// checked returns what lies between the magic and the checksum of a file.
func checked(data []byte, magic string) ([]byte, error) {
	known := len(magic) - 1 // bytes before the version
	if len(data) < len(magic) || string(data[:known]) != magic[:known] {
		return nil, fmt.Errorf("it does not begin with %q", magic[:known])
	}
	if v := data[known]; v != magic[known] {
		return nil, fmt.Errorf("version %q is not known to this program (it reads %q); use a newer release", v, magic[known])
	}
	if len(data) < len(magic)+4 {
		return nil, fmt.Errorf("cut off after %d bytes", len(data))
	}
	body := data[:len(data)-4]
	if sum := wire.NewReader(data[len(body):]).Uint32(); sum != wire.Checksum(body) {
		return nil, fmt.Errorf("checksum %08x, want %08x (damaged or cut off)", wire.Checksum(body), sum)
	}
	return body[len(magic):], nil
}

// parseModel reads what AppendBinary wrote. It copies and never keeps data.
func parseModel(data []byte) (*Model, error) {
	body, err := checked(data, ModelMagic)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errFormat, err)
	}
	m, err := readModel(wire.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errFormat, err)
	}
	return m, nil
}

func readModel(r *wire.Reader) (*Model, error) {
	config := r.LenBytes()
	loss := make([]float64, r.Count(8))
	for i := range loss {
		loss[i] = math.Float64frombits(r.Uint64())
	}
	rank := r.Uvarint()
	var lists [2][]string
	for i := range lists {
		lists[i] = make([]string, r.Count(1))
		for j := range lists[i] {
			lists[i][j] = string(r.LenBytes())
		}
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	rows := uint64(len(lists[0])) + 2*uint64(len(lists[1]))
	if rank < 1 || rank > maxRank || rows*2*rank > uint64(r.Len()/4) {
		return nil, fmt.Errorf("rank %d of %d entities and %d relations, and %d bytes of vectors", rank, len(lists[0]), len(lists[1]), r.Len())
	}
	m := newModel(newNames(lists[0], lists[1]), int(rank))
	m.Loss = loss
	for _, x := range m.params() {
		copy(x, r.Float32s(len(x)))
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(config, &m.Config); err != nil {
		return nil, err
	}
	return m, m.check()
}

// check reports names that occur twice and numbers that are none.
func (m *Model) check() error {
	if len(m.entity) != len(m.Entities) || len(m.relation) != len(m.Relations) {
		return errors.New("two entities or two relations have the same name")
	}
	if !m.finite() {
		return errors.New("a number of the vectors is not finite")
	}
	return nil
}

// Load reads a model file, opened as by data.Open.
func Load(path string) (*Model, error) {
	b, err := data.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := parseModel(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}
