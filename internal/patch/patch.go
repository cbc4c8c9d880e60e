// Package patch makes deltas between files, and applies them: zstd frames that have one file as their dictionary.
package patch

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// maxWindow is how far back a delta may refer, and so the size up to which files have deltas.
const maxWindow = 256 << 20

// smallDelta is the size of files, in bytes, from which the tables of the best level, 34 MB, are worth their time.
const smallDelta = 256 << 10

// dictionary is the id of the base in the zstd frame of a delta.
const dictionary = 1

// Diff returns the delta from base to target: one zstd frame that has the base as its dictionary. It is nil if they are
// too long for one.
func Diff(base, target []byte) ([]byte, error) {
	if len(base)+len(target) > maxWindow {
		return nil, nil
	}
	level := zstd.SpeedBestCompression
	if len(base)+len(target) < smallDelta {
		level = zstd.SpeedBetterCompression
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(windowFor(len(base)+len(target))), zstd.WithEncoderDictRaw(dictionary, base))
	if err != nil {
		return nil, err
	}
	defer enc.Close()
	return enc.EncodeAll(target, nil), nil
}

// windowFor returns the smallest window of zstd that holds size bytes.
func windowFor(size int) int {
	window := zstd.MinWindowSize
	for window < size {
		window *= 2
	}
	return window
}

// Apply undoes Diff. It makes no more than length bytes, and takes memory for these and the base alone.
func Apply(base, diff []byte, length int64) ([]byte, error) {
	if length > maxWindow-int64(len(base)) {
		return nil, fmt.Errorf("base and result have %d and %d bytes, together more than %d", len(base), length, maxWindow)
	}
	window := windowFor(len(base) + int(length))
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderMaxWindow(uint64(window)), zstd.WithDecoderDictRaw(dictionary, base))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	return dec.DecodeAll(diff, make([]byte, 0, length))
}
