package pack

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// sampleDetails are of ids that fill several blocks.
func sampleDetails(n int) []Detail {
	rng := rand.New(rand.NewPCG(7, 0))
	var list []Detail
	for i := range n {
		d := Detail{ID: fmt.Sprintf("G:%06d", i)}
		switch i % 3 {
		case 0:
			d.Now = fmt.Sprintf("G:%06d", i+1)
		case 1:
			d.FullName, d.XRefs = fmt.Sprintf("full name %d", i), []string{"A:1", fmt.Sprintf("B:%d", rng.Int())}
		case 2:
			d.Definition = fmt.Sprintf("A definition with %d and γ.", rng.Int())
		}
		list = append(list, d)
	}
	return list
}

func details(t testing.TB, list []Detail) (*Details, []byte) {
	t.Helper()
	payload, err := AppendDetails(nil, list)
	if err != nil {
		t.Fatal(err)
	}
	d, err := ParseDetails(payload, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d, payload
}

func TestDetails(t *testing.T) {
	want := sampleDetails(6000)
	d, payload := details(t, want)
	if len(d.blocks) < 3 || len(d.blocks) > 10 {
		t.Fatalf("%d blocks: the test needs several", len(d.blocks))
	}
	again, err := AppendDetails(nil, want)
	if err != nil || string(again) != string(payload) {
		t.Errorf("written twice, they differ: %v", err)
	}
	var group sync.WaitGroup
	for k := range 4 { // at the same time
		group.Go(func() {
			for i := k; i < len(want); i += 4 {
				if got, ok := d.Find(want[i].ID); !ok || fmt.Sprint(got) != fmt.Sprint(want[i]) {
					t.Errorf("%+v, want %+v", got, want[i])
					return
				}
			}
		})
	}
	group.Wait()
	for _, id := range []string{"", "A", "G:", "G:00000", "G:0000001", "G:000000x", "Z", "full name 1", "A:1"} {
		if got, ok := d.Find(id); ok {
			t.Errorf("%q gives %+v", id, got)
		}
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	if empty, payload := details(t, nil); len(payload) != 0 || empty.Check() != nil {
		t.Errorf("no details take %d bytes", len(payload))
	}
}

func TestDetailsRefused(t *testing.T) {
	for _, c := range []struct {
		list []Detail
		want string
	}{
		{[]Detail{{ID: "B"}, {ID: "A"}}, `details of "A": it does not come after "B"`},
		{[]Detail{{ID: "A"}, {ID: "A"}}, "does not come after"},
		{[]Detail{{FullName: "x"}}, "no id"},
		{[]Detail{{ID: "A", FullName: "x\ty"}}, "a tab"},
		{[]Detail{{ID: "A", Definition: "x\ny"}}, "a line end"},
		{[]Detail{{ID: "A", Definition: "\xff"}}, "not UTF-8"},
		{[]Detail{{ID: "A", Definition: strings.Repeat("x", maxDetail)}}, "at most 65536"},
	} {
		if _, err := AppendDetails(nil, c.list); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// TestDetailsDamaged changes payloads whose checksum is right: the index is refused when it is read, a
// block by Check; Find never fails.
func TestDetailsDamaged(t *testing.T) {
	_, good := details(t, sampleDetails(4000))
	block := func(raw, size int, id string) []byte {
		b := wire.AppendUvarint([]byte{detailsVersion}, 1)
		b = wire.AppendLenBytes(wire.AppendUvarint(wire.AppendUvarint(b, uint64(raw)), uint64(size)), id)
		return append(b, make([]byte, size)...)
	}
	for what, payload := range map[string][]byte{
		"version":   append([]byte{9}, good[1:]...),
		"too long":  append(good[:len(good):len(good)], 0),
		"cut off":   good[:len(good)-1],
		"no index":  good[:1],
		"too large": block(maxDetailText+1, 20, "A"),
	} {
		if _, err := ParseDetails(payload, nil); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	_, err := ParseDetails(good, NewMeter(Limits{TableBytes: 10}, 1))
	if _, ok := errors.AsType[*LimitError](err); !ok {
		t.Errorf("beyond the limit: %v", err)
	}
	other := append([]byte{}, good...)
	for i := range 40 {
		other[len(other)-1-i] ^= 0x55
	}
	for what, payload := range map[string][]byte{"zeros": block(30, 20, "A"), "another frame": other} {
		d, err := ParseDetails(payload, nil)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if err := d.Check(); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "DETL") {
			t.Errorf("%s: %v", what, err)
		}
		if got, ok := d.Find("G:003999"); ok {
			t.Errorf("%s: %+v", what, got)
		}
	}
}

// TestSelectDetails keeps the details of what a pack holds.
func TestSelectDetails(t *testing.T) {
	c := sample()
	_, c.Details = details(t, []Detail{{ID: "MESH:D006192", FullName: "x"}, {ID: "NCBIGene:1", Now: "NCBIGene:2475"}, {ID: "NCBIGene:2", Now: "NCBIGene:9"}, {ID: "Z:1", FullName: "y"}})
	kept, err := c.SelectDetails()
	if err != nil {
		t.Fatal(err)
	}
	d, err := ParseDetails(kept, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.list()
	want := []Detail{{ID: "MESH:D006192", FullName: "x"}, {ID: "NCBIGene:1", Now: "NCBIGene:2475"}}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestDetailsStayCompressed requires DETL to be stored as it is, so that opening a pack does not
// decompress it.
func TestDetailsStayCompressed(t *testing.T) {
	c := sample()
	_, c.Details = details(t, sampleDetails(4000))
	h, err := ReadHeader(write(t, c, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range h.Sections {
		if s.Tag == tagDetails && (s.Zstd || s.Stored != int64(len(c.Details))) {
			t.Errorf("%+v", s)
		}
	}
	if got, err := Parse(write(t, c, nil)); err != nil || !reflect.DeepEqual(got.Details, c.Details) {
		t.Errorf("read: %v", err)
	}
}

// FuzzDetails requires what is accepted to be readable, and what Check accepts to be found.
func FuzzDetails(f *testing.F) {
	_, small := details(f, sampleDetails(9))
	f.Add(small)
	_, large := details(f, sampleDetails(3000))
	f.Add(large)
	f.Fuzz(func(t *testing.T, payload []byte) {
		d, err := ParseDetails(payload, nil)
		if err != nil {
			return
		}
		d.Find("G:000001")
		if d.Check() != nil {
			return
		}
		list, _ := d.list()
		for i := range list {
			if got, ok := d.Find(list[i].ID); !ok || fmt.Sprint(got) != fmt.Sprint(list[i]) {
				t.Fatalf("%q: %+v, want %+v", list[i].ID, got, list[i])
			}
		}
	})
}
