package sheet

import (
	"bytes"
	"io"
)

// LineCounter knows the lines of offsets in what it reads.
type LineCounter struct {
	R      io.Reader
	Bytes  int64   // read so far
	ends   []int64 // of lines, not passed yet
	passed int
}

func (l *LineCounter) Read(p []byte) (int, error) {
	n, err := l.R.Read(p)
	for i := 0; ; i++ {
		next := bytes.IndexByte(p[i:n], '\n')
		if next < 0 {
			break
		}
		i += next
		l.ends = append(l.ends, l.Bytes+int64(i))
	}
	l.Bytes += int64(n)
	return n, err
}

// At returns the line of an offset, or of the last one asked for if that is further.
func (l *LineCounter) At(offset int64) int {
	i := 0
	for i < len(l.ends) && l.ends[i] < offset {
		i++
	}
	l.ends = l.ends[i:]
	l.passed += i
	return l.passed + 1
}
