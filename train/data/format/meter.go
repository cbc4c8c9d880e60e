package format

import (
	"bytes"
	"errors"
	"io"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"github.com/normlet/normlet/train/data/limit"
	"github.com/normlet/normlet/train/data/sheet"
)

// meter bounds what the decoder of nested values keeps in memory, and counts lines.
type meter struct {
	sheet.LineCounter
	allowed int64
	most    int64                // that may be kept at once
	more    func(p []byte) int64 // what bytes take in memory beside themselves; nil: nothing
	taken   int64                // of that, since pass was called
}

func newMeter(r io.Reader, most int) *meter {
	return &meter{LineCounter: sheet.LineCounter{R: transform.NewReader(r, encoding.UTF8Validator)}, allowed: int64(most), most: int64(most)}
}

// newJSONMeter returns one that counts values, too: [] are two bytes, and forty in memory.
func newJSONMeter(r io.Reader) *meter {
	m := newMeter(r, limit.Of().Value)
	m.more = func(p []byte) int64 {
		return 8 * int64(bytes.Count(p, []byte("["))+bytes.Count(p, []byte("{"))+bytes.Count(p, []byte(",")))
	}
	return m
}

// tooLong is the error of more than most bytes that would have to be kept.
func tooLong(line, most int) error {
	return exceeded(line, "a value or element longer than %s; is this a file of terms?", limit.Bytes(most))
}

// exceeded is the error of a limit.
func exceeded(line int, format string, args ...any) *Error {
	return &Error{line, limit.Exceeded(format, args...).Error()}
}

// tooDeep is the error of what is nested too deep.
func tooDeep(line int, what string) error {
	return exceeded(line, "%s nested too deep: more than %d", what, limit.Of().Depth)
}

// Read implements io.Reader.
func (m *meter) Read(p []byte) (int, error) {
	if m.Bytes+m.taken >= m.allowed {
		return 0, tooLong(m.At(0), int(m.most))
	}
	n, err := m.LineCounter.Read(p)
	if m.more != nil {
		m.taken += m.more(p[:n])
	}
	if errors.Is(err, encoding.ErrInvalidUTF8) {
		err = &Error{m.At(m.Bytes), "invalid UTF-8; convert the file with iconv -f ISO-8859-1 -t UTF-8 if it is Latin-1"}
	}
	return n, err
}

// pass says that the decoder has dealt with the bytes before an offset, and returns the next
// one's line.
func (m *meter) pass(offset int64) int {
	m.allowed, m.taken = max(m.allowed, offset+m.most), 0
	return m.At(offset)
}
