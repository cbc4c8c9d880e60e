package pack

import "github.com/normlet/normlet/internal/wire"

// writers return the payload of each section that is not kept as it is: in one or more forms that mean the same, each in parts
// that compress best on their own. A section without bytes is left out. DELT has the last form with RawCodes. They stand apart
// from the declarations so that programs that only read packs, such as the browser's, do not contain them.
var writers = map[Tag]func(c *Contents, o *WriteOptions) [][][]byte{
	tagMeta:       func(c *Contents, _ *WriteOptions) [][][]byte { return one(c.metaText()) },
	tagIDs:        func(c *Contents, _ *WriteOptions) [][][]byte { return [][][]byte{c.IDs.parts()} },
	tagNamespaces: (*Contents).namespaceForms,
	tagPrior:      func(c *Contents, _ *WriteOptions) [][][]byte { return wire.ColumnForms(c.Prior) },
	tagNames:      func(c *Contents, _ *WriteOptions) [][][]byte { return [][][]byte{c.Names.parts()} },
	tagRowEntity:  func(c *Contents, _ *WriteOptions) [][][]byte { return wire.ColumnForms(c.RowEntity) },
	tagRowKind:    func(c *Contents, _ *WriteOptions) [][][]byte { return wire.ColumnForms(c.RowKind) },
	tagPrimaryRow: func(c *Contents, _ *WriteOptions) [][][]byte { return wire.ColumnForms(c.primaryRanks()) },
	tagCodes:      (*Contents).codeForms,
	tagCompany:    (*Contents).companyForms,
	tagSame:       (*Contents).sameForms,
	tagParents:    (*Contents).parentForms,
	tagLanguages:  (*Contents).languageForms,
	tagSelf:       func(c *Contents, _ *WriteOptions) [][][]byte { return one(c.selfPairs()) },
}

// forms returns those of a section, nil for what others write: changes and signatures.
func (s *section) forms(c *Contents, o *WriteOptions) [][][]byte {
	if s.bytes != nil {
		return one(*s.bytes(c))
	}
	if write := writers[s.tag]; write != nil {
		return write(c, o)
	}
	return nil
}

func one(b []byte) [][][]byte { return [][][]byte{{b}} }
