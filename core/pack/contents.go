package pack

import (
	"bytes"
	"fmt"
	"math"
	"unicode/utf8"
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

	Names     *Strings // per row
	RowEntity []uint32 // per row, index of the entity it names
	RowKind   []Kind   // per row

	Bits  int      // of one code, a multiple of 64 from 64 to 4096
	Codes []uint64 // row-major, Bits/64 words a row

	// Stored as they are; their own packages read them. Empty ones are left out.
	Encoder, Head, Calibration, Words, Synonyms, Context []byte

	Self  []SelfCheck // what the encoder and binarizer have to give
	Extra []Section   // of other tags, kept and written again
}

// Profile returns the profile of an entity, ProfileBits/64 words, a part of
// Profiles; none where the entity has none.
func (c *Contents) Profile(entity int) []uint64 {
	words := c.ProfileBits / 64
	p := c.Profiles[entity*words : (entity+1)*words : (entity+1)*words]
	for _, w := range p {
		if w != 0 {
			return p
		}
	}
	return nil
}

// SectionBytes returns about how many bytes the sections of c take, uncompressed.
func (c *Contents) SectionBytes() int64 {
	n := len(c.Encoder) + len(c.Head) + len(c.Calibration) + len(c.Words) + len(c.Synonyms) + len(c.Context)
	n += 8*len(c.Codes) + 8*len(c.Profiles) + 4*len(c.RowEntity) + 4*len(c.Prior)
	for _, s := range []*Strings{c.IDs, c.Names} {
		if s != nil {
			n += 2*s.Len() + len(s.text)
		}
	}
	return int64(n)
}

// MaxName is how many bytes a name may have: look-ups compare whole names, and none
// that people use comes near.
const MaxName = 1 << 16

// maxNamespaces is how many an index of 16 bits tells apart.
const maxNamespaces = math.MaxUint16 + 1

// Pair is one fact about the pack: where the terminology comes from, its
// licence, how the pack was built. Keys are made of a-z, 0-9, '.', '-', '_'.
type Pair struct{ Key, Value string }

// SelfCheck is a text and the code it has in this pack. A reader that computes
// another one would give wrong answers and has to refuse the pack.
type SelfCheck struct {
	Text string
	Code []uint64 // Bits/64 words
}

