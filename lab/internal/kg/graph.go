package kg

import "fmt"

// Triple is a statement by the numbers of its head, relation and tail.
type Triple struct{ Head, Relation, Tail int32 }

// Names gives entities and relations their numbers: positions in the lists.
type Names struct {
	Entities, Relations []string

	entity, relation map[string]int32
}

func newNames(entities, relations []string) *Names {
	n := &Names{Entities: entities, Relations: relations, entity: map[string]int32{}, relation: map[string]int32{}}
	for i, s := range entities {
		n.entity[s] = int32(i)
	}
	for i, s := range relations {
		n.relation[s] = int32(i)
	}
	return n
}

// ID returns the number of the entity with a name, and whether there is one.
func (n *Names) ID(name string) (id int, ok bool) {
	i, ok := n.entity[name]
	return int(i), ok
}

// RelationID returns the number of the relation with a name, and whether there is one.
func (n *Names) RelationID(name string) (id int, ok bool) {
	i, ok := n.relation[name]
	return int(i), ok
}

// number returns the number of a name, which it adds to the list if it is new.
func number(list *[]string, index map[string]int32, name string) int32 {
	i, ok := index[name]
	if !ok {
		i = int32(len(*list))
		index[name] = i
		*list = append(*list, name)
	}
	return i
}

// Report says what was found in the rows of a split.
type Report struct {
	Rows       int `json:"rows"`
	Duplicates int `json:"duplicates"` // rows that repeat an earlier one; left out
	SelfLoops  int `json:"self_loops"` // triples with the same head and tail; kept
	Unknown    int `json:"unknown"`    // triples with an entity or relation that the training split has not; left out
}

// String returns the counts in one line.
func (r Report) String() string {
	return fmt.Sprintf("%d rows: %d duplicates and %d with unknown entities or relations left out, %d self loops kept", r.Rows, r.Duplicates, r.Unknown, r.SelfLoops)
}

// Graph is a training split: entities and relations in the order of appearance, triples without
// duplicates.
type Graph struct {
	*Names
	Triples []Triple
	Report  Report
}

// NewGraph returns the graph of rows of head, relation and tail.
func NewGraph(rows [][3]string) *Graph {
	g := &Graph{Names: newNames(nil, nil)}
	seen := map[Triple]bool{}
	for _, row := range rows {
		t := Triple{Head: number(&g.Entities, g.entity, row[0])}
		t.Tail = number(&g.Entities, g.entity, row[2])
		t.Relation = number(&g.Relations, g.relation, row[1])
		g.Triples = g.Report.keep(g.Triples, seen, t)
	}
	return g
}

// Split holds the triples of another split that are about the entities and relations of a graph or model.
type Split struct {
	Triples []Triple
	Report  Report
}

// NewSplit returns the split of rows of head, relation and tail.
func (n *Names) NewSplit(rows [][3]string) *Split {
	s := &Split{}
	seen, unknown := map[Triple]bool{}, map[[3]string]bool{}
	for _, row := range rows {
		h, ok1 := n.entity[row[0]]
		r, ok2 := n.relation[row[1]]
		t, ok3 := n.entity[row[2]]
		if ok1 && ok2 && ok3 {
			s.Triples = s.Report.keep(s.Triples, seen, Triple{h, r, t})
			continue
		}
		s.Report.Rows++
		if unknown[row] {
			s.Report.Duplicates++
			continue
		}
		unknown[row] = true
		s.Report.Unknown++
	}
	return s
}

func (r *Report) keep(triples []Triple, seen map[Triple]bool, t Triple) []Triple {
	r.Rows++
	if seen[t] {
		r.Duplicates++
		return triples
	}
	seen[t] = true
	if t.Head == t.Tail {
		r.SelfLoops++
	}
	return append(triples, t)
}
