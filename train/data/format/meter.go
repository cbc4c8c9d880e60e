package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// maxValue is the longest JSON value or XML element read as one, in bytes.
const maxValue = 16 << 20

// maxDepth is how deep JSON values and XML elements may nest.
const maxDepth = 200

// meter bounds what the decoder of nested values keeps in memory, and counts lines.
type meter struct {
	r        io.Reader
	read     int64
	allowed  int64
	most     int64   // that may be kept at once
	newlines []int64 // where lines end after those passed
	passed   int
}

func newMeter(r io.Reader, most int64) *meter {
	return &meter{r: transform.NewReader(r, encoding.UTF8Validator), allowed: most, most: most}
}

// tooLong is the error of more than most bytes that would have to be kept.
func tooLong(line int, most int64) error {
	return &Error{line, fmt.Sprintf("a value or element longer than %d MiB; is this a file of terms?", most>>20)}
}

// Read implements io.Reader.
func (m *meter) Read(p []byte) (int, error) {
	if m.read >= m.allowed {
		return 0, tooLong(m.passed+1, m.most)
	}
	n, err := m.r.Read(p)
	for i := 0; i < n; {
		next := bytes.IndexByte(p[i:n], '\n')
		if next < 0 {
			break
		}
		i += next + 1
		m.newlines = append(m.newlines, m.read+int64(i))
	}
	m.read += int64(n)
	if errors.Is(err, encoding.ErrInvalidUTF8) {
		err = &Error{m.passed + len(m.newlines) + 1, "invalid UTF-8; convert the file with iconv -f ISO-8859-1 -t UTF-8 if it is Latin-1"}
	}
	return n, err
}

// pass says that the decoder has dealt with the bytes before an offset, and returns the next
// one's line.
func (m *meter) pass(offset int64) int {
	i := 0
	for i < len(m.newlines) && m.newlines[i] <= offset {
		i++
	}
	m.newlines = m.newlines[i:]
	m.passed += i
	m.allowed = max(m.allowed, offset+m.most)
	return m.passed + 1
}
