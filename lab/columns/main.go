// Command columns asks the default pack for columns: names that it has beside cells that it lacks, cells that it lacks
// alone, and whole lists asked of their own packs.
//
//	go -C lab run ./columns DATA PACKS [FIELDS]
//
// For each column it prints, with every cell asked by itself and with what the pack has estimated from the first cells as
// map does: how many cells have the right entity at p >= 0.5 and a wrong one, of cells that the pack lacks how many have
// any, and the calibration error. What no line may show: a right answer that the others take away.
package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "columns:", err)
		os.Exit(1)
	}
}

// cell is a mention with the entities that it means, none if the pack lacks them, or the forms of right names.
type cell struct {
	text  string
	gold  []int32
	named []string
}

// column is cells asked of a pack.
type column struct {
	name  string
	pack  *core.Normalizer
	cells []cell
	mixed bool // names of the pack, and others
}

func run(args []string) error {
	if len(args) < 2 || len(args) > 3 {
		return errors.New("want DATA PACKS [FIELDS]")
	}
	r := &reader{data: args[0], packs: args[1]}
	n := r.open("default")
	there := r.names(n)
	lacking := r.lacking()
	for _, of := range there {
		for _, others := range lacking {
			for _, size := range []int{100, 1000, 10000} {
				r.judge(column{fmt.Sprintf("%d %s, %d %s", len(of.cells), of.name, min(size, len(others.cells)), others.name), n, mixed(of.cells, sampled(others.cells, size)), true})
			}
		}
	}
	for _, others := range lacking {
		r.judge(column{fmt.Sprintf("%d %s", min(2000, len(others.cells)), others.name), n, sampled(others.cells, 2000), false})
	}
	r.judge(column{"gene symbols, .61 there", n, sampled(r.queries(n, "open_world/gene_symbols", 1), 2000), false})
	r.judge(column{"new names of diseases, half there", n, sampled(r.queries(n, "open_world/diseases", 1), 2000), false})
	r.judge(column{"names of drugs", n, sampled(r.queries(n, "open_world/drugs", 1), 2000), false})
	for _, l := range corpora.Fit {
		if p := r.open(l.Pack); !strings.Contains(l.Mentions, "unlinked") {
			r.judge(column{l.Mentions, p, r.queries(p, l.Mentions, 1), false})
		}
	}
	for _, f := range corpora.Fields {
		if !f.Made || len(args) > 2 {
			if r.data = args[0]; f.Made {
				r.data = args[2]
			}
			p := r.open(f.Folder)
			r.judge(column{f.Folder, p, r.queries(p, f.Folder+"/dev", 1), false})
		}
	}
	if r.err == nil {
		fmt.Printf("right answers of names that others take away: %d of %d; others with an entity beyond those alone: %d\n", r.lost, r.had, r.gained)
	}
	return r.err
}

// reader reads what columns are made of, until the first error.
type reader struct {
	data, packs       string
	err               error
	lost, had, gained int
}

func (r *reader) open(name string) *core.Normalizer {
	if r.err != nil {
		return nil
	}
	n, err := core.Open(filepath.Join(r.packs, name+".normpack"), nil)
	r.err = err
	return n
}

// queries reads the mentions of a file, each once, with the gold ids in a column.
func (r *reader) queries(n *core.Normalizer, file string, at int) (out []cell) {
	seen := map[string]bool{}
	r.each(file, func(c []string) {
		if !seen[c[0]] {
			seen[c[0]] = true
			gold := strings.Split(c[at], "|")
			if len(c) > 2 && strings.HasPrefix(file, "open_world/d") {
				gold = append(gold, c[2], "DrugBank:"+c[2])
			}
			out = append(out, cell{text: c[0], gold: entities(n, gold)})
		}
	})
	return out
}

func (r *reader) each(file string, f func(columns []string)) {
	if r.err != nil {
		return
	}
	path := filepath.Join(r.data, filepath.FromSlash(file)+".tsv.gz")
	in, err := data.Open(path)
	if err != nil {
		r.err = err
		return
	}
	defer in.Close()
	r.err = data.EachLine(in, path, func(line string, _ int) error { f(strings.Split(line, "\t")); return nil })
}

func entities(n *core.Normalizer, ids []string) []int32 {
	return eval.NewResolver(engine.Of(n).Contents()).Entities(ids)
}

// names are columns of names that the default pack has: fifty official ones of each namespace, other ones, and mentions
// in papers.
func (r *reader) names(n *core.Normalizer) (out []column) {
	if r.err != nil {
		return nil
	}
	c, rng := engine.Of(n).Contents(), rand.New(rand.NewPCG(6, 1))
	byNamespace := map[string][]int{}
	for e := range c.EntityNamespace {
		ns := c.NamespaceOf(e)
		byNamespace[ns] = append(byNamespace[ns], e)
	}
	official := column{name: "official names"}
	for _, ns := range c.Namespaces {
		all := byNamespace[ns]
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, e := range all[:min(50, len(all))] {
			official.cells = append(official.cells, cell{text: c.Names.At(int(c.PrimaryRow[e])), gold: []int32{int32(e)}})
		}
	}
	other := column{name: "other names"}
	for len(other.cells) < 300 {
		if row := rng.IntN(c.Names.Len()); c.RowKind[row] > pack.KindPrimary {
			other.cells = append(other.cells, cell{text: c.Names.At(row), gold: []int32{int32(c.RowEntity[row])}})
		}
	}
	people := column{name: "mentions of people"}
	for _, file := range []string{"bc5cdr_chemical/dev", "ncbi_disease/dev", "bioid/dev_gene"} {
		for _, m := range sampled(r.queries(n, file, 1), 100) {
			if len(m.gold) > 0 {
				people.cells = append(people.cells, m)
			}
		}
	}
	return []column{official, other, people}
}

