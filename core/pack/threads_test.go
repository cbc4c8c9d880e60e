package pack

import (
	"bytes"
	"fmt"
	"testing"
)

// TestThreads requires the same bytes whatever the number of sections that are compressed at a time, the first of which
// take longest.
func TestThreads(t *testing.T) {
	c := sample()
	for i := range 10 {
		line := fmt.Appendf(nil, "%d %050d", i, i)
		c.Extra = append(c.Extra, Section{Tag: Tag(fmt.Sprintf("XT%02d", i)), Data: bytes.Repeat(line, 1000*(10-i))})
	}
	want, err := c.Append(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{-1, 2, 3, 50} {
		got, err := c.Append(nil, &WriteOptions{Threads: threads})
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d threads: other bytes, %v", threads, err)
		}
	}
}
