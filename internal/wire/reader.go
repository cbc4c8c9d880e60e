// Package wire reads and writes the little-endian fields of every normlet file.
//
// The bytes come from untrusted files. A Reader never looks outside its slice, compares every length with the remaining
// bytes before it allocates, and keeps its first error, so a parser reads a whole structure and checks Err once. A
// Uvarint must have its shortest form, or files with different bytes could mean the same.
package wire

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Error says what is wrong with the bytes and where.
type Error struct {
	Offset int    // from the start of the Reader's slice
	Reason string // one clause, lower case
}

func (e *Error) Error() string {
	return fmt.Sprintf("byte %d: %s", e.Offset, e.Reason)
}

// VersionError says that a part of a file was written for another release.
type VersionError struct {
	Part       string // one that has versions, or a number of its own: "version of the encoder", "number of features"
	Have, Want int    // the newest that this program reads; that of the file
}

func (e *VersionError) Error() string {
	if e.Want < e.Have {
		return fmt.Sprintf("an older normlet wrote this file: its %s is %d, this program reads %d; build it again", e.Part, e.Want, e.Have)
	}
	return fmt.Sprintf("this file needs a newer normlet: its %s is %d, this program reads up to %d", e.Part, e.Want, e.Have)
}

// Reader takes fields off the front of a slice. After the first failure every method
// returns zero values.
type Reader struct {
	buf []byte
	off int
	err *Error
}

// NewReader returns a Reader of buf. It keeps buf and never writes it.
func NewReader(buf []byte) *Reader { return &Reader{buf: buf} }

// Err returns the first failure, a *Error, or nil.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil // a nil *Error in an error interface would not be nil
	}
	return r.err
}

// Offset returns how many bytes have been read.
func (r *Reader) Offset() int { return r.off }

// Len returns how many bytes are left, 0 after a failure.
func (r *Reader) Len() int {
	if r.err != nil {
		return 0
	}
	return len(r.buf) - r.off
}

// Failf records a failure at the current offset, unless there is one already. A call takes less of a program than a copy.
//
//go:noinline
func (r *Reader) Failf(format string, args ...any) {
	if r.err == nil {
		r.err = &Error{Offset: r.off, Reason: fmt.Sprintf(format, args...)}
	}
}

// Bytes returns the next n bytes, a part of the Reader's slice.
func (r *Reader) Bytes(n int) []byte {
	if r.err != nil {
		return nil
	}
	if n < 0 || n > len(r.buf)-r.off {
		r.Failf("%d bytes wanted, %d left", n, len(r.buf)-r.off)
		return nil
	}
	b := r.buf[r.off : r.off+n : r.off+n]
	r.off += n
	return b
}

func (r *Reader) Rest() []byte { return r.Bytes(r.Len()) }

func (r *Reader) Uint8() uint8 {
	if b := r.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint16 reads two bytes, little end first.
func (r *Reader) Uint16() uint16 {
	if b := r.Bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// Uint32 reads four bytes, little end first.
func (r *Reader) Uint32() uint32 {
	if b := r.Bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Uint64 reads eight bytes, little end first.
func (r *Reader) Uint64() uint64 {
	if b := r.Bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Float32 reads four bytes as an IEEE 754 number.
func (r *Reader) Float32() float32 { return math.Float32frombits(r.Uint32()) }

// Uvarint reads a variable-length integer in its shortest form.
func (r *Reader) Uvarint() uint64 {
	if r.err != nil {
		return 0
	}
	v, n := binary.Uvarint(r.buf[r.off:])
	switch {
	case n == 0:
		r.Failf("the bytes end inside a number")
		return 0
	case n < 0:
		r.Failf("a number exceeds 64 bits")
		return 0
	case n > 1 && r.buf[r.off+n-1] == 0:
		r.Failf("a number is longer than it has to be")
		return 0
	}
	r.off += n
	return v
}

// Count reads a Uvarint that counts items of at least size bytes (size >= 1) which
// follow, and fails when so many cannot follow: a safe length to allocate by.
func (r *Reader) Count(size int) int {
	v := r.Uvarint()
	if left := r.Len() / size; r.err == nil && v > uint64(left) {
		r.Failf("%d items of at least %d bytes announced, %d bytes left", v, size, r.Len())
		return 0
	}
	return int(v)
}

// LenBytes reads a Uvarint length and that many bytes, a part of the Reader's slice.
func (r *Reader) LenBytes() []byte { return r.Bytes(r.Count(1)) }

// Float32s reads n numbers into a new slice.
func (r *Reader) Float32s(n int) []float32 {
	b := r.array(n, 4)
	if b == nil {
		return nil
	}
	out := make([]float32, n)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return out
}

// Uint64s reads n numbers into a new slice.
func (r *Reader) Uint64s(n int) []uint64 {
	b := r.array(n, 8)
	if b == nil {
		return nil
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return out
}

// array returns the bytes of n items; it compares n before it multiplies, since the
// product may not fit an int of 32 bits.
func (r *Reader) array(n, size int) []byte {
	if r.err == nil && (n < 0 || n > r.Len()/size) {
		r.Failf("%d items of %d bytes wanted, %d bytes left", n, size, r.Len())
		return nil
	}
	return r.Bytes(n * size)
}

// Zeros reads n bytes, which all have to be zero.
func (r *Reader) Zeros(n int) {
	start := r.off
	for i, b := range r.Bytes(n) {
		if b != 0 {
			r.off = start + i
			r.Failf("byte %#02x where zero is required", b)
			return
		}
	}
}

// Close fails when bytes are left, and returns Err.
func (r *Reader) Close() error {
	if n := r.Len(); n > 0 {
		r.Failf("%d bytes follow the last field", n)
	}
	return r.Err()
}
