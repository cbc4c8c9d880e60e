package topic

import (
	"cmp"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/parallel"
)

// sparse is a matrix of few elements, row by row.
type sparse struct {
	columns int
	start   []int // of each row in elements, and their number
	element []element
}

type element struct {
	column int32
	value  float64
}

func newSparse(columns int) *sparse { return &sparse{columns: columns, start: []int{0}} }

func (m *sparse) rows() int { return len(m.start) - 1 }

func (m *sparse) row(i int) []element { return m.element[m.start[i]:m.start[i+1]] }

func (m *sparse) add(column int, value float64) {
	m.element = append(m.element, element{int32(column), value})
}

// endRow brings the elements of the last row into order and to a common length.
func (m *sparse) endRow(length float64) {
	row := m.element[m.start[len(m.start)-1]:]
	slices.SortFunc(row, func(a, b element) int { return cmp.Compare(a.column, b.column) })
	squares := 0.0
	for _, x := range row {
		squares += float64(x.value * x.value)
	}
	if squares > 0 {
		for i := range row {
			row[i].value *= length / math.Sqrt(squares)
		}
	}
	m.start = append(m.start, len(m.element))
}

// beside returns the rows of m, each followed by that of o.
func (m *sparse) beside(o *sparse) *sparse {
	out := newSparse(m.columns + o.columns)
	for i := range m.rows() {
		out.element = append(out.element, m.row(i)...)
		for _, x := range o.row(i) {
			out.add(m.columns+int(x.column), x.value)
		}
		out.start = append(out.start, len(out.element))
	}
	return out
}

func (m *sparse) transpose() *sparse {
	out := &sparse{columns: m.rows(), start: make([]int, m.columns+1), element: make([]element, len(m.element))}
	for _, x := range m.element {
		out.start[x.column+1]++
	}
	for i := range m.columns {
		out.start[i+1] += out.start[i]
	}
	next := slices.Clone(out.start)
	for i := range m.rows() {
		for _, x := range m.row(i) {
			out.element[next[x.column]] = element{int32(i), x.value}
			next[x.column]++
		}
	}
	return out
}

// times returns the product of m and d. Every row is added up in the order of its
// elements, so the result does not depend on the number of threads.
func (m *sparse) times(d *dense) *dense {
	out := newDense(m.rows(), d.columns)
	parallel.Each(0, m.rows(), func(i int) {
		sum := out.row(i)
		for _, x := range m.row(i) {
			for j, v := range d.row(int(x.column)) {
				sum[j] += float64(x.value * v)
			}
		}
	})
	return out
}
