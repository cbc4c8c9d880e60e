package wire

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"unsafe"
)

// Encodings of a column of numbers; the first byte of a column.
const (
	columnPacked = 0 // least value, width, then width bits a value above the least
	columnPlanes = 1 // number of planes, then all low bytes, all next bytes, ...
	columnAgain  = 2 // a byte a value, how many values before it the same one is, 0 for another one; a column of the others
)

// Integer is any type a column is kept in.
type Integer interface{ ~uint8 | ~uint16 | ~uint32 }

// ColumnForms returns v in all encodings, each in pieces for compression. Which
// one is smallest after compression depends on the data, so the writer tries all.
func ColumnForms[T Integer](v []T) [][][]byte {
	forms := [][][]byte{packedColumn(v)}
	if v, ok := any(v).([]uint32); ok {
		forms = append(forms, againColumn(v))
	}
	return append(forms, planesColumn(v))
}

// againColumn stores the others in planes. Only numbers of 32 bits are worth it.
func againColumn(v []uint32) [][]byte {
	back, others, last := make([]byte, len(v)), []uint32(nil), map[uint32]int{}
	for i, x := range v {
		if at, ok := last[x]; ok && i-at <= math.MaxUint8 {
			back[i] = byte(i - at)
		} else {
			others = append(others, x)
		}
		last[x] = i
	}
	return append([][]byte{{columnAgain}, back}, planesColumn(others)...)
}

func packedColumn[T Integer](v []T) [][]byte {
	least, most := span(v)
	width := bits.Len32(most - least)
	out := AppendUvarint([]byte{columnPacked}, uint64(least))
	out = append(out, uint8(width))
	var acc uint64
	have := 0
	for _, x := range v {
		acc |= uint64(uint32(x)-least) << have
		for have += width; have >= 8; have -= 8 {
			out = append(out, uint8(acc))
			acc >>= 8
		}
	}
	if have > 0 {
		out = append(out, uint8(acc))
	}
	return [][]byte{out}
}

func planesColumn[T Integer](v []T) [][]byte {
	_, most := span(v)
	planes := (bits.Len32(most) + 7) / 8
	parts := [][]byte{{columnPlanes, uint8(planes)}}
	for p := range planes {
		plane := make([]byte, len(v))
		for i, x := range v {
			plane[i] = uint8(uint32(x) >> (8 * p))
		}
		parts = append(parts, plane)
	}
	return parts
}

func span[T Integer](v []T) (least, most uint32) {
	if len(v) == 0 {
		return 0, 0
	}
	return uint32(slices.Min(v)), uint32(slices.Max(v))
}

// Column reads n numbers, each of which has to be below limit. The caller
// has compared n with the size of the file. Numbers of a byte that are stored as such are a part of the Reader's slice.
func Column[T Integer](r *Reader, n int, limit uint64) []T {
	encoding := r.Uint8()
	switch encoding {
	case columnPacked:
		return parsePacked[T](r, n, limit)
	case columnPlanes:
		return parsePlanes[T](r, n, n, limit)
	case columnAgain:
		if _, ok := any(T(0)).(uint32); ok {
			return any(parseAgain(r, n, limit)).([]T)
		}
	}
	r.Failf("unknown column encoding %d", encoding)
	return nil
}

func parsePacked[T Integer](r *Reader, n int, limit uint64) []T {
	least, width := r.Uvarint(), int(r.Uint8())
	if least >= limit || width > 32 {
		r.Failf("least value %d or width %d is out of range", least, width)
	}
	size := (uint64(n)*uint64(width) + 7) / 8
	if size > uint64(r.Len()) { // before int, which may have 32 bits
		r.Failf("%d values of %d bits announced, %d bytes left", n, width, r.Len())
	}
	packed := r.Bytes(int(size))
	if r.Err() != nil {
		return nil
	}
	const together = 57 // bits that eight bytes have from any bit of the first
	bitsFrom := func(item int) uint64 {
		bit := uint64(item) * uint64(width)
		var b [8]byte
		copy(b[:], packed[bit/8:])
		return binary.LittleEndian.Uint64(b[:]) >> (bit % 8)
	}
	if width == 8 && least == 0 && unsafe.Sizeof(T(0)) == 1 {
		return below(r, view[T](packed), limit)
	}
	out, each, mask, most := make([]T, n), together/max(width, 1), uint64(1)<<width-1, least
	for from := 0; from < n; from += each {
		acc, part := bitsFrom(from), out[from:min(from+each, n)]
		for i := range part {
			v := least + acc&mask
			part[i], most = T(v), max(most, v)
			acc >>= width & 63
		}
	}
	if most >= limit {
		r.Failf("an item is %d, not below %d", most, limit)
	}
	if bitsFrom(n) != 0 {
		r.Failf("the unused bits at the end are not zero")
	}
	return out
}

