package pack

import (
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/frame"
	"github.com/normlet/normlet/internal/wire"
)

// textLater is the payload of names of a trusted pack. Their text takes half of the time of decompression, and is a frame of
// its own, at the end. It is read while other tables are made, none of which needs it.
type textLater struct {
	dec     *zstd.Decoder
	data    []byte
	section SectionInfo

	out  []byte // what the section holds
	text []byte // the frame that is still to be read; nil if none
	from int    // where in out it belongs
}

// readers returns functions that read all but the text, and the text, each once.
func (t *textLater) readers() (names func() ([]byte, error), text func() error) {
	names = sync.OnceValues(t.read)
	return names, sync.OnceValue(func() error {
		if _, err := names(); err != nil || t.text == nil {
			return err
		}
		return t.section.decompress(t.dec, t.out[t.from:], t.text)
	})
}

// read returns the payload, in which the text may still be missing.
func (t *textLater) read() ([]byte, error) {
	stored, err := t.section.stored(t.data)
	if err != nil {
		return nil, err
	}
	first, last, from, size, ok := frame.CutLast(stored)
	if !ok || int64(from+size) != t.section.Raw {
		return payload(nil, t.dec, t.data, t.section)
	}
	t.out = make([]byte, from+size)
	if err := t.section.decompress(t.dec, t.out[:from:from], first); err != nil {
		return nil, err
	}
	if t.from = from; !t.isText() {
		return payload(t.out, t.dec, t.data, t.section)
	}
	t.text = last
	return t.out, nil
}

// isText reports whether nothing but text is missing.
func (t *textLater) isText() bool {
	r := wire.NewReader(t.out[:t.from])
	count, size := r.Uvarint(), r.Uvarint()
	return r.Err() == nil && uint64(r.Len()) >= 2*count && uint64(len(t.out)-t.from) <= size
}
