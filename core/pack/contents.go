package pack

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/normlet/normlet/internal/parallel"
)

// Contents is everything in a pack, as plain tables. A row is a name of an entity. Rows are sorted as NewRowKey says, and
// entities are sorted by id.
type Contents struct {
	Meta []Pair // ascending by key, no key twice

	IDs             *Strings // per entity, ascending byte by byte
	Namespaces      []string // no name twice
	EntityNamespace []uint16 // per entity, index into Namespaces
	Prior           []uint8  // per entity, how much people write about it: see PriorOf
	PrimaryRow      []uint32 // per entity, the row of its primary name

	// Company has pairs of entities that are written about together, each with the lower number first, ascending. It is nil
	// if that is not known, or see CompanyLater.
	Company [][2]uint32

	// Same has, per entity, the first entity that is the same thing, in this or another namespace. It is nil if each entity
	// is only the same as itself.
	Same []uint32

	Parents []Parent // ascending: what is a kind of what; may lead round in a circle

	Also   []byte // ids of the entities in other lists, in the form that format.go specifies
	Fields []byte // fields of the entities, in the form that format.go specifies

	Names     *Strings // per row
	RowEntity []uint32 // per row, index of the entity it names
	RowKind   []Kind   // per row

	// Languages has what LanguagesOf returns, ascending. RowLanguages has, per row, one more than the index into it, or 0 for a
	// name of no stated language; it is nil if all are.
	Languages    []string
	RowLanguages []uint16

	Bits  int      // bits of a code, a multiple of 64 from 64 to 4096
	Codes []uint64 // Bits/64 words per row; see CodesLater

	trusted bool // see ReadOptions

	// Stored as they are; their own packages read them. Empty ones are left out.
	Encoder, Head, Calibration, Words, Synonyms, Telling, Rewrites, Knowledge, Translations, Details, Tagger []byte

	Self  []SelfCheck // texts with the codes that encoder and binarizer have to give
	Extra []Section   // sections that this package does not know; Append writes them again

	later *later // sections that are still compressed; nil in most packs
}

// SectionBytes estimates the size of the sections of c, uncompressed, in bytes.
func (c *Contents) SectionBytes() int64 {
	n := 0
	for _, s := range sections {
		if s.size != nil {
			n += s.size(c)
		}
	}
	return int64(n)
}

// MaxName is the largest size of a name, in bytes, because look-ups compare whole names.
const MaxName = 1 << 16

// Pair is a fact about the pack, such as the source and the licence of the terminology, or how the pack was built. A key
// consists of a-z, 0-9, '.', '-' and '_'.
type Pair struct{ Key, Value string }

// MetaValue returns the value of a metadata key, or "" if there is none.
func (c *Contents) MetaValue(key string) string {
	for _, p := range c.Meta {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// Info describes a pack.
type Info struct {
	Meta            []Pair // ascending by key
	Namespaces      []string
	Entities, Names int
	Bits            int // bits of a code
}

// Value returns the value of a metadata key, or "" if there is none.
func (i Info) Value(key string) string { return (&Contents{Meta: i.Meta}).MetaValue(key) }

// Info returns a copy of the description of c.
func (c *Contents) Info() Info {
	return Info{
		Meta: slices.Clone(c.Meta), Namespaces: slices.Clone(c.Namespaces),
		Entities: c.IDs.Len(), Names: c.Names.Len(), Bits: c.Bits,
	}
}

// Code returns the code of a row: Bits/64 words, which are a part of Codes.
func (c *Contents) Code(row int) []uint64 {
	words := c.Bits / 64
	return c.Codes[row*words : (row+1)*words : (row+1)*words]
}

// fault is a contradiction in the contents, and the section that has it.
type fault struct {
	section Tag
	reason  string
}

func (f *fault) Error() string { return "section " + string(f.section) + ": " + f.reason }

// faultf stays a call: copies of it would take 28 times its size.
//
//go:noinline
func faultf(tag Tag, format string, args ...any) error {
	return &fault{tag, fmt.Sprintf(format, args...)}
}

// check returns a *fault if the tables contradict one another, or the error of the meter. Parse and Append both call it, so
// that Parse can read what Append writes. It only counts the cost of trusted tables.
func (c *Contents) check(m *Meter) error {
	switch {
	case c.IDs == nil || c.IDs.Len() == 0:
		return faultf(tagIDs, "there is no entity")
	case c.Names == nil || c.Names.Len() > math.MaxInt32:
		return faultf(tagNames, "there are no names, or more than %d", math.MaxInt32)
	}
	if err := m.Take(c.checkSteps(), mapBytes*len(c.Namespaces)); err != nil {
		return err
	}
	defer m.giveBack(mapBytes * len(c.Namespaces))
	if c.trusted {
		return nil
	}
	for _, s := range sections {
		if s.check != nil {
			if err := s.check(c); err != nil {
				return err
			}
		}
	}
	if err := c.checkExtra(); err != nil {
		return err
	}
	return c.checkOrder(m)
}

// checkSteps returns the number of steps that check takes.
func (c *Contents) checkSteps() int {
	return len(c.Meta) + c.IDs.steps() + 2*len(c.EntityNamespace) + len(c.Same) + len(c.Company) + len(c.Parents) + len(c.Also) + len(c.Fields) + len(c.RowLanguages) + 3*c.Names.Len() + len(c.Namespaces) + len(c.Self)
}

func (c *Contents) checkIDs() error {
	if n := c.IDs.bad; n > 0 {
		return faultf(tagIDs, "entity %d has no id, or one that is not valid UTF-8", n-1)
	}
	blocks := len(c.IDs.blocks)
	errs := make([]error, min(runtime.GOMAXPROCS(0), blocks/64+1))
	parallel.Parts(len(errs), blocks, func(part, from, to int) {
		errs[part] = c.checkRising(from*blockLen, min(to*blockLen, c.IDs.Len()))
	})
	return cmp.Or(errs...) // the first fault
}

// checkRising compares ids [from, to) with those before.
func (c *Contents) checkRising(from, to int) error {
	prev := make([]byte, 0, 128)
	if from > 0 {
		prev = c.IDs.Append(prev, from-1)
	}
	for i, id := range c.IDs.Range(from, to) {
		if i > 0 && bytes.Compare(prev, id) >= 0 {
			return faultf(tagIDs, "id %q of entity %d does not come after %q", id, i, prev)
		}
		prev = append(prev[:0], id...)
	}
	return nil
}

func (c *Contents) checkNames() error {
	if n := c.Names.bad; n > 0 {
		return faultf(tagNames, "row %d has no name, or one that is not valid UTF-8", n-1)
	}
	if n := c.Names.long; n > 0 {
		return faultf(tagNames, "row %d has a name of more than %d bytes", n-1, MaxName)
	}
	return nil
}

func (c *Contents) checkExtra() error {
	seen := map[Tag]bool{}
	for _, s := range c.Extra {
		if _, ok := lookup(s.Tag); ok || seen[s.Tag] || !s.Tag.valid() {
			return faultf(s.Tag, "tag of an extra section is taken, or not four letters or digits")
		}
		seen[s.Tag] = true
	}
	return nil
}
