package kg

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
	"github.com/normlet/normlet/train/resume"
)

func TestSaveLoad(t *testing.T) {
	m := trained(t, family(7), toy(Config{Epochs: 2}))
	path := filepath.Join(t.TempDir(), "x.normkg.gz")
	check(t, m.Save(path))
	got, err := Load(path)
	check(t, err)
	if got.Rank != m.Rank || !reflect.DeepEqual(got.Names, m.Names) || !reflect.DeepEqual(got.params(), m.params()) || !reflect.DeepEqual(got.Loss, m.Loss) {
		t.Error("the model is another one")
	}
	if err := resume.SameSettings(got.Config, m.Config); err != nil {
		t.Errorf("settings: %v", err)
	}
}

// TestParseDamaged flips every bit and cuts everywhere: all are found.
func TestParseDamaged(t *testing.T) {
	m := trained(t, [][3]string{{"a", "r", "b"}}, Config{Rank: 1, Epochs: 1})
	good := binary(t, m)
	for i := range good {
		for bit := range 8 {
			good[i] ^= 1 << bit
			if _, err := parseModel(good); !errors.Is(err, errFormat) {
				t.Fatalf("bit %d of byte %d: %v", bit, i, err)
			}
			good[i] ^= 1 << bit
		}
		if _, err := parseModel(good[:i]); !errors.Is(err, errFormat) {
			t.Fatalf("cut after %d bytes: %v", i, err)
		}
	}
}

// TestParseBad: files whose checksum is right and whose content is not.
func TestParseBad(t *testing.T) {
	file := func(config string, rank uint64, entities, relations []string, vectors ...float32) []byte {
		b := wire.AppendLenBytes([]byte(ModelMagic), config)
		b = wire.AppendUvarint(wire.AppendUvarint(b, 0), rank)
		for _, list := range [][]string{entities, relations} {
			b = wire.AppendUvarint(b, uint64(len(list)))
			for _, s := range list {
				b = wire.AppendLenBytes(b, s)
			}
		}
		b = wire.AppendFloat32s(b, vectors)
		return wire.AppendUint32(b, wire.Checksum(b))
	}
	one, two := make([]float32, 2), make([]float32, 6)
	nan := append(make([]float32, 1), float32(0)/zero())
	for _, c := range []struct {
		content []byte
		want    string
	}{
		{file("{}", 1, []string{"a"}, nil, one...), ""},
		{file("{}", 1, []string{"a"}, []string{"r"}, two...), ""},
		{file("{}", 1, []string{"a"}, []string{"r"}, one...), "rank 1 of 1 entities and 1 relations, and 8 bytes"},
		{file("{}", 0, []string{"a"}, nil, one...), "rank 0 of"},
		{file("{}", 1<<63, []string{"a"}, nil, one...), "rank 9223372036854775808 of"},
		{file("{}", 1, []string{"a"}, nil, two...), "follow the last field"},
		{file("{", 1, []string{"a"}, nil, one...), "unexpected end of JSON"},
		{file("{}", 1, []string{"a", "a"}, nil, make([]float32, 4)...), "two entities or two relations have the same name"},
		{file("{}", 1, []string{"a"}, nil, nan...), "a number of the vectors is not finite"},
	} {
		_, err := parseModel(c.content)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, errFormat) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	path := filepath.Join(t.TempDir(), "x")
	check(t, os.WriteFile(path, []byte("no model"), 0o666))
	if _, err := Load(path); !errors.Is(err, errFormat) || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("no model: %v", err)
	}
}

func zero() float32 { return 0 }

// TestSaveBad: a model that is not finite is not written.
func TestSaveBad(t *testing.T) {
	_, m := randomModel(t, family(3), 2)
	m.entities.Data[1] /= zero()
	path := filepath.Join(t.TempDir(), "x")
	if err := m.Save(path); err == nil || !strings.Contains(err.Error(), "not finite") {
		t.Errorf("saved: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a file")
	}
}

func FuzzParseModel(f *testing.F) {
	m, err := Train(f.Context(), NewGraph([][3]string{{"a", "r", "b"}}), Config{Rank: 1, Epochs: 1})
	if err != nil {
		f.Fatal(err)
	}
	good, err := m.AppendBinary(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good[:len(good)-4])
	f.Add([]byte(ModelMagic))
	f.Fuzz(func(t *testing.T, b []byte) {
		b = wire.AppendUint32(b, wire.Checksum(b)) // or nothing would get past it
		m, err := parseModel(b)
		if err != nil {
			if !errors.Is(err, errFormat) {
				t.Errorf("error %v", err)
			}
			return
		}
		if _, err := m.AppendBinary(nil); err != nil {
			t.Errorf("the model cannot be written: %v", err)
		}
	})
}
