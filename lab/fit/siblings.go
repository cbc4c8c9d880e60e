package main

import (
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/lab/internal/siblings"
)

// perSiblings is how many mentions of a list are made in each way, and half of how many names are held out.
const perSiblings = 600

// siblingWorlds are what a list lacks but for one word, without the mentions that lab siblings judges p by.
func siblingWorlds(list, kind string, mass float64, n *core.Normalizer) []forest.World {
	contents := engine.Of(n).Contents()
	all := siblings.New(contents)
	judged := map[string]bool{}
	for _, m := range all.Made(siblings.Judged) {
		judged[m.Text] = true
	}
	held, _ := all.HeldOut(2 * siblings.Judged)
	for _, m := range held {
		judged[m.Text] = true
	}
	known := map[string][]int32{}
	for row := range contents.Names.Len() {
		key := names.Key(contents.Names.At(row))
		known[key] = append(known[key], int32(contents.RowEntity[row]))
	}
	made := forest.World{Name: "siblings made of " + list, Kind: kind, Mass: mass, Pack: n}
	for _, m := range all.Made(perSiblings) {
		made.Mentions = append(made.Mentions, forest.Mention{Text: m.Text, Count: 1})
	}
	taken := forest.World{Name: "siblings taken from " + list, Kind: kind, Mass: mass, Pack: n, Absent: true}
	held, _ = all.HeldOut(2 * perSiblings)
	for _, m := range held {
		taken.Mentions = append(taken.Mentions, forest.Mention{Text: m.Text, Count: 1, Entities: known[names.Key(m.Text)]})
	}
	var out []forest.World
	for _, w := range [...]forest.World{made, taken} {
		if w.Mentions = slices.DeleteFunc(w.Mentions, func(m forest.Mention) bool { return judged[m.Text] }); len(w.Mentions) > 0 {
			lone := w
			lone.Name, lone.Lone = w.Name+", no other near", true
			out = append(out, w, lone)
		}
	}
	return out
}
