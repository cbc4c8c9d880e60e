package pack

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

// Read reads the bytes of a pack. It checks the header before it reads on, so that it never reads or allocates more than
// Limits.SectionBytes allows. It does not check the sections, as Parse does.
func Read(r io.Reader, l Limits) ([]byte, error) {
	data, err := readMore(r, nil, headerSize)
	if err != nil {
		return nil, err
	}
	if len(data) == headerSize && string(data[:len(magic)]) == magic {
		count := int(binary.LittleEndian.Uint16(data[len(magic)+4:]))
		if data, err = readMore(r, data, min(count, maxSections)*entrySize+crcSize); err != nil {
			return nil, err
		}
	}
	h, err := ReadHeader(data)
	if err != nil {
		return nil, err
	}
	m := NewMeter(l, h.rawSize())
	if err := m.AtMost("SectionBytes", max(m.sections, h.FileSize), m.SectionBytes); err != nil {
		return nil, err
	}
	return readMore(r, data, int(h.FileSize)-len(data)+1) // if there is one byte more, Parse refuses the file
}

// readMore appends at most n bytes to data: fewer at the end.
func readMore(r io.Reader, data []byte, n int) ([]byte, error) {
	data = slices.Grow(data, n)
	read, err := io.ReadFull(r, data[len(data):len(data)+n])
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return data[:len(data)+read], err
}
