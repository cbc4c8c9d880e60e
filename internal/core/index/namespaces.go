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
	"github.com/normlet/normlet/knowledge"
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
	twins  func() bool     // whether there are any
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
	f.twins = sync.OnceValue(func() bool { return c.Twins() > 0 })
	f.rows = sync.OnceValue(func() []int {
		rows := make([]int, len(c.Namespaces))
		for _, e := range c.RowEntity {
			rows[c.EntityNamespace[e]]++
		}
		return rows
	})
	return f
}

// Of returns the filter of some namespaces, or nil if it would allow all rows. No namespaces are all. Rows of twins are
// allowed where a namespace names its organism. It returns the error of Unknown for a namespace that the pack lacks.
func (f *Filters) Of(namespaces []string) (*search.RowFilter, error) {
	var numbers []uint16
	twins := !f.twins()
	if len(namespaces) == 0 {
		if twins {
			return nil, nil
		}
		numbers = f.byName()
	} else {
		var err error
		if numbers, err = f.numbers(namespaces); err != nil {
			return nil, err
		}
		twins = twins || slices.ContainsFunc(namespaces, func(ns string) bool { _, taxon := pack.Organism(ns); return taxon != "" })
	}
	if twins && len(numbers) == len(f.pack.Namespaces) {
		return nil, nil
	}
	return f.kept(numbers, twins)(), nil
}

// Without returns the filter of all rows but one.
func (f *Filters) Without(row int32) *search.RowFilter {
	allow := bitset.New(uint(len(f.pack.RowEntity)))
	allow.FlipRange(0, allow.Len())
	return f.codes.NewRowFilter(allow.Clear(uint(row)))
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

// Meant returns the namespaces that words mean: each as it stands if the pack has it, else those of the kind of entities that
// people call so. Gene, genes and protein mean NCBIGene, cell lines cell_line, and drug chemical. It returns the error of
// Unknown for other words.
func (f *Filters) Meant(words []string) ([]string, error) {
	if _, err := f.numbers(words); err == nil {
		return words, nil
	}
	var out []string
	for _, w := range words {
		kind := []string{w}
		if _, err := f.numbers(kind); err != nil {
			if kind = f.kind(w); kind == nil {
				return nil, err
			}
		}
		out = append(out, kind...)
	}
	return out, nil
}

// kind returns the namespaces that are, or end with, a word or, failing that, another word for the same.
func (f *Filters) kind(word string) (found []string) {
	words := "|" + plain(word) + "|"
	at := strings.Index(knowledge.Kinds, words)
	for {
		for _, ns := range f.pack.Namespaces {
			ns, _ = pack.Organism(ns)
			last := len(ns) // where the last word begins: NCBIGene, cell_line
			for last > 0 && ns[last-1] >= 'a' && ns[last-1] <= 'z' {
				last--
			}
			is := strings.Contains(words, "|"+plain(ns)+"|") || last < len(ns) && strings.Contains(words, "|"+plain(ns[max(0, last-1):])+"|")
			if is && !slices.Contains(found, ns) {
				found = append(found, ns)
			}
		}
		if found != nil || at < 0 {
			return found
		}
		words, _, _ = strings.Cut(knowledge.Kinds[strings.LastIndexByte(knowledge.Kinds[:at], '\n')+1:], "\n")
		at = -1
	}
}

// plain returns a word without what case, signs and a plural add to it: cellline for Cell lines.
func plain(word string) string {
	var out []byte
	for _, b := range []byte(strings.ToLower(word)) {
		if b >= 0x80 || b >= 'a' && b <= 'z' || b >= '0' && b <= '9' {
			out = append(out, b)
		}
	}
	return strings.TrimSuffix(string(out), "s")
}

// Unknown returns the error for a name that is not a namespace of the pack. It begins with the name.
func (f *Filters) Unknown(name string) error {
	return fmt.Errorf("%q: no such namespace in this pack, which has %s%s", name, meant.List(f.pack.Namespaces), meant.Hint(name, f.pack.Namespaces))
}

// kept returns a function that returns the filter of some namespaces, with or without twins. The first caller of that function makes the filter,
// without the lock, so that others can get theirs meanwhile.
func (f *Filters) kept(numbers []uint16, twins bool) func() *search.RowFilter {
	key, size := filterKey(numbers, twins), f.bytes(numbers)
	f.mu.Lock()
	defer f.mu.Unlock()
	filter, ok := f.young[key]
	if ok {
		return filter
	}
	if filter, ok = f.old[key]; !ok {
		filter = sync.OnceValue(func() *search.RowFilter { return f.union(numbers, twins) })
	}
	if f.size+size > f.most()/2 {
		f.young, f.old, f.size = map[string]func() *search.RowFilter{key: filter}, f.young, size
	} else {
		f.young[key], f.size = filter, f.size+size
	}
	return filter
}

// filterKey returns a map key of some namespaces: two bytes for each number, and one for twins.
func filterKey(numbers []uint16, twins bool) string {
	var key []byte
	if twins {
		key = append(key, 1)
	}
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
func (f *Filters) union(numbers []uint16, twins bool) *search.RowFilter {
	c := f.pack
	wanted := make([]bool, len(c.Namespaces))
	for _, n := range numbers {
		wanted[n] = true
	}
	allow := bitset.New(uint(len(c.RowEntity)))
	for row, e := range c.RowEntity {
		if wanted[c.EntityNamespace[e]] && (twins || !c.IsTwin(row)) {
			allow.Set(uint(row))
		}
	}
	return f.codes.NewRowFilter(allow)
}
