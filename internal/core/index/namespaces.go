package index

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/bits-and-blooms/bitset"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/meant"
)

// maxFilterBytes bounds the memory of the filters that are kept, together with the size of the codes: see most.
const maxFilterBytes = 16 << 20

// Filters restricts look-ups to some namespaces of a pack. A filter has a bit for each row, which says whether the entity of
// the row is in one of the namespaces. A pack may have 65,536 namespaces, so Filters makes a filter when a look-up asks for
// it, in one pass over the rows, and keeps those used last. It is safe for concurrent use.
type Filters struct {
	pack   *pack.Contents
	codes  *search.BySize
	byName func() []uint16 // numbers of the namespaces, sorted by name
	rows   func() []int    // number of rows of each namespace

	mu         sync.Mutex
	young, old map[string]func() *search.RowFilter // by filterKey; a filter of old returns to young when it is used
	size       int                                 // of young, in bytes
}

// NewFilters returns the filters of a pack and its codes. It makes none yet.
func NewFilters(c *pack.Contents, x *search.BySize) *Filters {
	f := &Filters{pack: c, codes: x, young: map[string]func() *search.RowFilter{}}
	f.byName = sync.OnceValue(func() []uint16 {
		numbers := make([]uint16, len(c.Namespaces))
		for i := range numbers {
			numbers[i] = uint16(i)
		}
		slices.SortStableFunc(numbers, func(a, b uint16) int { return strings.Compare(c.Namespaces[a], c.Namespaces[b]) })
		return numbers
	})
	f.rows = sync.OnceValue(func() []int {
		rows := make([]int, len(c.Namespaces))
		for _, e := range c.RowEntity {
			rows[c.EntityNamespace[e]]++
		}
		return rows
	})
	return f
}

// Of returns the filter of some namespaces, or nil if they are all. It returns the error of Unknown for a namespace that the
// pack lacks.
func (f *Filters) Of(namespaces []string) (*search.RowFilter, error) {
	if len(namespaces) == 0 {
		return nil, nil
	}
	numbers, err := f.numbers(namespaces)
	if err != nil || len(numbers) == len(f.pack.Namespaces) {
		return nil, err
	}
	return f.kept(numbers)(), nil
}

// numbers returns the numbers of namespaces, ascending and each once. NCBIGene includes the namespaces of its organisms.
func (f *Filters) numbers(namespaces []string) ([]uint16, error) {
	all, byName := f.pack.Namespaces, f.byName()
	from := func(ns string) (int, bool) {
		return slices.BinarySearchFunc(byName, ns, func(n uint16, ns string) int { return strings.Compare(all[n], ns) })
	}
	var out []uint16
	for _, ns := range namespaces {
		before := len(out)
		if i, ok := from(ns); ok {
			out = append(out, byName[i])
		}
		for i, _ := from(ns + "/"); i < len(byName) && strings.HasPrefix(all[byName[i]], ns+"/"); i++ { // of organisms
			if of, _ := pack.Organism(all[byName[i]]); of == ns {
				out = append(out, byName[i])
			}
		}
		if len(out) == before {
			return nil, fmt.Errorf("namespace %w", f.Unknown(ns))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// Unknown returns the error for a name that is not a namespace of the pack. It begins with the name.
func (f *Filters) Unknown(name string) error {
	return fmt.Errorf("%q: no such namespace in this pack, which has %s%s", name, someOf(f.pack.Namespaces), meant.Hint(name, f.pack.Namespaces))
}

// someOf quotes names for an error, but not all of thousands.
func someOf(names []string) string {
	const most = 32
	if len(names) <= most {
		return fmt.Sprintf("%q", names)
	}
	return fmt.Sprintf("%q and %d more", names[:most], len(names)-most)
}

// kept returns a function that returns the filter of some namespaces. The first caller of that function makes the filter,
// without the lock, so that others can get theirs meanwhile.
func (f *Filters) kept(numbers []uint16) func() *search.RowFilter {
	key, size := filterKey(numbers), f.bytes(numbers)
	f.mu.Lock()
	defer f.mu.Unlock()
	filter, ok := f.young[key]
	if ok {
		return filter
	}
	if filter, ok = f.old[key]; !ok {
		filter = sync.OnceValue(func() *search.RowFilter { return f.union(numbers) })
	}
	if f.size+size > f.most()/2 {
		f.young, f.old, f.size = map[string]func() *search.RowFilter{key: filter}, f.young, size
	} else {
		f.young[key], f.size = filter, f.size+size
	}
	return filter
}

// filterKey returns a map key of some namespaces: two bytes for each number.
func filterKey(numbers []uint16) string {
	var key []byte
	for _, n := range numbers {
		key = binary.LittleEndian.AppendUint16(key, n)
	}
	return string(key)
}

// bytes estimates the memory of a filter, its key and its place in the map.
func (f *Filters) bytes(numbers []uint16) int {
	rows := 0
	for _, n := range numbers {
		rows += f.rows()[n]
	}
	return f.codes.FilterBytes(rows) + 4*len(numbers) + 256
}

// most returns the bound on the memory of all filters, in bytes.
func (f *Filters) most() int { return maxFilterBytes + len(f.pack.RowEntity)*f.pack.Bits/8 }

// union makes the filter of some namespaces.
func (f *Filters) union(numbers []uint16) *search.RowFilter {
	c := f.pack
	wanted := bitset.New(uint(len(c.Namespaces)))
	for _, n := range numbers {
		wanted.Set(uint(n))
	}
	allow := bitset.New(uint(len(c.RowEntity)))
	for row, e := range c.RowEntity {
		allow.SetTo(uint(row), wanted.Test(uint(c.EntityNamespace[e])))
	}
	return f.codes.NewRowFilter(allow)
}
