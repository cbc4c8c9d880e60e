package mobile_test

import (
	"crypto/ed25519"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/mobile"
)

// answersOf returns what every kind of call answers, in text.
func answersOf(t *testing.T, n *mobile.Normalizer) (all []any) {
	t.Helper()
	add := func(answer any, err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
		all = append(all, answer)
	}
	const text = "No forkhead box P2 in it."
	add(n.Lookup("forkhaed box P2", 3))
	add(n.LookupContext("FOXP2", text, "", 3))
	add(n.Suggest("forkh", "", 3))
	add(n.Annotate(text, nil))
	add(n.Info())
	of := n.Text(text, "")
	of.Add("FOXP2")
	add(of.Lookup(2))
	return all
}

// TestRest answers the same after a rest, however the pack was opened.
func TestRest(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := pack.Sign(raw.bytes(t), private)
	if err != nil {
		t.Fatal(err)
	}
	path, key := write(t, "s.normpack", signed), pemKey("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", public)
	for what, open := range map[string]func() (*mobile.Normalizer, error){
		"default": mobile.OpenDefault,
		"file":    func() (*mobile.Normalizer, error) { return mobile.Open(path) },
		"signed":  func() (*mobile.Normalizer, error) { return mobile.OpenSigned(path, key) },
		"bytes":   func() (*mobile.Normalizer, error) { return mobile.OpenBytes(signed) },
	} {
		n, err := open()
		if err != nil {
			t.Fatal(err)
		}
		want := answersOf(t, n)
		n.Rest()
		n.Rest()
		if again := answersOf(t, n); !reflect.DeepEqual(again, want) {
			t.Errorf("%s: %+v after a rest, before %+v", what, again, want)
		}
		n.Rest()
		n.Close()
		n.Rest()
		_, err = n.Lookup("FOXP2", 1)
		wantKind(t, what+", closed at rest", err, mobile.KindClosed)
	}
	(*mobile.Normalizer)(nil).Rest()
	new(mobile.Normalizer).Rest()
}

// TestRestGivesBack counts what is left of the default pack on the heap.
func TestRestGivesBack(t *testing.T) {
	n, err := mobile.OpenDefault()
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	held := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	if _, err := n.Lookup("forkhaed box P2", 1); err != nil {
		t.Fatal(err)
	}
	before := held()
	n.Rest()
	if given := before - held(); given < 20_000_000 {
		t.Errorf("%d bytes were given back", given)
	}
}

// TestRestWhileCalling rests again and again while others look up: each has its answer.
func TestRestWhileCalling(t *testing.T) {
	n, err := mobile.Open(write(t, "raw.normpack", raw.bytes(t)))
	if err != nil {
		t.Fatal(err)
	}
	want := answersOf(t, n)
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for range 10 {
				if got := answersOf(t, n); !reflect.DeepEqual(got, want) {
					t.Errorf("%+v, want %+v", got, want)
				}
			}
		})
	}
	for range 20 {
		n.Rest()
	}
	callers.Wait()
	n.Close()
}

// TestRestOfAChangedFile says so instead of answering from another pack.
func TestRestOfAChangedFile(t *testing.T) {
	for what, change := range map[string]func(path string) error{
		"gone":     os.Remove,
		"replaced": func(path string) error { return os.Rename(write(t, "other.normpack", mixed.bytes(t)), path) },
	} {
		path := write(t, "raw.normpack", raw.bytes(t))
		n, err := mobile.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := change(path); err != nil {
			t.Fatal(err)
		}
		if _, err := n.Lookup("FOXP2", 1); err != nil {
			t.Errorf("%s, not at rest: %v", what, err)
		}
		n.Rest()
		for range 2 {
			if _, err = n.Lookup("FOXP2", 1); err != nil && !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v does not name the file", what, err)
			}
			wantKind(t, what, err, mobile.KindFile)
		}
		n.Close()
	}
}
