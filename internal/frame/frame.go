// Package frame compresses bytes to zstd frames that are the same on every machine, and bounds what reading them takes.
package frame

import (
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// compressors hold encoders for a call at a time each, whose output depends on the input alone: one
// goroutine, fixed window. Each frame carries a checksum of what went in, so a
// fault in decompression is found as well as one in the file.
//
// The tables of the best level are 34 MB, those of the next one 8: to clear them takes longer than to compress a small
// part.
//
// The variables are literals, so that programs that write no pack, such as the browser's, link no encoder.
var (
	compressors      = sync.Pool{New: func() any { return newCompressor(zstd.SpeedBestCompression) }}
	smallCompressors = sync.Pool{New: func() any { return newCompressor(zstd.SpeedBetterCompression) }}
)

// smallPart is the size in bytes from which a part gets the best level. The default pack is 4 kB larger for it, and a
// small list builds in half the time; with 128 KiB the pack would be 13 kB larger.
const smallPart = 64 << 10

func newCompressor(level zstd.EncoderLevel) *zstd.Encoder {
	enc, err := zstd.NewWriter(nil,
		zstd.WithEncoderLevel(level),
		zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(true),
		zstd.WithWindowSize(8<<20))
	if err != nil {
		panic(err) // the options are wrong
	}
	return enc
}

// Append appends raw to dst as one frame, whose bytes depend on raw alone.
func Append(dst, raw []byte) []byte {
	pool := &compressors
	if len(raw) < smallPart {
		pool = &smallCompressors
	}
	enc := pool.Get().(*zstd.Encoder)
	defer pool.Put(enc)
	return enc.EncodeAll(raw, dst)
}

// NewDecoder returns a decoder for a goroutine of each processor and one more. It
// starts none, and gives no more output than there is room for. What is trusted was
// decompressed in tests: its checksums of what went in are not compared again.
func NewDecoder(trusted bool) (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(runtime.GOMAXPROCS(0)+1), zstd.WithDecoderLowmem(true),
		zstd.WithDecodeAllCapLimit(true), zstd.IgnoreChecksum(trusted))
}

// CutLast cuts the last of several frames off, and returns the sizes of what both parts hold. It returns ok false unless all
// frames say theirs.
func CutLast(frames []byte) (first, last []byte, firstSize, lastSize int, ok bool) {
	for last = frames; ; last = frames[len(first):] {
		var h zstd.Header
		if h.Decode(last) != nil || h.Skippable || !h.HasFCS || h.FrameContentSize > 1<<31-1 {
			return nil, nil, 0, 0, false
		}
		end, whole := h.HeaderSize, false
		for !whole {
			const head = 3
			if end+head > len(last) {
				return nil, nil, 0, 0, false
			}
			block := int(last[end]) | int(last[end+1])<<8 | int(last[end+2])<<16
			size := block >> 3
			if block>>1&3 == repeatedByte {
				size = 1
			}
			end, whole = end+head+size, block&1 != 0
		}
		if h.HasCheckSum {
			end += 4
		}
		if lastSize = int(h.FrameContentSize); end >= len(last) {
			return first, last, firstSize, lastSize, end == len(last)
		}
		first, firstSize = frames[:len(first)+end], firstSize+lastSize
	}
}

// repeatedByte is the type of a block that stores one byte of many equal ones.
const repeatedByte = 1
