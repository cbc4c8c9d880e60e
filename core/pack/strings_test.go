package pack

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"
)

// awkward lists strings that reach every branch of the front coding.
func awkward() map[string][]string {
	long := strings.Repeat("x", 300)
	family := make([]string, 1000)
	for i := range family {
		family[i] = fmt.Sprintf("zinc finger protein %04d", i)
	}
	chain := make([]string, 200)
	for i := range chain {
		chain[i] = strings.Repeat("a", i)
	}
	return map[string][]string{
		"none":     nil,
		"one":      {"FOXP2"},
		"empty":    {"", "", "a", "", "a"},
		"same":     slices.Repeat([]string{"same"}, 130),
		"family":   family,
		"chain":    chain,
		"backward": {"abc", "abcd", "ab", "abce", "a", "b"},
		"long":     {long[:254], long[:255], long[:256], long, long + "y", long + "z", "b" + long, strings.Repeat("y", 1<<16)},
		"greek":    {"PLCγ", "PLCγ1", "PLCδ", "PLCδ1", "κ", "λ"}, // γ and δ share their first byte
		"block":    family[:64],
		"block+1":  family[:65],
	}
}

func TestStrings(t *testing.T) {
	for name, want := range awkward() {
		t.Run(name, func(t *testing.T) {
			built := NewStrings(want)
			parsed, err := parsedStrings(stringsForm(built))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range []*Strings{built, parsed} {
				if s.Len() != len(want) {
					t.Fatalf("%d strings, want %d", s.Len(), len(want))
				}
				if got := list(s); !slices.Equal(got, want) {
					t.Errorf("At gives %.60q, want %.60q", got, want)
				}
				for i := range want {
					if got := s.Append([]byte("dst"), i); string(got) != "dst"+want[i] {
						t.Errorf("Append %d gives %.60q", i, got)
					}
				}
				checkRange(t, s, want)
			}
		})
	}
}

func checkRange(t *testing.T, s *Strings, want []string) {
	t.Helper()
	for _, r := range [][2]int{{0, len(want)}, {0, 0}, {len(want) / 2, len(want)}, {len(want) / 3, len(want) / 2}} {
		var got []string
		next := r[0]
		for i, b := range s.Range(r[0], r[1]) {
			if i != next {
				t.Fatalf("Range gives number %d, want %d", i, next)
			}
			next++
			got = append(got, string(b))
		}
		if !slices.Equal(got, want[r[0]:r[1]]) {
			t.Errorf("Range(%d, %d) gives other strings", r[0], r[1])
		}
	}
	for range s.Range(0, len(want)) {
		break // leaving early must not panic
	}
}

func TestFind(t *testing.T) {
	for name, all := range awkward() {
		sorted := slices.Compact(slices.Sorted(slices.Values(all)))
		s := NewStrings(sorted)
		queries := append([]string{"", "a", "zz", "zinc finger protein 05", "\xff", strings.Repeat("x", 299)}, sorted...)
		for _, q := range queries {
			want := sort.SearchStrings(sorted, q)
			i, ok := s.Find(q)
			if i != want || ok != (want < len(sorted) && sorted[want] == q) {
				t.Errorf("%s: Find(%.30q) = %d, %t, want %d", name, q, i, ok, want)
			}
		}
	}
}

func TestBatch(t *testing.T) {
	var b Batch
	for name, list := range awkward() {
		s := NewStrings(list)
		var numbers []int32
		for i := range 3 * len(list) {
			numbers = append(numbers, int32(i*7919%len(list)))
		}
		b.Read(s, numbers)
		for k, i := range numbers {
			if got := string(b.At(k)); got != list[i] {
				t.Fatalf("%s: string %d of the batch, %d of the list: %q, want %q", name, k, i, got, list[i])
			}
		}
	}
}

func TestStringsAllocateNothing(t *testing.T) {
	s := NewStrings(awkward()["family"])
	dst := make([]byte, 0, 64)
	var batch Batch
	n := testing.AllocsPerRun(100, func() {
		dst = s.Append(dst[:0], 777)
		s.Find("zinc finger protein 0500")
		batch.Read(s, []int32{777, 3, 64})
	})
	if n != 0 {
		t.Errorf("%v allocations a call", n)
	}
}

func FuzzStrings(f *testing.F) {
	for _, name := range []string{"empty", "greek", "backward", "block+1"} {
		f.Add(stringsForm(NewStrings(awkward()[name])))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := parsedStrings(data)
		if err != nil {
			return
		}
		if !bytes.Equal(stringsForm(s), data) {
			t.Fatal("written again, the list has other bytes")
		}
		for i, b := range s.Range(0, s.Len()) {
			if got := s.At(i); got != string(b) {
				t.Fatalf("string %d: At %q, Range %q", i, got, b)
			}
		}
	})
}

func BenchmarkStrings(b *testing.B) {
	var names []string
	for i := range 100000 {
		names = append(names, fmt.Sprintf("zinc finger protein %06d", i*7))
	}
	s := NewStrings(names)
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([]int, 1<<12)
	for i := range rows {
		rows[i] = rng.IntN(len(names))
	}
	b.Run("Append", func(b *testing.B) {
		var dst []byte
		for i := range b.N {
			dst = s.Append(dst[:0], rows[i&(len(rows)-1)])
		}
	})
	b.Run("Find", func(b *testing.B) {
		for i := range b.N {
			s.Find(names[rows[i&(len(rows)-1)]])
		}
	})
	b.Run("Range", func(b *testing.B) {
		for range b.N {
			for range s.Range(0, s.Len()) {
			}
		}
	})
}
