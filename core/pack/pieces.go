package pack

import (
	"iter"
	"sort"
)

// pieces are lists of strings that are read as one: one after the other, or in an order.
type pieces struct {
	lists  []*Strings
	starts []int    // number of the first string of each list, and of all
	order  []uint32 // per string, list<<shift and its number there; nil: one after the other
	shift  int
}

func (p *pieces) add(s *Strings) {
	if len(p.starts) == 0 {
		p.starts = []int{0}
	}
	p.lists, p.starts = append(p.lists, s), append(p.starts, p.len()+s.Len())
}

func (p *pieces) len() int { return p.starts[len(p.starts)-1] }

// at returns where string i is: the list, and its number there.
func (p *pieces) at(i int) (list, number int) {
	if p.order != nil {
		place := p.order[i]
		return int(place >> p.shift), int(place & (1<<p.shift - 1))
	}
	list = sort.SearchInts(p.starts, i+1) - 1
	return list, i - p.starts[list]
}

// each yields the strings of [from, to). It goes through each list once, since those of a
// list ascend in any order.
func (p *pieces) each(from, to int) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		at := make([]cursor, len(p.lists))
		for i := from; i < to; i++ {
			list, number := p.at(i)
			c := &at[list]
			if c.list == nil {
				*c = cursor{list: p.lists[list]}
				c.skip(number)
			}
			for c.next < number {
				c.read()
			}
			if !yield(i, c.read()) {
				return
			}
		}
	}
}

// cursor reads a list in order.
type cursor struct {
	list      *Strings
	next, pos int // string, and where its suffix begins
	text      []byte
}

// skip goes to the block of a string.
func (c *cursor) skip(number int) {
	c.next = number &^ (blockLen - 1)
	c.pos = c.list.blocks[number/blockLen]
}

// read returns the next string, which is valid until the next call.
func (c *cursor) read() []byte {
	s, size := c.list, int(c.list.suffix[c.next])
	if size == longLen {
		size, c.pos = s.longSuffix(c.pos)
	}
	c.text = append(c.text[:s.shared[c.next]], s.text[c.pos:c.pos+size]...)
	c.next, c.pos = c.next+1, c.pos+size
	return c.text
}
