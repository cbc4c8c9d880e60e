package pack

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/internal/frame"
	"github.com/normlet/normlet/internal/wire"
)

// TestTextLater reads names before their text, of which some need it to tell where others begin, and finds a fault in it.
func TestTextLater(t *testing.T) {
	t.Parallel()
	list := []string{strings.Repeat("long ", 100), "short"}
	for i := range 2000 {
		list = append(list, strings.Repeat(string(rune('a'+i%26)), 5+i%7)+strings.Repeat("tail", i%3))
	}
	names := NewStrings(list)
	whole, _ := names.AppendBinary(nil)
	for _, fault := range []string{"", "text is missing"} {
		parts := names.parts()
		if fault != "" {
			parts[2] = parts[2][:len(parts[2])-300]
		}
		var stored []byte
		for _, p := range parts {
			stored = frame.Append(stored, p)
		}
		dec, err := frame.NewDecoder(true)
		if err != nil {
			t.Fatal(err)
		}
		defer dec.Close()
		later := &textLater{dec: dec, data: stored, section: SectionInfo{Tag: tagNames, Stored: int64(len(stored)), Raw: int64(len(whole)), Zstd: true, CRC: wire.Checksum(stored)}}
		first, text := later.readers()
		payload, err := first()
		if fault != "" {
			if err == nil {
				t.Errorf("%s: no error", fault)
			}
			continue
		}
		if err != nil || later.text == nil {
			t.Fatalf("%d bytes of the text are left: %v", len(later.text), err)
		}
		if err := text(); err != nil || !bytes.Equal(payload, whole) {
			t.Errorf("%d bytes, want the %d of the list: %v", len(payload), len(whole), err)
		}
	}
}

// TestAhead has the same tables as ParseWith, once it waited, and says then what is damaged.
func TestAhead(t *testing.T) {
	t.Parallel()
	data, o := assets.Default(), &ReadOptions{Trusted: true, Ahead: true}
	want, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := ParseWith(data, o)
	if err != nil {
		t.Fatal(err)
	}
	if c.Names.Len() != want.Names.Len() {
		t.Errorf("%d names, want %d", c.Names.Len(), want.Names.Len())
	}
	if err := c.Wait(); err != nil || !reflect.DeepEqual(c.Names.blocks, want.Names.blocks) || !bytes.Equal(c.Names.text, want.Names.text) {
		t.Errorf("names are others: %v", err)
	}
	h, err := ReadHeader(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range h.Sections {
		if s.Tag == tagNames {
			damaged := bytes.Clone(data)
			damaged[s.Offset+s.Stored-1] ^= 1
			if c, _, err := ParseWith(damaged, o); err == nil && c.Wait() == nil {
				t.Error("no error although the names are damaged")
			}
		}
	}
}
