package pack

import "github.com/normlet/normlet/internal/wire"

// Tag names a section: four ASCII letters or digits.
type Tag [4]byte

// String returns the tag's four characters.
func (t Tag) String() string { return string(t[:]) }

func (t Tag) valid() bool {
	for _, b := range t {
		if !('A' <= b && b <= 'Z' || 'a' <= b && b <= 'z' || '0' <= b && b <= '9') {
			return false
		}
	}
	return true
}

// Section is a section this package has no table for. It is carried along.
type Section struct {
	Tag      Tag
	Critical bool   // a reader that does not know the tag has to refuse the file
	Data     []byte // uncompressed
}

var (
	tagMeta       = Tag{'M', 'E', 'T', 'A'}
	tagIDs        = Tag{'E', 'N', 'T', 'I'}
	tagNamespaces = Tag{'N', 'S', 'P', 'C'}
	tagPrior      = Tag{'P', 'R', 'I', 'O'}
	tagNames      = Tag{'N', 'A', 'M', 'E'}
	tagRowEntity  = Tag{'R', 'O', 'W', 'E'}
	tagRowKind    = Tag{'R', 'O', 'W', 'K'}
	tagPrimaryRow = Tag{'P', 'R', 'O', 'W'}
	tagCodes      = Tag{'C', 'O', 'D', 'E'}
	tagEncoder    = Tag{'E', 'N', 'C', 'W'}
	tagHead       = Tag{'H', 'E', 'A', 'D'}
	tagCalib      = Tag{'C', 'A', 'L', 'B'}
	tagWords      = Tag{'W', 'O', 'R', 'D'}
	tagSynonyms   = Tag{'S', 'Y', 'N', 'O'}
	tagContext    = Tag{'C', 'T', 'X', 'T'}
	tagProfiles   = Tag{'P', 'R', 'O', 'F'}
	tagSelf       = Tag{'S', 'E', 'L', 'F'}
	tagDelta      = Tag{'D', 'E', 'L', 'T'}
	tagSign       = Tag{'S', 'I', 'G', 'N'}
)

// known is what version 1 defines about one tag. parse reads the whole payload
// into the contents; it may rely on the sections above it in the registry, and tells
// the meter before it makes a table.
type known struct {
	tag                Tag
	critical, required bool
	about              string
	parse              func(c *Contents, r *wire.Reader, m *Meter)
}

// registry lists the sections of version 1 in the order in which they are
// written and parsed. It is a function, since a variable would be an
// initialization cycle.
func registry() []known {
	return []known{
		{tagMeta, true, true, "key=value lines", parseMeta},
		{tagIDs, true, true, "entity ids", parseIDs},
		{tagNamespaces, true, true, "namespaces, and one per entity", parseNamespaces},
		{tagPrior, true, true, "prior per entity", parsePrior},
		{tagNames, true, true, "names", parseNames},
		{tagRowEntity, true, true, "entity per name", parseRowEntity},
		{tagRowKind, true, true, "kind per name", parseRowKind},
		{tagPrimaryRow, true, true, "primary name per entity", parsePrimaryRow},
		{tagCodes, true, true, "code per name", parseCodes},
		{tagEncoder, true, false, "encoder weights", func(c *Contents, r *wire.Reader, _ *Meter) { c.Encoder = r.Rest() }},
		{tagHead, true, false, "binarizer", func(c *Contents, r *wire.Reader, _ *Meter) { c.Head = r.Rest() }},
		{tagCalib, true, false, "calibration", func(c *Contents, r *wire.Reader, _ *Meter) { c.Calibration = r.Rest() }},
		{tagWords, false, false, "how common words are", func(c *Contents, r *wire.Reader, _ *Meter) { c.Words = r.Rest() }},
		{tagSynonyms, false, false, "words that stand for others", func(c *Contents, r *wire.Reader, _ *Meter) { c.Synonyms = r.Rest() }},
		{tagContext, false, false, "codes of the words around mentions", func(c *Contents, r *wire.Reader, _ *Meter) { c.Context = r.Rest() }},
		{tagProfiles, false, false, "profile per entity", parseProfiles},
		{tagSelf, false, false, "self-check pairs", parseSelf},
		{tagDelta, true, false, "names added and removed since", func(_ *Contents, r *wire.Reader, _ *Meter) { r.Rest() }}, // read by split
		{tagSign, false, false, "signature", func(_ *Contents, r *wire.Reader, _ *Meter) { r.Bytes(signSize) }},
	}
}

// lookup returns what version 1 defines about t.
func lookup(t Tag) (known, bool) {
	for _, k := range registry() {
		if k.tag == t {
			return k, true
		}
	}
	return known{}, false
}
