package kg

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// query asks for the tails of a head and a relation, which may be a reciprocal one, and knows some of them.
type query struct {
	head, relation int32
	tails          []int32 // ascending
}

// queries returns the queries of triples in both directions, by relation and head. n+r is the
// reciprocal of r.
func queries(triples []Triple, relations int) []query {
	all := make([]Triple, 0, 2*len(triples))
	for _, t := range triples {
		all = append(all, t, Triple{t.Tail, t.Relation + int32(relations), t.Head})
	}
	slices.SortFunc(all, func(a, b Triple) int {
		return cmp.Or(cmp.Compare(a.Relation, b.Relation), cmp.Compare(a.Head, b.Head), cmp.Compare(a.Tail, b.Tail))
	})
	all = slices.Compact(all)
	var out []query
	for i, t := range all {
		if i == 0 || all[i-1].Relation != t.Relation || all[i-1].Head != t.Head {
			out = append(out, query{head: t.Head, relation: t.Relation})
		}
		last := &out[len(out)-1]
		last.tails = append(last.tails, t.Tail)
	}
	return out
}

// find returns the tails that a head and a relation have in queries.
func find(list []query, head, relation int32) []int32 {
	i, ok := slices.BinarySearchFunc(list, query{head: head, relation: relation}, func(a, b query) int {
		return cmp.Or(cmp.Compare(a.relation, b.relation), cmp.Compare(a.head, b.head))
	})
	if !ok {
		return nil
	}
	return list[i].tails
}

// chunked cuts queries of more than most tails into several: one query of thousands would be all that its step learns.
func chunked(list []query, most int) []query {
	var out []query
	for _, q := range list {
		for tails := range slices.Chunk(q.tails, most) {
			out = append(out, query{q.head, q.relation, tails})
		}
	}
	return out
}

// order returns the numbers of n queries in the order of an epoch.
func order(n int, seed uint64, epoch int) []int {
	return rand.New(rand.NewPCG(seed, 2+uint64(epoch))).Perm(n)
}
