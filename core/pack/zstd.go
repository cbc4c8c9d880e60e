package pack

import (
	"errors"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/frame"
)

// pieceSize is the size in bytes of the pieces in which a part may be compressed. The Huffman codes of few bytes fit them
// better: codes, weights and priors take 0.97 to 0.997 of what one frame takes.
const pieceSize = 32 << 10

// compress returns the parts as a zstd frame each, or as one for each of their pieces where that is smaller, or nil where
// that does not save more than 3 % or where a reader would refuse the ratio. raw is the parts' total size.
func compress(parts [][]byte, raw int) []byte {
	var out []byte
	for _, p := range parts {
		if len(p) == 0 {
			continue
		}
		whole, pieces := frame.Append(nil, p), []byte(nil)
		for piece := range slices.Chunk(p, pieceSize) {
			pieces = frame.Append(pieces, piece)
		}
		if len(pieces) < len(whole) {
			whole = pieces
		}
		out = append(out, whole...)
	}
	if len(out) >= raw-raw*3/100 || (raw-ratioSlack)/maxRatio > len(out) {
		return nil
	}
	return out
}

// payload returns the uncompressed bytes of a section, a part of data where it is
// not compressed, once its checksum is right. They are in out, which has their size, unless it is nil. ReadHeader has
// compared what the section announces with its stored size.
func payload(out []byte, dec *zstd.Decoder, data []byte, s SectionInfo) ([]byte, error) {
	stored, err := s.stored(data)
	if err != nil || !s.Zstd {
		return stored, err
	}
	if out == nil {
		out = make([]byte, s.Raw)
	}
	if err := s.decompress(dec, out, stored); err != nil {
		return nil, err
	}
	return out, nil
}

// decompress fills out with what frames of the section hold.
func (s SectionInfo) decompress(dec *zstd.Decoder, out, frames []byte) error {
	got, err := dec.DecodeAll(frames, out[:0:len(out)])
	if err == nil && len(got) != len(out) {
		err = errors.New("the uncompressed size is not the announced one")
	}
	if err != nil {
		return &CorruptError{Section: string(s.Tag), Reason: "decompression failed: " + err.Error()}
	}
	return nil
}
