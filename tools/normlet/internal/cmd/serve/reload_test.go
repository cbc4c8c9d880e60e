package serve

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
)

// TestReloadIsBounded puts files over a pack that a server has open: those that would take far more than it are refused
// by what they say at their beginning, and the pack itself is taken.
func TestReloadIsBounded(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.normpack")
	pack := string(assets.Default())
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(os.WriteFile(path, []byte(pack), 0o600))
	open := packReopener(new(cli.IO), path, nil)
	if _, err := open(nil); err != nil {
		t.Fatal(err)
	}
	const huge = 1 << 40 // sparse
	stated := []byte(pack)[:512]
	for _, c := range []struct {
		name    string
		content string
		size    int64
		want    string
	}{
		{"zeros", "", huge, "not a normlet pack"},
		{"the beginning of a pack", string(stated), huge, "damaged file"},
		{"a pack that says its size", string(grown(pack, huge)), huge, "much larger than the pack before"},
		{"the pack", pack, int64(len(pack)), ""},
	} {
		check(os.WriteFile(path+".new", []byte(c.content), 0o600))
		check(os.Truncate(path+".new", c.size))
		file, err := os.Open(path + ".new")
		check(err)
		_, err = open(file)
		check(file.Close())
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