// lacking are columns of what the default pack lacks.
func (r *reader) lacking() []column {
	rng := rand.New(rand.NewPCG(7, 1))
	words := strings.Fields("sample was stored on ice and later moved to box four see notebook repeat next week not measured bad quality label lost")
	made := func(name string, make func() string) column {
		seen := map[string]bool{}
		c := column{name: name}
		for tries := 0; len(c.cells) < 10000 && tries < 40000; tries++ {
			if text := make(); !seen[text] {
				seen[text] = true
				c.cells = append(c.cells, cell{text: text})
			}
		}
		return c
	}
	of := func(list string) string { all := strings.Fields(list); return all[rng.IntN(len(all))] }
	out := []column{
		made("codes", func() string {
			return of("PRB SMP XF S LN Q") + strings.Repeat("-", rng.IntN(2)) + fmt.Sprint(1000+rng.IntN(99000))
		}),
		made("notes", func() string {
			text := ""
			for range 3 + rng.IntN(5) {
				text += words[rng.IntN(len(words))] + " "
			}
			return strings.TrimSpace(text)
		}),
		made("persons", func() string {
			return fmt.Sprintf("%s %s %d", of("Anna Peter Maria John Olga Pavel Emma Louis"), of("Novak Fischer Lindgren Okafor Tanaka Moreau Haddad Silva"), 1+rng.IntN(999))
		}),
	}
	places, english, clones := column{name: "places"}, column{name: "English words"}, column{name: "clones of mouse and zebrafish"}
	r.each("open_world/places", func(c []string) { places.cells = append(places.cells, cell{text: c[0]}) })
	r.each("open_world/english", func(c []string) {
		word := cell{text: c[0]}
		for _, w := range append(strings.Split(c[1], "|"), c[0]) {
			if key := names.Key(w); key != "" {
				word.named = append(word.named, key, key+"s", key+"es", strings.TrimSuffix(key, "s"))
			}
		}
		english.cells = append(english.cells, word)
	})
	for _, file := range []string{"genes/Mus_musculus.gene_info", "genes/Danio_rerio.gene_info"} {
		path := filepath.Join(r.data, filepath.FromSlash(file)+".gz")
		in, err := data.Open(path)
		if err != nil {
			r.err = err
			return nil
		}
		err = data.EachLine(in, path, func(line string, _ int) error {
			if c := strings.Split(line, "\t"); len(c) > 2 && (strings.HasSuffix(c[2], "Rik") || strings.HasPrefix(c[2], "si:") || strings.HasPrefix(c[2], "zgc:")) {
				clones.cells = append(clones.cells, cell{text: c[2]})
			}
			return nil
		})
		in.Close()
		if err != nil {
			r.err = err
		}
	}
	return append(out, places, english, clones)
}

// mixed returns two kinds of cells in no order.
func mixed(a, b []cell) []cell {
	out := append(append([]cell{}, a...), b...)
	rng := rand.New(rand.NewPCG(8, 1))
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// sampled returns n of all, evenly.
func sampled(all []cell, n int) []cell {
	if len(all) <= n {
		return all
	}
	out := make([]cell, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	return out
}

// tally counts what becomes of the cells of a column.
type tally struct {
	right, wrong, others int
	there                int // right, of what the pack has
	ps                   []eval.Prediction
}

func (r *reader) judge(c column) {
	if r.err != nil {
		return
	}
	queries := make([]core.Query, len(c.cells))
	for i := range c.cells {
		queries[i] = core.Query{Mention: c.cells[i].text}
	}
	l, err := c.pack.EstimateCoverage(queries[:min(1000, len(queries))], core.Options{})
	if err != nil {
		r.err = err
		return
	}
	var by [2]tally
	for k, o := range []core.Options{{K: 1}, {K: 1, Coverage: l}} {
		answers, err := c.pack.LookupMany(queries, o)
		if err != nil {
			r.err = err
			return
		}
		by[k] = count(c, answers)
	}
	has := 0
	for i := range c.cells {
		if len(c.cells[i].gold) > 0 {
			has++
		}
	}
	if c.mixed {
		r.lost, r.had = r.lost+max(0, by[0].there-by[1].there), r.had+by[0].there
	}
	r.gained += max(0, by[1].others-by[0].others)
	fmt.Printf("%-60s %5d of %5d there | alone %5d right %4d wrong %4d others, ECE %.3f | estimated %5d %4d %4d, ECE %.3f\n",
		c.name, has, len(c.cells), by[0].right, by[0].wrong, by[0].others, eval.CalibrationError(by[0].ps), by[1].right, by[1].wrong, by[1].others, eval.CalibrationError(by[1].ps))
}

func count(c column, answers []core.Answer) (t tally) {
	contents := engine.Of(c.pack).Contents()
	same := func(e int32) int32 {
		if len(contents.Same) > 0 {
			return int32(contents.Same[e])
		}
		return e
	}
	for i := range answers {
		a, gold := &answers[i], c.cells[i].gold
		p, right := 0.0, false
		if len(a.Matches) > 0 {
			e, _ := contents.IDs.Find(a.Matches[0].ID)
			p = a.Matches[0].P
			right = slices.Contains(c.cells[i].named, names.Key(a.Matches[0].Matched))
			for _, g := range gold {
				right = right || same(g) == same(int32(e))
			}
		}
		t.ps = append(t.ps, eval.Prediction{P: p, Right: right, Count: 1})
		switch {
		case a.NIL || p < 0.5 && len(a.Ambiguous) == 0:
		case right:
			if t.right++; len(gold) > 0 {
				t.there++
			}
		default:
			if t.wrong++; len(gold) == 0 {
				t.others++
			}
		}
	}
	return t
}
