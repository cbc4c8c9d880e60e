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

// Contents is everything a pack holds, as plain tables. A row is one name; rows
// have the order the builder chose, and entities have the order of their ids.
type Contents struct {
	Meta []Pair // ascending by key, no key twice

	IDs             *Strings // per entity, ascending byte by byte
	Namespaces      []string // no name twice
	EntityNamespace []uint16 // per entity, index into Namespaces
	Prior           []uint8  // per entity; the meaning belongs to the reader
	PrimaryRow      []uint32 // per entity, the row of its primary name

	ProfileBits int      // of one profile, a multiple of 64; 0 when there are none
	Profiles    []uint64 // entity-major, ProfileBits/64 words each; zero words are of an entity without a profile

	// Same has, per entity, the first entity that is the same thing in another namespace,
	// mostly itself; nil if no two are.
	Same []uint32

	Also   []byte // ids that other lists have for entities, as format.go says
	Fields []byte // what further columns of the list say of entities, as format.go says

	Names     *Strings // per row
	RowEntity []uint32 // per row, index of the entity it names
	RowKind   []Kind   // per row

	Bits  int      // of one code, a multiple of 64 from 64 to 4096
	Codes []uint64 // row-major, Bits/64 words a row; see CodesLater

	chained bool // Codes still are differences
	trusted bool // see ReadOptions

	// Stored as they are; their own packages read them. Empty ones are left out.
	Encoder, Head, Calibration, Words, Synonyms, Telling, Rewrites, Knowledge, Context, Details, Tagger []byte

	Self  []SelfCheck // what the encoder and binarizer have to give
	Extra []Section   // of other tags, kept and written again

	later *later // sections left for later; nil of most packs
}

// Profile returns the profile of an entity, ProfileBits/64 words, a part of
// Profiles; nil if it has none.
func (c *Contents) Profile(entity int) []uint64 {
	words := c.ProfileBits / 64
	p := c.Profiles[entity*words : (entity+1)*words : (entity+1)*words]
	if !slices.ContainsFunc(p, func(w uint64) bool { return w != 0 }) {
		return nil
	}
	return p
}

// SectionBytes returns about how many bytes the sections of c take, uncompressed.
func (c *Contents) SectionBytes() int64 {
	n := 0
	for _, s := range sections {
		if s.size != nil {
			n += s.size(c)
		}
	}
	return int64(n)
}

// MaxName is how many bytes a name may have: look-ups compare whole names.
const MaxName = 1 << 16

// Pair is one fact about the pack: where the terminology comes from, its
// licence, how the pack was built. Keys are made of a-z, 0-9, '.', '-', '_'.
type Pair struct{ Key, Value string }

// MetaValue returns the value of a key, "" when there is none.
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
	Bits            int // of one code
}

// Value returns the value of a metadata key, "" when the pack states none.
func (i Info) Value(key string) string { return (&Contents{Meta: i.Meta}).MetaValue(key) }

// Info returns a copy of the description of c.
func (c *Contents) Info() Info {
	return Info{
		Meta: slices.Clone(c.Meta), Namespaces: slices.Clone(c.Namespaces),
		Entities: c.IDs.Len(), Names: c.Names.Len(), Bits: c.Bits,
	}
}

// Code returns the code of a row, Bits/64 words, a part of Codes.
func (c *Contents) Code(row int) []uint64 {
	words := c.Bits / 64
	return c.Codes[row*words : (row+1)*words : (row+1)*words]
}

// fault is a contradiction in the contents: the section it is in, and what it is.
type fault struct {
	section Tag
	reason  string
}

func (f *fault) Error() string { return "section " + string(f.section) + ": " + f.reason }

func faultf(tag Tag, format string, args ...any) error {
	return &fault{tag, fmt.Sprintf(format, args...)}
}

// check returns a *fault when the tables contradict one another, or the error of
// the meter. Parse and Append call it, so what is written can be read. Trusted tables
// it only counts.
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

// checkSteps is how much check reads.
func (c *Contents) checkSteps() int {
	return len(c.Meta) + c.IDs.steps() + 2*len(c.EntityNamespace) + len(c.Same) + len(c.Also) + len(c.Fields) + 3*c.Names.Len() + len(c.Namespaces) + len(c.Self)
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
	return cmp.Or(errs...) // about the first
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
