package update

import (
	"fmt"

	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

// The forms of packs that deltas are made between.
const (
	FormFile  = "file"  // the bytes of the file; best after pack apply, which leaves most of them as they were
	FormPlain = "plain" // pack.Plain; best after build, which compresses everything anew
)

// inForm returns a pack in a form.
func inForm(data []byte, form string, l core.Limits) ([]byte, error) {
	switch form {
	case FormFile:
		return data, nil
	case FormPlain:
		return pack.Plain(data, l)
	}
	return nil, fmt.Errorf("this release knows no deltas of the form %.20q", form)
}

// maxWindow is how far back a delta may refer, and so the size up to which packs have deltas.
const maxWindow = 256 << 20

// dictionary is the id of the base in the zstd frame of a delta.
const dictionary = 1

// A delta is one zstd frame that has the base as its dictionary.

// Diff returns what makes target of base, nil where they are too long for a delta.
func Diff(base, target []byte) ([]byte, error) {
	if len(base)+len(target) > maxWindow {
		return nil, nil
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(windowFor(len(base)+len(target))), zstd.WithEncoderDictRaw(dictionary, base))
	if err != nil {
		return nil, err
	}
	defer enc.Close()
	return enc.EncodeAll(target, nil), nil
}

// windowFor returns the least window that zstd allows and that holds so many bytes.
func windowFor(size int) int {
	window := zstd.MinWindowSize
	for window < size {
		window *= 2
	}
	return window
}

// patch undoes Diff. It makes no more than length bytes.
func patch(base, diff []byte, length int64) ([]byte, error) {
	if length > maxWindow-int64(len(base)) {
		return nil, fmt.Errorf("base and result have %d and %d bytes, together more than %d", len(base), length, maxWindow)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderDictRaw(dictionary, base))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	return dec.DecodeAll(diff, make([]byte, 0, length))
}
