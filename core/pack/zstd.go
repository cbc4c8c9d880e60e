package pack

import (
	"errors"

	"github.com/klauspost/compress/zstd"
)

// newCompressor returns an encoder whose output depends on its input alone: one
// goroutine, fixed window. Each frame carries a checksum of what went in, so a
// fault in decompression is found as well as one in the file.
func newCompressor() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil,
		zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(true),
		zstd.WithWindowSize(8<<20))
}

// compress returns the parts as one zstd frame each, or nil where that does not
// save more than 3 % or where a reader would refuse the ratio. raw is the parts'
// total size.
func compress(enc *zstd.Encoder, parts [][]byte, raw int) []byte {
	var out []byte
	for _, p := range parts {
		if len(p) > 0 {
			out = enc.EncodeAll(p, out)
		}
	}
	if len(out) >= raw-raw*3/100 || (raw-ratioSlack)/maxRatio > len(out) {
		return nil
	}
	return out
}

// newDecompressor returns a decoder for decompress: no goroutine, and no more
// output than the caller's slice has room for.
func newDecompressor() (*zstd.Decoder, error) {
	return zstd.NewReader(nil,
		zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecodeAllCapLimit(true))
}

// decompress returns the size bytes that stored holds. The caller has checked
// size against the length of stored.
func decompress(dec *zstd.Decoder, stored []byte, size int) ([]byte, error) {
	out, err := dec.DecodeAll(stored, make([]byte, 0, size))
	if err != nil {
		return nil, err
	}
	if len(out) != size {
		return nil, errors.New("the uncompressed size is not the announced one")
	}
	return out, nil
}
