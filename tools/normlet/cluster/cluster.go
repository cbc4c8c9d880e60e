// Package cluster finds texts that mean the same thing although a list lacks it.
package cluster

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
)

// least is the probability from which one text means another: more likely than not.
const least = .5

// Of returns for each of some texts, the most frequent first, the one that stands for all that mean the same, itself if it
// is alone: the first of them. n has the words of their field. Texts of one form mean the same; others do if one of them,
// taken out of a list of all, more likely than not means the other. What joins a text is like the one that stands for it, so
// that no chain of small differences leads from one thing to another.
func Of(n *core.Normalizer, texts []string) ([]int, error) {
	byForm, of := map[string]int{}, make([]int, len(texts)) // the place of each in forms
	var forms []int
	for i, text := range texts {
		form := names.Key(text)
		at, ok := byForm[form]
		if !ok {
			at = len(forms)
			byForm[form], forms = at, append(forms, i)
		}
		of[i] = at
	}
	like, err := alike(n, texts, forms)
	if err != nil {
		return nil, err
	}
	to := make([]int, len(forms)) // 1 + the place of the one that stands for each
	for i := range forms {
		if to[i] > 0 {
			continue
		}
		to[i] = i + 1
		for _, j := range like[i] {
			if to[j] == 0 {
				to[j] = i + 1
			}
		}
	}
	for i := range of {
		of[i] = forms[to[of[i]]-1]
	}
	return of, nil
}

// alike returns for each of some texts those that it means if it is taken out of the list of all, or that mean it then.
// Each of several that it means alike has the probability that it means any of the list.
func alike(n *core.Normalizer, texts []string, some []int) ([][]int, error) {
	if len(some) < 2 {
		return make([][]int, len(some)), nil
	}
	own, err := core.New(listOf(engine.Of(n), texts, some))
	if err != nil {
		return nil, err
	}
	e, like := engine.Of(own), make([][]int, len(some))
	w := e.Begin()
	defer e.End(w)
	for i, at := range some {
		mention, r := texts[at], engine.Request{Filter: e.Filters.Without(int32(e.Pack.PrimaryRow[i])), Near: true}
		cs := e.Reorder(w, e.FindEntities(w, mention, &r), mention, &r)
		if len(cs) == 0 {
			continue
		}
		odds := e.Odds(cs, mention, &r)
		for k, p := range odds.P {
			if p*(1-odds.NIL) < least*odds.P[0] {
				break
			}
			j := int(cs[k].Entity)
			like[i], like[j] = append(like[i], j), append(like[j], i)
		}
	}
	return like, nil
}

// listOf returns a list in which each text is a thing of its own, with what an engine knows of words and of names.
func listOf(of *engine.Engine, texts []string, some []int) *pack.Contents {
	type row struct {
		pack.RowKey
		thing uint32
	}
	rows, ids := make([]row, len(some)), make([]string, len(some))
	for i, at := range some {
		ids[i] = fmt.Sprintf("%08d", i)
		rows[i] = row{pack.NewRowKey(texts[at], ids[i]), uint32(i)}
	}
	slices.SortFunc(rows, func(a, b row) int { return a.Compare(b.RowKey) })
	base, n := of.Contents(), len(some)
	c := &pack.Contents{
		IDs: pack.NewStrings(ids), Namespaces: []string{"text"}, EntityNamespace: make([]uint16, n), Prior: make([]uint8, n),
		RowKind: make([]pack.Kind, n), RowEntity: make([]uint32, n), PrimaryRow: make([]uint32, n),
		Bits: base.Bits, Encoder: base.Encoder, Head: base.Head, Calibration: base.Calibration, Synonyms: base.Synonyms,
		Telling: base.Telling, Rewrites: base.Rewrites, Knowledge: base.Knowledge, Words: scaled(base.Words, base.Names.Len(), n),
	}
	sorted := make([]string, n)
	for i, r := range rows {
		sorted[i], c.RowEntity[i], c.PrimaryRow[r.thing] = r.Name, r.thing, uint32(i)
		c.Codes = append(c.Codes, of.Code(nil, r.Name)...)
	}
	c.Names = pack.NewStrings(sorted)
	return c
}

// scaled returns how common words are in a list of another length, in eighths of logarithms as section WORD has it. What is
// there at all stays there.
func scaled(words []byte, from, to int) []byte {
	more := 8 * (bits.Len(uint(to)) - bits.Len(uint(from)))
	out := make([]byte, len(words))
	for i, w := range words {
		if w > 0 {
			out[i] = byte(min(max(1, int(w)+more), 255))
		}
	}
	return out
}