// parsePlanes reads n numbers, with room for more.
func parsePlanes[T Integer](r *Reader, n, room int, limit uint64) []T {
	planes := int(r.Uint8())
	if planes > 4 {
		r.Failf("%d byte planes, at most 4 allowed", planes)
	}
	data := make([][]byte, min(planes, 4))
	for p := range data {
		data[p] = r.Bytes(n)
	}
	if r.Err() != nil {
		return nil
	}
	width := int(unsafe.Sizeof(T(0)))
	for p := width; p < planes; p++ { // bytes that T has no room for
		if i := slices.IndexFunc(data[p], func(b byte) bool { return b != 0 }); i >= 0 {
			r.Failf("item %d is not below %d", i, limit)
			return nil
		}
	}
	if data = data[:min(planes, width)]; width == 1 && len(data) == 1 {
		return below(r, view[T](data[0]), limit)
	}
	out := make([]T, n, room)
	if most := joinPlanes(out, data); len(out) > 0 && uint64(most) >= limit {
		r.Failf("item %d is %d, not below %d", slices.Index(out, most), uint32(most), limit)
		return nil
	}
	return out
}

// view returns bytes as the numbers that they are.
func view[T Integer](b []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}

// below returns numbers of a byte if they are below limit.
func below[T Integer](r *Reader, v []T, limit uint64) []T {
	for i, x := range v {
		if uint64(x) >= limit {
			r.Failf("item %d is %d, not below %d", i, uint32(x), limit)
			return nil
		}
	}
	return v
}

// joinPlanes sets out to the numbers of up to four planes, of which most columns of rows have three: they are read at
// once. It returns the largest.
func joinPlanes[T Integer](out []T, planes [][]byte) (most T) {
	if len(planes) == 3 {
		p0, p1, p2 := planes[0][:len(out)], planes[1][:len(out)], planes[2][:len(out)]
		for i := range out {
			v := T(uint32(p0[i]) | uint32(p1[i])<<8 | uint32(p2[i])<<16)
			out[i], most = v, max(most, v)
		}
		return most
	}
	for p, plane := range planes {
		for i, b := range plane[:len(out)] {
			v := out[i] | T(b)<<(8*p)
			out[i], most = v, max(most, v)
		}
	}
	return most
}

// parseAgain reads the others to the end of the column, and fills it from the front: a place is read before it is written,
// because there are at least as many places left as others.
func parseAgain(r *Reader, n int, limit uint64) []uint32 {
	back := r.Bytes(n)
	if encoding := r.Uint8(); encoding != columnPlanes {
		r.Failf("the other values of a column are in encoding %d, not %d", encoding, columnPlanes)
	}
	others := bytes.Count(back, []byte{0})
	out := parsePlanes[uint32](r, others, n, limit)
	if r.Err() != nil {
		return nil
	}
	next := n - others // of the others
	out = out[:n]
	copy(out[next:], out[:others])
	for i, b := range back {
		if int(b) > i {
			r.Failf("item %d is said to be that of %d items before", i, b)
			return nil
		}
		same, other := out[i-int(b)], out[min(next, n-1)]
		is := (uint32(b) - 1) >> 31 // 1 for another one: processors foresee no branch here
		out[i] = same ^ (same^other)&-is
		next += int(is)
	}
	return out
}
