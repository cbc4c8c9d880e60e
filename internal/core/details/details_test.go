package details

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// sampleEntries are of ids that fill several blocks.
func sampleEntries(n int) []Entry {
	rng := rand.New(rand.NewPCG(7, 0))
	var list []Entry
	for i := range n {
		d := Entry{ID: fmt.Sprintf("G:%06d", i)}
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

func list(t testing.TB, list []Entry) (*List, []byte) {
	t.Helper()
	payload, err := Append(nil, list)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Parse(payload, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d, payload
}

func TestDetails(t *testing.T) {
	want := sampleEntries(6000)
	d, payload := list(t, want)
	if len(d.blocks) < 3 || len(d.blocks) > 10 {
		t.Fatalf("%d blocks: the test needs several", len(d.blocks))
	}
	again, err := Append(nil, want)
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
	if empty, payload := list(t, nil); len(payload) != 0 || empty.Check() != nil {
		t.Errorf("no details take %d bytes", len(payload))
	}
}

func TestDetailsRefused(t *testing.T) {
	for _, c := range []struct {
		list []Entry
		want string
	}{
		{[]Entry{{ID: "B"}, {ID: "A"}}, `details of "A": it does not come after "B"`},
		{[]Entry{{ID: "A"}, {ID: "A"}}, "does not come after"},
		{[]Entry{{FullName: "x"}}, "no id"},
		{[]Entry{{ID: "A", FullName: "x\ty"}}, "a tab"},
		{[]Entry{{ID: "A", Definition: "x\ny"}}, "a line end"},
		{[]Entry{{ID: "A", Definition: "\xff"}}, "not UTF-8"},
		{[]Entry{{ID: "A", Definition: strings.Repeat("x", maxLine)}}, "at most 65536"},
	} {
		if _, err := Append(nil, c.list); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// TestDetailsDamaged changes payloads whose checksum is right: the index is refused when it is read, a
// block by Check; Find never fails.
func TestDetailsDamaged(t *testing.T) {
	_, good := list(t, sampleEntries(4000))
	block := func(raw, size int, id string) []byte {
		b := wire.AppendUvarint([]byte{version}, 1)
		b = wire.AppendLenBytes(wire.AppendUvarint(wire.AppendUvarint(b, uint64(raw)), uint64(size)), id)
		return append(b, make([]byte, size)...)
	}
	for what, payload := range map[string][]byte{
		"version":   append([]byte{9}, good[1:]...),
		"too long":  append(good[:len(good):len(good)], 0),
		"cut off":   good[:len(good)-1],
		"no index":  good[:1],
		"too large": block(maxText+1, 20, "A"),
	} {
		if _, err := Parse(payload, nil); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	refused := errors.New("refused")
	if _, err := Parse(good, func(int, int) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("beyond the limit: %v", err)
	}
	other := append([]byte{}, good...)
	for i := range 40 {
		other[len(other)-1-i] ^= 0x55
	}
	for what, payload := range map[string][]byte{"zeros": block(30, 20, "A"), "another frame": other} {
		d, err := Parse(payload, nil)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if err := d.Check(); err == nil || !strings.Contains(err.Error(), "block") {
			t.Errorf("%s: %v", what, err)
		}
		if got, ok := d.Find("G:003999"); ok {
			t.Errorf("%s: %+v", what, got)
		}
	}
}

// TestSelect keeps the details of what is kept.
func TestSelect(t *testing.T) {
	_, payload := list(t, []Entry{{ID: "MESH:D006192", FullName: "x"}, {ID: "NCBIGene:1", Now: "NCBIGene:2475"}, {ID: "NCBIGene:2", Now: "NCBIGene:9"}, {ID: "Z:1", FullName: "y"}})
	kept, err := Select(payload, func(id string) bool { return id == "MESH:D006192" || id == "NCBIGene:2475" })
	if err != nil {
		t.Fatal(err)
	}
	d, err := Parse(kept, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.list()
	want := []Entry{{ID: "MESH:D006192", FullName: "x"}, {ID: "NCBIGene:1", Now: "NCBIGene:2475"}}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%+v, %v", got, err)
	}
}

// FuzzDetails requires what is accepted to be readable, and what Check accepts to be found.
func FuzzDetails(f *testing.F) {
	_, small := list(f, sampleEntries(9))
	f.Add(small)
	_, large := list(f, sampleEntries(3000))
	f.Add(large)
	f.Fuzz(func(t *testing.T, payload []byte) {
		d, err := Parse(payload, nil)
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