// MetaValue returns the value of a key, "" when there is none.
func (c *Contents) MetaValue(key string) string {
	for _, p := range c.Meta {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// Code returns the code of a row, Bits/64 words, a part of Codes.
func (c *Contents) Code(row int) []uint64 {
	words := c.Bits / 64
	return c.Codes[row*words : (row+1)*words : (row+1)*words]
}

// fault is a contradiction in the contents: the section it is in, and what it is.
type fault struct{ section, reason string }

func (f *fault) Error() string { return "section " + f.section + ": " + f.reason }

func faultf(tag Tag, format string, args ...any) error {
	return &fault{tag.String(), fmt.Sprintf(format, args...)}
}

// check returns a *fault when the tables contradict one another, or the error of
// the meter. Parse and Append call it, so what is written can be read.
func (c *Contents) check(m *Meter) error {
	if c.IDs != nil && c.Names != nil {
		if err := m.Take(c.checkSteps(), mapBytes*len(c.Namespaces)); err != nil {
			return err
		}
		defer m.Return(mapBytes * len(c.Namespaces))
	}
	for _, f := range []func() error{
		c.checkMeta, c.checkSizes, c.checkStrings, c.checkNamespaces, c.checkRows, c.checkSelf, c.checkExtra,
	} {
		if err := f(); err != nil {
			return err
		}
	}
	return c.checkOrder(m)
}

// mapBytes is about what an entry of a map from a string takes.
const mapBytes = 64

// checkSteps is how much check reads.
func (c *Contents) checkSteps() int {
	return len(c.Meta) + c.IDs.steps() + 2*len(c.EntityNamespace) + 3*c.Names.Len() + len(c.Namespaces) + len(c.Self)
}

func (c *Contents) checkMeta() error {
	for i, p := range c.Meta {
		switch {
		case !metaKey(p.Key):
			return faultf(tagMeta, "key %q is not made of a-z, 0-9, '.', '-', '_'", p.Key)
		case i > 0 && c.Meta[i-1].Key >= p.Key:
			return faultf(tagMeta, "key %q does not come after %q", p.Key, c.Meta[i-1].Key)
		case !utf8.ValidString(p.Value):
			return faultf(tagMeta, "value of %q is not valid UTF-8", p.Key)
		}
	}
	return nil
}

func (c *Contents) checkSizes() error {
	if c.IDs == nil || c.IDs.Len() == 0 {
		return faultf(tagIDs, "there is no entity")
	}
	if c.Names == nil || c.Names.Len() > math.MaxInt32 {
		return faultf(tagNames, "there are no names, or more than %d", math.MaxInt32)
	}
	if c.Bits < 64 || c.Bits > 4096 || c.Bits%64 != 0 {
		return faultf(tagCodes, "codes of %d bits; allowed are multiples of 64 from 64 to 4096", c.Bits)
	}
	if c.ProfileBits < 0 || c.ProfileBits > 4096 || c.ProfileBits%64 != 0 {
		return faultf(tagProfiles, "profiles of %d bits; allowed are multiples of 64 up to 4096", c.ProfileBits)
	}
	entities, rows := c.IDs.Len(), c.Names.Len()
	for _, s := range []struct {
		tag        Tag
		have, want int
	}{
		{tagNamespaces, len(c.EntityNamespace), entities},
		{tagPrior, len(c.Prior), entities},
		{tagPrimaryRow, len(c.PrimaryRow), entities},
		{tagRowEntity, len(c.RowEntity), rows},
		{tagRowKind, len(c.RowKind), rows},
		{tagProfiles, len(c.Profiles), entities * (c.ProfileBits / 64)},
	} {
		if s.have != s.want {
			return faultf(s.tag, "%d items where %d are due", s.have, s.want)
		}
	}
	if uint64(len(c.Codes)) != uint64(rows)*uint64(c.Bits/64) {
		return faultf(tagCodes, "%d words for %d names of %d bits", len(c.Codes), rows, c.Bits)
	}
	return nil
}

func (c *Contents) checkStrings() error {
	prev := make([]byte, 0, 128)
	for i, id := range c.IDs.Range(0, c.IDs.Len()) {
		switch {
		case len(id) == 0 || !utf8.Valid(id):
			return faultf(tagIDs, "entity %d has no id, or one that is not valid UTF-8", i)
		case i > 0 && bytes.Compare(prev, id) >= 0:
			return faultf(tagIDs, "id %q of entity %d does not come after %q", id, i, prev)
		}
		prev = append(prev[:0], id...)
	}
	if row := c.Names.firstBad(); row >= 0 {
		return faultf(tagNames, "row %d has no name, or one that is not valid UTF-8", row)
	}
	if row := c.Names.firstLong(MaxName); row >= 0 {
		return faultf(tagNames, "row %d has a name of more than %d bytes", row, MaxName)
	}
	return nil
}

func (c *Contents) checkNamespaces() error {
	if len(c.Namespaces) > maxNamespaces {
		return faultf(tagNamespaces, "%d namespaces; at most %d allowed", len(c.Namespaces), maxNamespaces)
	}
	seen := make(map[string]bool, len(c.Namespaces))
	for _, n := range c.Namespaces {
		if seen[n] || !utf8.ValidString(n) {
			return faultf(tagNamespaces, "namespace %q appears twice or is not valid UTF-8", n)
		}
		seen[n] = true
	}
	for i, n := range c.EntityNamespace {
		if int(n) >= len(c.Namespaces) {
			return faultf(tagNamespaces, "entity %d has namespace %d of %d", i, n, len(c.Namespaces))
		}
	}
	return nil
}

func (c *Contents) checkRows() error {
	for row, entity := range c.RowEntity {
		if uint64(entity) >= uint64(c.IDs.Len()) {
			return faultf(tagRowEntity, "row %d names entity %d of %d", row, entity, c.IDs.Len())
		}
		if c.RowKind[row] >= numKinds {
			return faultf(tagRowKind, "row %d has kind %d of %d", row, c.RowKind[row], numKinds)
		}
	}
	// A primary row of its own is also what gives every entity a row.
	for entity, row := range c.PrimaryRow {
		if uint64(row) >= uint64(len(c.RowEntity)) || c.RowEntity[row] != uint32(entity) {
			return faultf(tagPrimaryRow, "primary row %d of entity %d is not one of its rows", row, entity)
		}
	}
	return nil
}

func (c *Contents) checkSelf() error {
	for i, s := range c.Self {
		if len(s.Code) != c.Bits/64 || !utf8.ValidString(s.Text) {
			return faultf(tagSelf, "pair %d has a code of %d words instead of %d, or text that is not valid UTF-8", i, len(s.Code), c.Bits/64)
		}
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
