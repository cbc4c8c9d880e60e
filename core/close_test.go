package core_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/testfull"
)

// rawFile writes a pack whose codes are used where they lie, and returns its path
// and bytes.
func rawFile(t *testing.T) (string, []byte) {
	t.Helper()
	data, err := contents(t).Append(nil, &pack.WriteOptions{RawCodes: true})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "raw.normpack")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, data
}

func openFile(t *testing.T, path string) *core.Normalizer {
	t.Helper()
	n, err := core.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// mentions are looked up to compare two ways of opening a pack.
var mentions = []string{"FOX-P2", "forkhed box", "PLCγ2", "FAKE1", "H influenza", "zinc finger 307", "胰岛素", "no such thing", ""}

func answers(n *core.Normalizer) (list []core.Answer) {
	for _, m := range mentions {
		list = append(list, n.Lookup(m, 5))
	}
	return list
}

func TestOpenMapped(t *testing.T) {
	path, data := rawFile(t)
	mapped := openFile(t, path)
	read, err := core.OpenBytes(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := answers(read)
	if got := answers(mapped); !reflect.DeepEqual(got, want) {
		t.Errorf("mapped %+v\nread   %+v", got, want)
	}
	// Another pack under the same name must not change the answers.
	other := filepath.Join(filepath.Dir(path), "other")
	if err := os.WriteFile(other, bytes.Repeat([]byte("other"), len(data)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	if got := answers(mapped); !reflect.DeepEqual(got, want) {
		t.Error("the answers changed with the file's name")
	}
	if err := mapped.Close(); err != nil {
		t.Error(err)
	}
}

func TestClose(t *testing.T) {
	path, data := rawFile(t)
	small := filepath.Join(t.TempDir(), "small.normpack")
	if err := os.WriteFile(small, compressed(t), 0o600); err != nil {
		t.Fatal(err)
	}
	inMemory, err := core.OpenBytes(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range map[string]*core.Normalizer{"mapped": openFile(t, path), "small": openFile(t, small), "bytes": inMemory} {
		code := n.Code(nil, "FOXP2")
		for range 2 {
			if err := n.Close(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		nothing := core.Answer{Mention: "FOXP2", NIL: true, PNIL: 1, NILScore: math.Inf(1)}
		if a := n.Lookup("FOXP2", 3); !reflect.DeepEqual(a, nothing) {
			t.Errorf("%s: Lookup after Close: %+v", name, a)
		}
		if a, err := n.LookupWith("FOXP2", core.Options{Namespaces: []string{"MESH"}}); err != core.ErrClosed || !reflect.DeepEqual(a, nothing) {
			t.Errorf("%s: LookupWith after Close: %+v, %v", name, a, err)
		}
		if a, err := n.LookupMany([]core.Query{{Mention: "FOXP2"}}, core.Options{}); err != core.ErrClosed || a != nil {
			t.Errorf("%s: LookupMany after Close: %+v, %v", name, a, err)
		}
		if !slices.Equal(n.Code(nil, "FOXP2"), code) {
			t.Errorf("%s: the code of a text changed with Close", name)
		}
		c := engine.Of(n).Contents() // whatever lies in it has to be readable
		rows := 0
		for i := range c.Names.Len() {
			rows += len(c.Names.At(i))
		}
		if rows == 0 || len(c.Encoder) == 0 || (len(c.Codes) == 0) != (name == "mapped") {
			t.Errorf("%s: after Close, %d bytes of names, %d of encoder, %d codes", name, rows, len(c.Encoder), len(c.Codes))
		}
	}
}

// TestCloseLent reads tables after Close that were handed out before.
func TestCloseLent(t *testing.T) {
	path, data := rawFile(t)
	n := openFile(t, path)
	codes := engine.Of(n).Contents().Codes
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := pack.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(codes, c.Codes) {
		t.Error("the codes changed with Close")
	}
}

// TestCloseWhileLooking closes a mapped pack from two goroutines while others
// look up: every answer is whole or NIL.
func TestCloseWhileLooking(t *testing.T) {
	path, _ := rawFile(t)
	want := openFile(t, path).Lookup("FOX-P2", 5)
	for range testfull.Or(8, 20) {
		n := openFile(t, path)
		var started, done sync.WaitGroup
		started.Add(4)
		for range 4 {
			done.Go(func() {
				for i := 0; ; i++ {
					a, err := n.LookupWith("FOX-P2", core.Options{})
					if i == 0 {
						started.Done()
					}
					if errors.Is(err, core.ErrClosed) {
						return
					}
					if err != nil || !reflect.DeepEqual(a, want) {
						t.Errorf("%+v, %v", a, err)
						return
					}
				}
			})
		}
		started.Wait()
		for range 2 {
			done.Go(func() {
				if err := n.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		done.Wait()
	}
}

// TestCloseWhileCalling calls every exported method while another goroutine closes the pack: the race detector sees one
// that reads what Close writes.
func TestCloseWhileCalling(t *testing.T) {
	path, _ := rawFile(t)
	called := 0
	for _, of := range []func(*core.Normalizer) any{
		func(n *core.Normalizer) any { return n }, func(n *core.Normalizer) any { return n.NewLookupCache(core.Options{}) },
	} {
		for i := range reflect.TypeOf(of(openFile(t, path))).NumMethod() {
			n := openFile(t, path)
			v := reflect.ValueOf(of(n))
			in := argumentsOf().of(t, v.Type().Method(i).Name, v.Method(i).Type())
			var done sync.WaitGroup
			done.Go(func() {
				for range 20 {
					v.Method(i).Call(in)
				}
			})
			done.Go(func() { n.Close() })
			done.Wait()
			called++
		}
	}
	if called < 15 {
		t.Errorf("%d methods: the test finds next to none", called)
	}
}

// arguments are values for the parameters of methods.
type arguments []any

func argumentsOf() arguments {
	return arguments{"FOX-P2", 3, 0.5, context.Background(), core.Options{}, []core.Options{{}}, []string{"FOXP2"}, []core.Query{{Mention: "FOX-P2"}},
		[]float32(nil), []uint64(nil), func(int, int) {}, new(core.Answer)}
}

func (a arguments) of(t *testing.T, method string, f reflect.Type) (in []reflect.Value) {
	t.Helper()
	for k := range f.NumIn() {
		at := slices.IndexFunc(a, func(x any) bool { return reflect.TypeOf(x).AssignableTo(f.In(k)) })
		if at < 0 {
			t.Fatalf("%s has a parameter of type %s: add a value for it to argumentsOf", method, f.In(k))
		}
		in = append(in, reflect.ValueOf(a[at]))
	}
	return in
}
