package main

import (
	"fmt"
	"math"
	"path/filepath"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/tag"
)

// spelled is a name of a list in a text.
type spelled struct {
	kind   int // in kinds
	traits tag.Traits
	alone  float64 // p of the name without a text
	meant  bool
	plain  bool // the text is plain English
}

// fitNames prints weights of tag.NameP, and how well those that the other kinds give hold for each kind. Cell lines are left
// out: one in twenty names of their list is meant where a text spells it.
func fitNames(lib *library, packs string) error {
	var all []spelled
	for i := range kinds {
		if kinds[i].name == "CellLine" {
			continue
		}
		of, err := spelledNames(lib, i, packs)
		if err != nil {
			return err
		}
		all = append(all, of...)
	}
	for i := range kinds {
		var seen, judged []spelled
		for _, s := range all {
			if s.kind == i {
				judged = append(judged, s)
			} else {
				seen = append(seen, s)
			}
		}
		if len(judged) == 0 {
			continue
		}
		w := fitTraits(seen)
		p := func(s spelled) float64 { return sigmoid(w[:], s.traits[:]) }
		fmt.Printf("%-8s %d names: ECE alone %.3f, in the text %.3f; plain English with p >= 0.7: %d, %d\n", kinds[i].name, len(judged),
			ece(judged, func(s spelled) float64 { return s.alone }), ece(judged, p), sure(judged, func(s spelled) float64 { return s.alone }), sure(judged, p))
	}
	fmt.Printf("weights %.2f\n", fitTraits(all))
	return nil
}

// spelledNames returns what a pack without a tagger finds in the documents of a kind and in plain English.
func spelledNames(lib *library, kind int, packs string) (out []spelled, err error) {
	k := &kinds[kind]
	n, err := core.Open(filepath.Join(packs, k.pack+".normpack"), nil)
	if err != nil {
		return nil, err
	}
	c := *engine.Of(n).Contents()
	c.Tagger = nil
	if n, err = core.New(&c); err != nil {
		return nil, err
	}
	a, err := annotate.New(n)
	if err != nil {
		return nil, err
	}
	var text tag.Text
	find := func(source string, plain bool, meant map[[2]int]bool) {
		spans, err := a.Annotate(source, annotate.Options{Overlaps: true})
		if err != nil {
			panic(err) // there are no options that could be wrong
		}
		text.Read(source)
		for _, s := range spans {
			from, to, _ := text.Between(s.Start, s.End)
			alone := 1 - s.Answers[0].PNIL
			out = append(out, spelled{kind, text.Traits(from, to, alone), alone, meant[[2]int{s.Start, s.End}], plain})
		}
	}
	for i := range k.corpora {
		if k.corpora[i].wider {
			continue
		}
		docs, err := lib.of(k.corpora[i].name)
		if err != nil {
			return nil, err
		}
		for _, d := range docs {
			meant := map[[2]int]bool{}
			for _, m := range k.corpora[i].document(d).Marks {
				meant[[2]int{m.Start, m.End}] = true
			}
			find(d.Text, false, meant)
		}
	}
	for i := range lib.plain {
		find(lib.plain[i].Text, true, nil)
	}
	return out, nil
}

// fitTraits fits a logistic regression in which all kinds count alike.
func fitTraits(list []spelled) (w tag.Traits) {
	count := map[int]float64{}
	for _, s := range list {
		count[s.kind]++
	}
	const ridge = 1e-3
	copy(w[:], fitLogistic(len(w), ridge, func(yield func(sample) bool) {
		for i := range list {
			if s := &list[i]; !yield(sample{s.traits[:], s.meant, 1 / count[s.kind]}) {
				return
			}
		}
	}))
	return w
}

// ece is the expected calibration error, over ten bins.
func ece(list []spelled, p func(spelled) float64) (sum float64) {
	var said, meant [10]float64
	for _, s := range list {
		bin := min(int(p(s)*10), 9)
		said[bin] += p(s)
		if s.meant {
			meant[bin]++
		}
	}
	for i := range said {
		sum += math.Abs(said[i] - meant[i])
	}
	return sum / float64(len(list))
}

// sure counts what is found in plain English with p of 0.7 at least.
func sure(list []spelled, p func(spelled) float64) (n int) {
	for _, s := range list {
		if s.plain && p(s) >= 0.7 {
			n++
		}
	}
	return n
}
