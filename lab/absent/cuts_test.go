package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/rank"
)

// made has entities of two families, half of them with another name, and mentions of three.
func made() *corpus {
	c := &corpus{terminology: &data.Terminology{}, trees: map[string]string{"0": "C04.588"}}
	for i := range 100 {
		e := data.Entity{ID: fmt.Sprintf("T:%d", i), Names: []data.Name{{Text: fmt.Sprintf("%s %s", strings.Repeat("a", 1+i), []string{"anemia", "cancer, male"}[i%2])}}}
		if i%2 == 0 {
			e.Names = append(e.Names, data.Name{Text: fmt.Sprint("synonym ", i), Kind: pack.KindExact})
		}
		c.terminology.Entities = append(c.terminology.Entities, e)
	}
	for id, count := range []int{6, 3, 1} {
		for range count {
			c.queries = append(c.queries, data.Query{Mention: "m", Gold: []string{fmt.Sprint(id)}})
		}
	}
	return c
}

func TestCuts(t *testing.T) {
	for _, x := range append(wholeCuts, headingCuts[1:]...) {
		c := made()
		gone := x.gone(c)
		left := len(without(c.terminology, gone).Entities)
		if left != 100-len(gone) {
			t.Errorf("%s: %d left without %d", x.name, left, len(gone))
		}
		low, high := 35, 65
		switch x.name {
		case "complete":
			low, high = 100, 100
		case "headings third gone":
			low, high = 55, 78
		case "frequent gone":
			if !gone["T:0"] || gone["T:1"] || gone["T:2"] {
				t.Errorf("%s: want the one that is meant most, of those that are meant", x.name)
			}
		case "subtrees gone", "headings sub gone":
			low, high = 1, 100 // two families can fall the same way
			for i := 4; i < 100; i += 2 {
				if gone[fmt.Sprint("T:", i)] != gone["T:2"] || gone[fmt.Sprint("T:", i+1)] != gone["T:3"] {
					t.Errorf("%s tears families apart", x.name)
				}
			}
		}
		if left < low || left > high {
			t.Errorf("%s: %d of 100 are left", x.name, left)
		}
	}
	for name, want := range map[string]string{"breast cancer": "cancer", "Diabetes Mellitus, Type 2": "mellitus", "": ""} {
		if got := headOf(name); got != want {
			t.Errorf("head of %q: %q, want %q", name, got, want)
		}
	}
}

func TestHeadings(t *testing.T) {
	h := headings(made())
	if n := h.terminology.NumNames(); n != 100 || len(h.queries) != 50 {
		t.Fatalf("%d names, %d mentions; want 100 and 50", n, len(h.queries))
	}
	for _, q := range h.queries {
		if want := "T:" + strings.TrimPrefix(q.Mention, "synonym "); len(q.Gold) != 1 || q.Gold[0] != want {
			t.Errorf("%+v, want %s", q, want)
		}
	}
}

func TestLiteral(t *testing.T) {
	text := literal(rank.Promise{Synonyms: [2]float32{0.5, -0.25}})
	if !strings.HasPrefix(text, generated) || !strings.Contains(text, "package rank") || !strings.Contains(text, "{0.5000, -0.2500}") {
		t.Error(text)
	}
}
