package core

import (
	"fmt"
	"math"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

func TestEighths(t *testing.T) {
	last := byte(0)
	for n := uint32(1); n < 1<<20; n += 1 + n/64 {
		got := eighths(n)
		if want := 8 * math.Log2(float64(n)); float64(got) > want || float64(got) < want-1.75 {
			t.Errorf("%d: %d, want %v", n, got, want)
		}
		if got < last {
			t.Errorf("%d: %d, after %d", n, got, last)
		}
		last = got
	}
}

func TestWordSlots(t *testing.T) {
	for names, want := range map[int]int{0: 1 << 14, 1: 1 << 14, 2047: 1 << 14, 4095: 1 << 14, 4096: 1 << 15, 20000: 1 << 17, 32768: 1 << 18, 1 << 30: 1 << 18} {
		if got := wordSlots(names); got != want {
			t.Errorf("%d names: %d slots, want %d", names, got, want)
		}
	}
	for slots, want := range map[int]bool{0: true, 1: true, 2: true, 3: false, 1 << 20: true, 1 << 21: false} {
		if _, err := newWords(&pack.Contents{Names: pack.NewStrings(nil), Words: make([]byte, slots)}); (err == nil) != want {
			t.Errorf("%d slots: %v", slots, err)
		}
	}
}

// TestWords has names of which every one is a "disease" and one is "gravis".
func TestWords(t *testing.T) {
	var names []string
	for i := range 255 {
		names = append(names, fmt.Sprintf("disease number%d", i))
	}
	names = append(names, "gravis disease")
	c := &pack.Contents{Names: pack.NewStrings(names)}
	c.Words = CountWords(c, nil)
	w, err := newWords(c)
	if err != nil {
		t.Fatal(err)
	}
	var x text
	weight := func(name string) (float32, float32) {
		x.set(name)
		w.weigh(&x)
		return x.weight, x.rare
	}
	common, rare := weight("disease")
	if common != 1 || rare != 0 {
		t.Errorf("disease: weight %v, rare %v", common, rare)
	}
	once, rare := weight("gravis")
	if once < 6 || once > 9 || rare != 1 {
		t.Errorf("gravis: weight %v, rare %v", once, rare)
	}
	if both, _ := weight("gravis disease"); both != once+common {
		t.Errorf("both: %v, want %v", both, once+common)
	}
	if none, rare := weight("!"); none != 0 || rare != 0 {
		t.Errorf("no word: %v, %v", none, rare)
	}

	w.table = CountWords(c, map[uint32]uint8{WordHash("gravis"): 102, WordHash("disease"): 255, WordHash("unheard"): 255})
	if lessened, rare := weight("gravis"); math.Abs(float64(lessened-once*0.6)) > 0.2 || rare <= 0 || rare >= 1 {
		t.Errorf("gravis less two fifths: %v of %v, rare %v", lessened, once, rare)
	}
	if least, _ := weight("disease"); least != 1 {
		t.Errorf("disease, always optional: %v", least)
	}
	w.table = c.Words

	var p profile
	var name text
	var f [NumFeatures]float32
	p.set("gravis")
	w.weigh(&p.text)
	name.set("gravis disease")
	w.weigh(&name)
	p.compare(&f, &name)
	if f[Begins] != 1 || f[MentionIn] != 1 || f[NameIn] != once/(once+common) {
		t.Errorf("begins %v, mention_in %v, name_in %v", f[Begins], f[MentionIn], f[NameIn])
	}
	name.set("gravis, disease")
	w.weigh(&name)
	if p.compare(&f, &name); f[Begins] != 0.5 {
		t.Errorf("after a comma: begins %v", f[Begins])
	}
	name.set("gravisx")
	if p.compare(&f, &name); f[Begins] != 0 {
		t.Errorf("inside a word: begins %v", f[Begins])
	}

	for size, ok := range map[int]bool{0: true, 1: true, 256: true, 3: false, 1000: false, 1 << 21: false} {
		c.Words = make([]byte, size)
		if _, err := newWords(c); (err == nil) != ok {
			t.Errorf("a table of %d slots: %v", size, err)
		}
	}
}
