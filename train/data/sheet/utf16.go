package sheet

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// A TextError says that a text is damaged. It knows no file.
type TextError struct {
	Offset int64 // in bytes of the text as it is stored, 0 if it is not known
	Reason string
}

func (e *TextError) Error() string {
	return strings.TrimSuffix(fmt.Sprintf("%s (byte %d)", e.Reason, e.Offset), " (byte 0)")
}

// pairs passes on UTF-16 up to half of a surrogate pair. The decoder would make U+FFFD of it: a damaged name would pass
// for one.
type pairs struct {
	r     io.Reader
	order binary.ByteOrder
	read  int64
	odd   []byte // the first byte of a unit
	last  uint16 // unit
	err   error
}

func (u *pairs) Read(p []byte) (int, error) {
	if u.err != nil {
		return 0, u.err
	}
	n, err := u.r.Read(p)
	u.err = err
	for i, c := range p[:n] {
		if u.odd = append(u.odd, c); len(u.odd) < 2 {
			continue
		}
		unit := u.order.Uint16(u.odd)
		if u.odd = u.odd[:0]; isHigh(u.last) != isLow(unit) {
			u.err = &TextError{u.read + int64(i) - 1, "half of a surrogate pair: this UTF-16 is damaged"}
			return max(0, i-1), nil
		}
		u.last = unit
	}
	u.read += int64(n)
	if err == io.EOF && (len(u.odd) > 0 || isHigh(u.last)) {
		u.err = &TextError{u.read, "the UTF-16 ends within a character; is the file complete?"}
	}
	if n > 0 {
		return n, nil
	}
	return 0, u.err
}

func isHigh(unit uint16) bool { return unit >= 0xd800 && unit < 0xdc00 }

func isLow(unit uint16) bool { return unit >= 0xdc00 && unit < 0xe000 }
