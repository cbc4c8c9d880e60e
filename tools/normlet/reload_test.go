package main

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"strings"
	"testing"
)

// TestReloadIsBounded puts files over a pack that a server has open: those that would take far more than it are refused
// by what they say at their beginning, and the pack itself is taken.
func TestReloadIsBounded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.path("t.normpack")
	open := new(app).packReopener(path, nil)
	if _, err := open(nil); err != nil {
		t.Fatal(err)
	}
	const huge = 1 << 40 // sparse
	stated := []byte(tinyPack())[:512]
	for _, c := range []struct {
		name    string
		content string
		size    int64
		want    string
	}{
		{"zeros", "", huge, "not a normlet pack"},
		{"the beginning of a pack", string(stated), huge, "damaged file"},
		{"a pack that says its size", string(grown(tinyPack(), huge)), huge, "much larger than the pack before"},
		{"the pack", tinyPack(), int64(len(tinyPack())), ""},
	} {
		f.write("new", c.content)
		f.check(os.Truncate(f.path("new"), c.size))
		file, err := os.Open(f.path("new"))
		f.check(err)
		_, err = open(file)
		f.check(file.Close())
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// grown returns the beginning of a pack whose last section is so large that the file has a size.
func grown(content string, size uint64) []byte {
	head := []byte(content[:4096])
	le := binary.LittleEndian
	table := 32 + 40*int(le.Uint16(head[12:]))
	last := head[table-40:]
	le.PutUint64(head[16:], size)
	le.PutUint32(last[4:], 0) // uncompressed, so both sizes of it are equal
	le.PutUint64(last[16:], size-le.Uint64(last[8:]))
	le.PutUint64(last[24:], size-le.Uint64(last[8:]))
	le.PutUint32(head[table:], crc32.Checksum(head[:table], crc32.MakeTable(crc32.Castagnoli)))
	return head
}
