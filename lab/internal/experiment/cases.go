package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/internal/bitvec"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/lab/internal/experiment/sentence"
)

const (
	caseQueries = 10
	caseNearest = 3
)

// cases shows what is nearest to some sentences and names, by codes and by floats.
func (c *comparison) cases() error {
	s, h := c.sentences, c.textHead
	test := sentence.Sentences(s.sets[0].Test)
	texts := newNearest(h, s.test[0], s.test[0], test, test, true)
	t := Table{Title: fmt.Sprintf("Nearest sentences of the test pairs of %s: ae-sp, %d bits", s.sets[0].Name, h.Bits), Columns: caseColumns}
	for i := range caseQueries { // the first of a pair, of pairs all over the list
		texts.add(&t, 2*(i*len(test)/2/caseQueries))
	}
	own, err := binarize.ParseHead(engine.Of(c.Pack).Contents().Head)
	if err != nil {
		return err
	}
	x := c.corpora[0]
	named := newNearest(own, x.rows, x.mentions, x.text, x.mention, false)
	g := Table{Title: fmt.Sprintf("Nearest names of genes: %s, %d bits", own.Method, own.Bits), Columns: caseColumns}
	for i := range caseQueries {
		named.add(&g, i*len(x.mention)/caseQueries)
	}
	c.Tables = append(c.Tables, t, g)
	return nil
}

var caseColumns = []string{"query", "rank", "by Hamming distance", "bits", "by cosine", "cosine"}

type nearestText struct {
	rows, queries fit.Vectors
	text, query   []string
	codes, asked  []uint64
	words         int
	itself        bool // the queries are among the texts
}

func newNearest(h *binarize.Head, rows, queries fit.Vectors, text, query []string, itself bool) *nearestText {
	return &nearestText{rows, queries, text, query, h.EncodeAll(nil, rows.Data), h.EncodeAll(nil, queries.Data), h.Words(), itself}
}

// add adds the nearest texts of a query to a table, each text once.
func (n *nearestText) add(t *Table, query int) {
	code := n.asked[query*n.words : (query+1)*n.words]
	distance := func(row int) float64 {
		return float64(bitvec.Distance(code, n.codes[row*n.words:(row+1)*n.words]))
	}
	cosine := func(row int) float64 { return float64(f32.Dot(n.queries.Row(query), n.rows.Row(row))) }
	byCode := n.best(query, distance)
	byCosine := n.best(query, func(row int) float64 { return -cosine(row) })
	for rank := range min(len(byCode), len(byCosine)) {
		a, b := byCode[rank], byCosine[rank]
		t.add(n.query[query], rank+1, n.text[a], int(distance(a)), n.text[b], cosine(b))
	}
}

// best returns the rows at the smallest distance whose texts differ.
func (n *nearestText) best(query int, distance func(row int) float64) []int {
	var best []int
	seen := map[string]bool{}
	if n.itself {
		seen[n.query[query]] = true
	}
	far := make([]float64, n.rows.Len())
	order := make([]int, n.rows.Len())
	for row := range order {
		order[row], far[row] = row, distance(row)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(far[a], far[b]), cmp.Compare(a, b)) })
	for _, row := range order {
		text := strings.TrimSpace(n.text[row])
		if !seen[text] {
			seen[text] = true
			best = append(best, row)
		}
		if len(best) == caseNearest {
			break
		}
	}
	return best
}
