package pack

import (
	"errors"
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

func compressed(raw, dst []byte) []byte {
	pool := &compressors
	if len(raw) < smallPart {
		pool = &smallCompressors
	}
	enc := pool.Get().(*zstd.Encoder)
	defer pool.Put(enc)
	return enc.EncodeAll(raw, dst)
}

// compress returns the parts as one zstd frame each, or nil where that does not
// save more than 3 % or where a reader would refuse the ratio. raw is the parts'
// total size.
func compress(parts [][]byte, raw int) []byte {
	var out []byte
	for _, p := range parts {
		if len(p) > 0 {
			out = compressed(p, out)
		}
	}
	if len(out) >= raw-raw*3/100 || (raw-ratioSlack)/maxRatio > len(out) {
		return nil
	}
	return out
}

// newDecompressor returns a decoder for a goroutine of each processor and one more. It
// starts none, and gives no more output than there is room for. What is trusted was
// decompressed in tests: its checksums of what went in are not compared again.
func newDecompressor(trusted bool) (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(runtime.GOMAXPROCS(0)+1), zstd.WithDecoderLowmem(true),
		zstd.WithDecodeAllCapLimit(true), zstd.IgnoreChecksum(trusted))
}

// payload returns the uncompressed bytes of a section, a part of data where it is
// not compressed, once its checksum is right. ReadHeader has compared what the section announces with its stored
// size.
func payload(dec *zstd.Decoder, data []byte, s SectionInfo) ([]byte, error) {
	stored, err := s.stored(data)
	if err != nil || !s.Zstd {
		return stored, err
	}
	out, err := dec.DecodeAll(stored, make([]byte, 0, s.Raw))
	if err == nil && len(out) != int(s.Raw) {
		err = errors.New("the uncompressed size is not the announced one")
	}
	if err != nil {
		return nil, &CorruptError{Section: string(s.Tag), Reason: "decompression failed: " + err.Error()}
	}
	return out, nil
}
