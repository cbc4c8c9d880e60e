package pack

import (
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// formatVersion is the version of the format that this package writes, minReader
// the oldest one whose reader understands it. A change that old readers can ignore
// (a new optional section) raises formatVersion only; a change they would misread
// raises minReader as well. format.go has the history.
const (
	formatVersion = 1
	minReader     = 1
)

// Sections that other code of this package names.
const (
	tagMeta       Tag = "META"
	tagIDs        Tag = "ENTI"
	tagNamespaces Tag = "NSPC"
	tagPrior      Tag = "PRIO"
	tagNames      Tag = "NAME"
	tagRowEntity  Tag = "ROWE"
	tagRowKind    Tag = "ROWK"
	tagPrimaryRow Tag = "PROW"
	tagCodes      Tag = "CODE"
	tagEncoder    Tag = "ENCW"
	tagCompany    Tag = "MEET"
	tagFields     Tag = "FLDS"
	tagDetails    Tag = "DETL"
	tagTagger     Tag = "TAGR"
	tagSame       Tag = "SAME"
	tagParents    Tag = "PRNT"
	tagAlso       Tag = "ALSO"
	tagLanguages  Tag = "LANG"
	tagSelf       Tag = "SELF"
	tagDelta      Tag = "DELT"
	tagSign       Tag = "SIGN"
)

// sections declares every section of the format, in the order in which they are
// written and read. A new one is declared here; its field is in Contents, its
// meaning in format.go, and TestSections says what is missing.
var sections = []section{
	{
		tag: tagMeta, need: required, since: 1, about: "key=value lines",
		parse: parseMeta, check: (*Contents).checkMeta,
		size:    func(c *Contents) int { return metaBytes * len(c.Meta) },
		inDelta: true, merge: (*merger).mergeMeta,
	},
	{
		tag: tagIDs, need: required, since: 1, about: "entity ids",
		parse: func(c *Contents, r *wire.Reader, m *Meter) { c.IDs = parseStrings(c, r, m, "Entities", m.Entities) },
		check: (*Contents).checkIDs, size: func(c *Contents) int { return c.IDs.size() },
		inDelta: true, merge: func(m *merger) { m.out.IDs = m.strings(m.entities, ids) },
	},
	{
		tag: tagNamespaces, need: required, since: 1, about: "namespaces, and one per entity",
		parse: parseNamespaces, check: (*Contents).checkNamespaces,
		size:    func(c *Contents) int { return 2 * len(c.EntityNamespace) },
		inDelta: true, merge: (*merger).mergeNamespaces,
	},
	column(tagPrior, "prior per entity", func(c *Contents) *[]uint8 { return &c.Prior }, ids,
		func(*Contents) uint64 { return math.MaxUint8 + 1 },
		func(m *merger) { m.out.Prior = pick(m.attributes, m.base.Prior, m.added.Prior, 1) }),
	{
		tag: tagNames, need: required, since: 1, about: "names",
		parse: func(c *Contents, r *wire.Reader, m *Meter) { c.Names = parseNames(c, r, m) },
		check: (*Contents).checkNames, size: func(c *Contents) int { return c.Names.size() },
		inDelta: true, merge: func(m *merger) { m.out.Names = m.strings(m.rows, rowNames) },
	},
	column(tagRowEntity, "entity per name", func(c *Contents) *[]uint32 { return &c.RowEntity }, rowNames,
		func(c *Contents) uint64 { return uint64(c.IDs.Len()) }, (*merger).mergeRowEntity),
	column(tagRowKind, "kind per name", func(c *Contents) *[]Kind { return &c.RowKind }, rowNames,
		func(*Contents) uint64 { return uint64(numKinds) },
		func(m *merger) { m.out.RowKind = pick(m.rows, m.base.RowKind, m.added.RowKind, 1) }),
	{
		tag: tagPrimaryRow, need: required, since: 1, about: "primary name per entity",
		parse: parsePrimaryRow, check: (*Contents).checkPrimaryRow,
		size:  func(c *Contents) int { return 4 * len(c.PrimaryRow) },
		merge: (*merger).choosePrimary,
	},
	{
		tag: tagCodes, need: required, since: 1, about: "code per name",
		parse: parseCodes, check: (*Contents).checkCodes,
		size:    func(c *Contents) int { return 8 * len(c.Codes) },
		inDelta: true, merge: func(m *merger) { m.out.Codes = pick(m.rows, m.base.Codes, m.added.Codes, m.base.Bits/64) },
	},
	opaque(tagEncoder, critical, "encoder weights", func(c *Contents) *[]byte { return &c.Encoder }, nil),
	opaque("HEAD", critical, "binarizer", func(c *Contents) *[]byte { return &c.Head }, nil),
	opaque("CALB", critical, "calibration", func(c *Contents) *[]byte { return &c.Calibration }, nil),
	opaque("WORD", optional, "how common words are", func(c *Contents) *[]byte { return &c.Words }, nil),
	opaque("SYNO", optional, "words that stand for others", func(c *Contents) *[]byte { return &c.Synonyms }, nil),
	opaque("TELS", optional, "which words tell no entities apart", func(c *Contents) *[]byte { return &c.Telling }, nil),
	opaque("REWR", optional, "rewrites: what words of a mention may be written as", func(c *Contents) *[]byte { return &c.Rewrites }, nil),
	opaque("KNOW", optional, "what words of its field mean", func(c *Contents) *[]byte { return &c.Knowledge }, nil),
	opaque("TRAN", optional, "what words of other languages mean", func(c *Contents) *[]byte { return &c.Translations }, nil),
	{
		tag: tagCompany, need: optional, since: 1, about: "entities that are written about together",
		parse: parseCompany, check: (*Contents).checkCompany,
		size:  func(c *Contents) int { return 8 * len(c.Company) },
		merge: (*merger).mergeCompany,
	},
	{
		tag: tagSame, need: optional, since: 1, about: "entities that are the same thing",
		parse: parseSame, check: (*Contents).checkSame,
		size:  func(c *Contents) int { return 4 * len(c.Same) },
		merge: (*merger).mergeSame,
	},
	{
		tag: tagParents, need: optional, since: 1, about: "what entities are kinds of",
		parse: parseParents, check: (*Contents).checkParents,
		size:  func(c *Contents) int { return 8 * len(c.Parents) },
		merge: (*merger).mergeParents,
	},
	{
		tag: tagLanguages, need: optional, since: 1, about: "languages of names",
		parse: parseLanguages, check: (*Contents).checkLanguages,
		size:  func(c *Contents) int { return 2 * len(c.RowLanguages) },
		merge: (*merger).mergeLanguages,
	},
	opaque(tagAlso, optional, "ids that other lists have for entities", func(c *Contents) *[]byte { return &c.Also }, (*Contents).checkAlso),
	opaque(tagFields, optional, "fields of entities", func(c *Contents) *[]byte { return &c.Fields }, (*Contents).checkFields),
	opaque(tagDetails, optional, "details of entities", func(c *Contents) *[]byte { return &c.Details }, nil),
	opaque(tagTagger, optional, "what finds entities in texts", func(c *Contents) *[]byte { return &c.Tagger }, nil),
	{
		tag: tagSelf, need: optional, since: 1, about: "self-check pairs",
		parse: parseSelf, check: (*Contents).checkSelf,
		size: func(c *Contents) int { return selfBytes * len(c.Self) },
	},
	{
		tag: tagDelta, need: critical, since: 1, about: "names added and removed since", // split and WithDelta have it
		parse: func(_ *Contents, r *wire.Reader, _ *Meter) { r.Rest() },
	},
	{
		tag: tagSign, need: optional, since: 1, about: "signature", // Sign and Verify have it
		parse: func(_ *Contents, r *wire.Reader, _ *Meter) { r.Bytes(signSize) },
	},
}

// ids and rowNames return the list whose length a column has.
func ids(c *Contents) *Strings      { return c.IDs }
func rowNames(c *Contents) *Strings { return c.Names }
