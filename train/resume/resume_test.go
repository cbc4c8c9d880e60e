package resume

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

const magic = "TESTCKP1"

type head struct{ Steps int }

// TestSave writes states and goes on from them.
func TestSave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	c, err := Open("test", path, magic, true)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Resume(&head{}, func([][]float32) (int, error) { t.Error("restored from nothing"); return 0, nil }); err != nil {
		t.Errorf("no file: %v", err)
	}
	want := [][]float32{{1, -2.5}, {}, {3}}
	if err := c.Save(7, head{7}, want); err != nil {
		t.Fatal(err)
	}
	if err := c.Save(8, head{8}, [][]float32{{float32(math.NaN())}}); err == nil || !strings.Contains(err.Error(), "test: a weight of step 8 is not a finite number; try a lower learning rate ("+path+" keeps the state after step 7)") {
		t.Errorf("a weight that is no number: %v", err)
	}
	var got head
	err = c.Resume(&got, func(state [][]float32) (int, error) {
		if !reflect.DeepEqual(state, want) {
			t.Errorf("%v, want %v", state, want)
		}
		return got.Steps, nil
	})
	if err != nil || got.Steps != 7 {
		t.Errorf("%+v, %v", got, err)
	}
	bad := errors.New("another training")
	if err := c.Resume(&got, func([][]float32) (int, error) { return 0, bad }); !errors.Is(err, bad) || !strings.Contains(err.Error(), path) {
		t.Errorf("error without its file: %v", err)
	}
}

// TestDamaged flips every bit of a checkpoint and cuts it everywhere.
func TestDamaged(t *testing.T) {
	good, err := encode(magic, head{3}, [][]float32{{1, 2}, {}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decode(good, magic, &head{}); err != nil {
		t.Fatal(err)
	}
	bad := bytes.Clone(good)
	for i := range 8 * len(good) {
		bad[i/8] ^= 1 << (i % 8)
		if _, err := decode(bad, magic, &head{}); err == nil {
			t.Fatalf("bit %d of byte %d may be flipped", i%8, i/8)
		}
		bad[i/8] = good[i/8]
	}
	for n := range good {
		if _, err := decode(good[:n], magic, &head{}); err == nil {
			t.Fatalf("the first %d of %d bytes are enough", n, len(good))
		}
	}
	for content, want := range map[string]string{
		"": "not a checkpoint", "id\tname\n": "not a checkpoint", "TESTCKP9" + string(good[8:]): `checkpoint of version '9', which this program does not read`,
		string(good[:len(good)-1]): "damaged checkpoint: its checksum is wrong",
	} {
		if _, err := decode([]byte(content), magic, &head{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.10q: %v, want %q", content, err, want)
		}
	}
}

// FuzzDecode reads damaged checkpoints whose checksum is right.
func FuzzDecode(f *testing.F) {
	full, err := encode(magic, head{3}, [][]float32{{1, 2}, nil})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(full[len(magic) : len(full)-4])
	f.Add([]byte{})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, body []byte) {
		b := append([]byte(magic), body...)
		b = wire.AppendUint32(b, wire.Checksum(b))
		var h json.RawMessage
		state, err := decode(b, magic, &h)
		if err != nil {
			return
		}
		again, err := encode(magic, h, state)
		if err != nil {
			t.Fatal(err)
		}
		if second, err := decode(again, magic, &h); err != nil || len(second) != len(state) {
			t.Errorf("%x is read and written as %x: %v", b, again, err)
		}
	})
}

func TestSameSettings(t *testing.T) {
	type config struct {
		MaxTails int    `json:"max_tails"`
		Threads  int    `json:"-"`
		Loss     string `json:"loss"`
	}
	a := config{3, 2, "1vsall"}
	if err := SameSettings(a, config{3, 8, "1vsall"}); err != nil {
		t.Error(err)
	}
	for want, b := range map[string]config{"with max-tails 3, this run has max-tails 4": {4, 2, "1vsall"}, "with loss 1vsall, this run has loss sampled": {3, 2, "sampled"}} {
		if err := SameSettings(a, b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
