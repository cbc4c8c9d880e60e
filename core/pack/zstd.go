package pack

import (
	"errors"

	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/frame"
)

// compress returns the parts as one zstd frame each, or nil where that does not
// save more than 3 % or where a reader would refuse the ratio. raw is the parts'
// total size.
func compress(parts [][]byte, raw int) []byte {
	var out []byte
	for _, p := range parts {
		if len(p) > 0 {
			out = frame.Append(out, p)
		}
	}
	if len(out) >= raw-raw*3/100 || (raw-ratioSlack)/maxRatio > len(out) {
		return nil
	}
	return out
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
