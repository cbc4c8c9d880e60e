package pack

import (
	"bytes"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// FuzzParse replaces the payload of one section of a good pack, or with section
// 255 the whole file, and checks that whatever Parse accepts can be used.
// Checksums are right, or the fuzzer would get no further than them.
func FuzzParse(f *testing.F) {
	data := write(f, accompanied(), nil)
	h, err := ReadHeader(data)
	if err != nil {
		f.Fatal(err)
	}
	payloads, err := readPayloads(data, h)
	if err != nil {
		f.Fatal(err)
	}
	for i, s := range h.Sections {
		f.Add(byte(i), payloads[s.Tag])
	}
	f.Add(byte(255), data)
	f.Add(byte(255), sign(f, data))
	f.Fuzz(func(t *testing.T, section byte, payload []byte) {
		file := repaired(payload)
		if n := int(section); n < len(h.Sections) {
			var bodies []body
			for i, s := range h.Sections {
				b := stored(s.Tag, payloads[s.Tag], false, int64(len(payloads[s.Tag])))
				if i == n {
					b = stored(s.Tag, payload, false, int64(len(payload)))
				}
				bodies = append(bodies, b)
			}
			file = assemble(h, bodies)
		}
		use(t, file)
	})
}

// use reads everything a pack holds, if Parse accepts it.
func use(t *testing.T, file []byte) {
	c, err := Parse(file)
	if dumpErr := Dump(&bytes.Buffer{}, file); (dumpErr == nil) != (err == nil) {
		t.Fatalf("Parse says %v, Dump %v", err, dumpErr)
	}
	if err != nil {
		return
	}
	for i := range c.Names.Len() {
		id := c.IDs.At(int(c.RowEntity[i]))
		if n, ok := c.IDs.Find(id); !ok || n != int(c.RowEntity[i]) || c.Names.At(i) == "" || len(c.Code(i)) == 0 {
			t.Fatalf("row %d cannot be used", i)
		}
	}
	if err := c.check(nil); err != nil {
		t.Fatalf("read, but could not be written: %v", err)
	}
}

// repaired returns a file with the checksums its bytes ask for.
func repaired(file []byte) []byte {
	file = bytes.Clone(file) // the fuzzer's own bytes must stay as they are
	if len(file) < headerSize {
		return file
	}
	n := min(int(file[12])|int(file[13])<<8, maxSections)
	end := headerSize + n*entrySize
	if end+crcSize > len(file) {
		return file
	}
	r := wire.NewReader(file[headerSize:end])
	for i := range n {
		s := readEntry(r)
		if r.Err() == nil && s.Offset <= int64(len(file)) && s.Stored <= int64(len(file))-s.Offset {
			crc := wire.Checksum(file[s.Offset : s.Offset+s.Stored])
			copy(file[headerSize+i*entrySize+32:], wire.AppendUint32(nil, crc))
		}
	}
	copy(file[end:], wire.AppendUint32(nil, wire.Checksum(file[:end])))
	return file
}
