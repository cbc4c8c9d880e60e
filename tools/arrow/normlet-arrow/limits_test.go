package main

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// smallStream returns a small stream, perhaps compressed.
func smallStream(t *testing.T, text string, options ...ipc.Option) []byte {
	t.Helper()
	meta := arrow.NewMetadata([]string{"key"}, []string{"value"})
	schema := arrow.NewSchema([]arrow.Field{{Name: "name", Type: arrow.BinaryTypes.String, Metadata: meta}, {Name: "list", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true}}, &meta)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	b.Field(0).(*array.StringBuilder).Append(text)
	b.Field(1).(*array.ListBuilder).AppendNull()
	batch := b.NewRecordBatch()
	defer batch.Release()
	var out bytes.Buffer
	w := ipc.NewWriter(&out, append(options, ipc.WithSchema(schema))...)
	check(t, w.Write(batch))
	check(t, w.Close())
	return out.Bytes()
}

// readAll reads a stream to its end and returns how many bytes that has allocated.
func readAll(content []byte) (allocated uint64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err = guard(func() error {
		r, err := newStreamReader(bytes.NewReader(content))
		if err != nil {
			return err
		}
		defer r.Release()
		for r.Next() {
		}
		return r.Err()
	})
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, err
}

// TestLyingStreams replaces each word of a stream by lies about lengths, and cuts it off everywhere. What that allocates
// is in proportion to the stream, not to the lie.
func TestLyingStreams(t *testing.T) {
	content := smallStream(t, "FOXP2")
	const most = 2 << 20
	if allocated, err := readAll(content); err != nil || allocated > most {
		t.Fatalf("as it is: %d bytes, %v", allocated, err)
	}
	try := func(what string, at int, content []byte) {
		if allocated, _ := readAll(content); allocated > most {
			t.Errorf("%s at %d: %d bytes allocated", what, at, allocated)
		}
	}
	for at := 8; at+4 <= len(content); at += 4 {
		for _, lie := range []uint32{1 << 24, 1<<31 - 1, 1<<32 - 1} {
			damaged := bytes.Clone(content)
			binary.LittleEndian.PutUint32(damaged[at:], lie)
			if body := binary.LittleEndian.Uint64(damaged[at&^7:]); body > uint64(most) && body < 1<<29 {
				continue // the length of a body that may be: its pages are not touched
			}
			try("a lie", at, damaged)
		}
	}
	for at := 0; at < len(content); at += 3 {
		try("cut off", at, content[:at])
	}
}

// TestStreamLimits has streams that are larger than they may be.
func TestStreamLimits(t *testing.T) {
	head := func(length uint32) []byte {
		return binary.LittleEndian.AppendUint32([]byte{0xff, 0xff, 0xff, 0xff}, length)
	}
	big := smallStream(t, strings.Repeat("a", 80<<20), ipc.WithZstd())
	for _, c := range []struct {
		content []byte
		want    string
	}{
		{head(1 << 30), "a message says that it has 1073741824 bytes of metadata, more than 16 MiB (--raise-limits 10 allows more)"},
		{append(head(64), 1, 2, 3), "the stream ends within a message"},
		{big, "the compressed stream grows to more than 200 times its size (--raise-limits 10 allows more)"},
	} {
		if allocated, err := readAll(c.content); err == nil || !strings.Contains(err.Error(), c.want) || allocated > 100<<20 {
			t.Errorf("%d bytes allocated, %v, want %s", allocated, err, c.want)
		}
	}
}
