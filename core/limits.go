package core

import (
	"crypto/ed25519"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/search"
)

// Limits bound what opening a pack may take. The zero value has limits for packs
// of any size; a host that opens the packs of strangers sets lower ones. What
// exceeds one is refused with a *pack.LimitError.
type Limits = pack.Limits

// OpenOptions changes how a pack is opened.
type OpenOptions struct {
	Limits Limits

	// Keys, unless nil, are those one of which must have signed the pack, as for
	// OpenSigned: a list without keys refuses every pack. The file is then read.
	Keys []ed25519.PublicKey

	// Read reads the file instead of mapping it: what happens to it later makes no
	// difference.
	Read bool

	// CheckCodes encodes every name and compares its code, which takes ten microseconds
	// a name; without it some are compared. See Normalizer.CheckCodes.
	CheckCodes bool
}

// takeTables tells the meter what the tables take that New makes of the sections,
// before they are made. It reports whether there is room for hash tables of the
// codes, without which a search gives the same answers.
func takeTables(c *pack.Contents, m *pack.Meter) (hash bool, err error) {
	rows, codes := c.Names.Len(), 8*len(c.Codes)
	parts := len(c.Encoder) + len(c.Head) + len(c.Calibration) + len(c.Context) + len(c.Synonyms)
	// Weights are copied, and those that are multiplied kept as float32; the others
	// take at most three times their bytes. The digests read encoder and head again.
	if err := m.Take(8*parts, encoder.TableBytes(c.Encoder)+2*len(c.Head)+3*(len(c.Calibration)+len(c.Synonyms))+len(c.Context)); err != nil {
		return false, err
	}
	if err := m.Take(3*rows+codes, codes+rows/8+4*rows); err != nil {
		return false, err
	}
	size := search.HashBytes(rows, c.Bits)
	if size == 0 || size > m.Room() {
		return false, nil
	}
	return true, m.Take(int(size/2), int(size))
}

// checkWork refuses a pack whose encoder takes too long for what is encoded when
// it is opened.
func (n *Normalizer) checkWork(m *pack.Meter) error {
	var work int64
	add := func(size int) { work += n.encoder.Cost(size) + int64(n.head.Bits)*int64(n.head.Dim) }
	for _, s := range n.pack.Self {
		add(len(s.Text))
	}
	for _, row := range n.checkedRows() {
		add(n.pack.Names.Size(row))
	}
	return m.AtMost("CheckSteps", work, m.CheckSteps)
}
