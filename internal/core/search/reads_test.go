package search

import (
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core/pack"
)

// TestReads counts the bytes of codes that searches read for mentions as long as the names of the default pack: less than four
// fifths of them.
func TestReads(t *testing.T) {
	c, _, err := pack.ParseWith(assets.Default(), &pack.ReadOptions{Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	rows := c.Names.Len()
	x := BySizeLater(c.LaterCodes, c.Bits, rows, c.Names.Size).index()
	bytes := 0
	for row := range rows {
		of := x.ranges[SizeOf(c.Names.Size(row))]
		bytes += 8 * x.words * (of.to - of.from)
	}
	each, whole := bytes/rows, 8*x.words*rows
	t.Logf("%d of %d bytes", each, whole)
	if each == 0 || each > whole*8/10 {
		t.Errorf("a search reads %d of %d bytes; at most 0.8 are wanted", each, whole)
	}
}
