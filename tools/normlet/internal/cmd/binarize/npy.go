package binarize

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"reflect"

	"github.com/sbinet/npyio/npy"

	"github.com/normlet/normlet/binarize/fit"
)

// parseVectors reads an .npy file of float32 or float64 in C order, one vector a row. It rejects zero vectors and
// numbers that are not finite.
func parseVectors(content []byte) (fit.Vectors, error) {
	header, body, err := parseNPY(content)
	if err != nil {
		return fit.Vectors{}, err
	}
	size, err := elementSize(header)
	if err != nil {
		return fit.Vectors{}, err
	}
	if err := checkShape(header.Descr.Shape, size, len(body)); err != nil {
		return fit.Vectors{}, err
	}
	v := fit.Vectors{Dim: header.Descr.Shape[1], Data: make([]float32, len(body)/size)}
	for i := range v.Data {
		x := element(body[i*size:], size)
		if v.Data[i] = float32(x); math.Abs(x) > math.MaxFloat32 && !math.IsInf(x, 0) {
			return fit.Vectors{}, fmt.Errorf("row %d (counting from 0) has %v in column %d, which is more than a float32 holds: scale the vectors down", i/v.Dim, x, i%v.Dim)
		}
	}
	return v, v.CheckRows()
}

func parseNPY(content []byte) (header npy.Header, body []byte, err error) {
	if len(content) == 0 {
		return header, nil, errors.New("the file is empty")
	}
	if !bytes.HasPrefix(content, npy.Magic[:]) {
		return header, nil, errors.New("not an .npy file: it does not begin as one")
	}
	damaged := errors.New("the header of the .npy file is damaged or cut off; numpy.save writes good ones")
	if len(content) < 12 || content[6] == 2 && uint64(binary.LittleEndian.Uint32(content[8:])) > uint64(len(content)) {
		return header, nil, damaged // the library would believe any length
	}
	defer func() {
		if recover() != nil { // it takes the order of the fields and all brackets for granted
			err = damaged
		}
	}()
	r := bytes.NewReader(content)
	n, err := npy.NewReader(r)
	if err != nil {
		return header, nil, fmt.Errorf("%w (%w)", damaged, err)
	}
	return n.Header, content[len(content)-r.Len():], nil
}

// elementSize returns the bytes of an element, or why the array cannot be read.
func elementSize(h npy.Header) (int, error) {
	if h.Descr.Fortran {
		return 0, errors.New("the array is in Fortran order: save numpy.ascontiguousarray(x) instead")
	}
	switch h.Descr.Type {
	case "<f4":
		return 4, nil
	case "<f8":
		return 8, nil
	}
	return 0, fmt.Errorf("the elements are of type %q, want float32 or float64, little-endian: save x.astype('<f4') instead", h.Descr.Type)
}

// checkShape checks that an array has two dimensions and fills its body.
func checkShape(shape []int, size, body int) error {
	if len(shape) != 2 {
		return fmt.Errorf("the array has %d dimensions, want 2: one vector a row", len(shape))
	}
	rows, dim := shape[0], shape[1]
	if rows < 1 || dim < 1 {
		return fmt.Errorf("the array has %d rows of %d columns: there is nothing to binarize", rows, dim)
	}
	if over, rowBytes := bits.Mul64(uint64(dim), uint64(size)); over != 0 || rowBytes > uint64(body) || body/int(rowBytes) < rows {
		held := 0
		if over == 0 && rowBytes <= uint64(body) {
			held = body / int(rowBytes)
		}
		return fmt.Errorf("the header promises %d rows of %d columns, but the file ends in row %d (counting from 0): it was cut off", rows, dim, held)
	} else if extra := body - rows*int(rowBytes); extra != 0 {
		return fmt.Errorf("%d bytes follow the %d rows of %d columns that the header promises: the file is damaged", extra, rows, dim)
	}
	return nil
}

func element(b []byte, size int) float64 {
	if size == 4 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

// writeCodes writes codes as a uint8 array, one code a row. Bit 0 is the highest bit of the first byte, as in
// numpy.packbits.
func writeCodes(w io.Writer, codes []uint64, words int) error {
	var packed []byte
	for _, word := range codes {
		packed = binary.BigEndian.AppendUint64(packed, bits.Reverse64(word))
	}
	// The library takes the length of a row from its type: rows are [8*words]byte.
	row := reflect.ArrayOf(8*words, reflect.TypeFor[byte]())
	rows := reflect.MakeSlice(reflect.SliceOf(row), len(codes)/words, len(codes)/words)
	for i := range rows.Len() {
		reflect.Copy(rows.Index(i), reflect.ValueOf(packed[8*words*i:8*words*(i+1)]))
	}
	return npy.Write(w, rows.Interface())
}
