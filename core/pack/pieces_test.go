package pack

import (
	"math/bits"
	"slices"
	"testing"
)

// dealt deals a list to three others, in turns of different length, and reads them as one.
func dealt(list []string) *Strings {
	hands, places := make([][]string, 3), make([]uint32, len(list))
	for i, s := range list {
		hand := i * i / 5 % 3
		places[i] = uint32(hand)<<bits.Len(uint(len(list))) | uint32(len(hands[hand]))
		hands[hand] = append(hands[hand], s)
	}
	p := &pieces{order: places, shift: bits.Len(uint(len(list)))}
	for _, h := range hands {
		p.add(NewStrings(h))
	}
	return &Strings{pieces: p}
}

// after reads the parts of a list, one after the other, as one.
func after(list []string) *Strings {
	p := &pieces{}
	for part := range slices.Chunk(list, len(list)/3+1) {
		p.add(NewStrings(part))
	}
	return &Strings{pieces: p}
}

// TestPieces reads lists in pieces as if they were whole.
func TestPieces(t *testing.T) {
	for name, list := range awkward() {
		if len(list) == 0 {
			continue
		}
		for how, s := range map[string]*Strings{"dealt": dealt(list), "one after the other": after(list)} {
			t.Run(name+", "+how, func(t *testing.T) { checkPieces(t, s, list) })
		}
	}
}

func checkPieces(t *testing.T, s *Strings, list []string) {
	t.Helper()
	if s.Len() != len(list) {
		t.Fatalf("%d strings, want %d", s.Len(), len(list))
	}
	var numbers []int32
	for i, want := range list {
		if got := string(s.Append([]byte("x"), i)); got != "x"+want || s.Size(i) != len(want) {
			t.Fatalf("string %d: %q of %d bytes, want %q", i, got, s.Size(i), want)
		}
		if i%7 == 0 {
			numbers = append(numbers, int32(i))
		}
	}
	for _, from := range []int{0, 1, len(list) / 2} {
		i := from
		for n, got := range s.Range(from, len(list)) {
			if n != i || string(got) != list[i] {
				t.Fatalf("from %d: string %d is %q, want %d, %q", from, n, got, i, list[i])
			}
			i++
		}
		if i != len(list) && from < len(list) {
			t.Fatalf("from %d: ends at %d", from, i)
		}
	}
	var b Batch
	b.Read(s, numbers)
	for k, i := range numbers {
		if got := string(b.At(k)); got != list[i] {
			t.Fatalf("batch: string %d is %q, want %q", i, got, list[i])
		}
	}
	if !slices.IsSorted(list) {
		return
	}
	for _, str := range append([]string{"", "~~~~"}, list...) {
		want, there := slices.BinarySearch(list, str)
		if i, ok := s.Find(str); i != want || ok != there {
			t.Fatalf("find %q: %d, %t; want %d, %t", str, i, ok, want, there)
		}
	}
}
