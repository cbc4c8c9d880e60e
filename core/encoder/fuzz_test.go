package encoder

import (
	"bytes"
	"errors"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/wire"
)

func FuzzFeatures(f *testing.F) {
	for _, s := range []string{"", "FOX-P2", "PLCγ2", " \x00\xff\u0301 ", "ﬁ\u200d🧬"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		rows, _ := AppendFeatures(nil, names.AppendForm(nil, s), 1000, nil)
		if len(rows) == 0 || len(rows) > maxFeatures {
			t.Errorf("%d features", len(rows))
		}
	})
}

// FuzzParseWeights reads the bytes as they are and with the checksum made right,
// so that the checks behind it are reached. What is accepted has to be usable
// and to be written again as it was.
func FuzzParseWeights(f *testing.F) {
	valid, err := testWeights(3, 8, 2).AppendBinary(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(valid)
	f.Add(valid[:len(valid)-1])
	f.Add([]byte("NORMENC2"))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkParse(t, data)
		if len(data) >= 4 {
			checkParse(t, seal(data))
		}
	})
}

func checkParse(t *testing.T, data []byte) {
	w, err := ParseWeights(data)
	if err != nil {
		if !errors.Is(err, errFormat) {
			t.Errorf("%v is not an ErrFormat", err)
		}
		return
	}
	again, err := w.AppendBinary(nil)
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("written again, the weights differ: %v", err)
	}
	e, err := New(w)
	if err != nil {
		t.Fatal(err)
	}
	if v := e.Encode(nil, "FOX-P2"); len(v) != w.Dim {
		t.Errorf("vector of %d elements, want %d", len(v), w.Dim)
	}
}

// seal returns data with the right checksum in its last four bytes.
func seal(data []byte) []byte {
	body := bytes.Clone(data[:len(data)-4])
	return wire.AppendUint32(body, wire.Checksum(body))
}
