package pack

import (
	"bytes"
	"cmp"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/normlet/normlet/internal/wire"
)

// Parse checks every byte of a pack and returns its contents: afterwards no
// index is out of bounds and no string is malformed, so a lookup needs no error
// path. It keeps data and never writes it; tables that are stored uncompressed
// are parts of data, which must not change (or be unmapped) while they are used.
//
// The error is ErrNotPack, a *VersionError, an *UnknownSectionError or a
// *CorruptError. Whatever the bytes are, a section takes at most 64 times its
// stored size and 64 KiB to decompress, and its table a few times that. The
// signature is not checked: Verify does that.
func Parse(data []byte) (*Contents, error) {
	c, d, err := split(data, false)
	if err != nil {
		return nil, err
	}
	return c.with(d)
}

// ParseMapped is Parse for memory that will go away: of the tables only Codes may
// be a part of data, and inPlace says whether they are.
func ParseMapped(data []byte) (c *Contents, inPlace bool, err error) {
	base, d, err := split(data, true)
	if err != nil {
		return nil, false, err
	}
	c, err = base.with(d)
	return c, err == nil && d == nil && isPart(c.Codes, data), err
}

// Split parses a pack into the tables of its base and the changes of section
// DELT, which are nil when there are none. Parse gives both as one.
func Split(data []byte) (*Contents, *Delta, error) { return split(data, false) }

// split reads all sections. With detach nothing but the codes is a part of data.
func split(data []byte, detach bool) (*Contents, *Delta, error) {
	h, err := ReadHeader(data)
	if err != nil {
		return nil, nil, err
	}
	if err := checkBytes(data, h); err != nil {
		return nil, nil, err
	}
	payloads, err := readPayloads(data, h)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range h.Sections {
		if detach && !s.Zstd && s.Tag != tagCodes {
			payloads[s.Tag] = bytes.Clone(payloads[s.Tag])
		}
	}
	c, err := parseTables(h, payloads)
	if err != nil {
		return nil, nil, err
	}
	payload, ok := payloads[tagDelta]
	if !ok {
		return c, nil, nil
	}
	r := wire.NewReader(payload)
	d := parseDelta(r, c)
	if err := r.Close(); err != nil {
		return nil, nil, corrupt(tagDelta.String(), err)
	}
	return c, d, nil
}

// parseTables reads the sections of the base.
func parseTables(h Header, payloads map[Tag][]byte) (*Contents, error) {
	c := &Contents{}
	for _, k := range registry() {
		payload, ok := payloads[k.tag]
		if !ok {
			if k.required {
				return nil, &CorruptError{Section: k.tag.String(), Reason: "the section is missing"}
			}
			continue
		}
		r := wire.NewReader(payload)
		k.parse(c, r)
		if err := r.Close(); err != nil {
			return nil, corrupt(k.tag.String(), err)
		}
	}
	for _, s := range h.Sections {
		if _, ok := lookup(s.Tag); !ok {
			c.Extra = append(c.Extra, Section{Tag: s.Tag, Data: payloads[s.Tag]})
		}
	}
	return c, damage(c.check())
}

// damage turns a fault of what was read into a *CorruptError; nil stays nil.
func damage(err error) error {
	var f *fault
	if errors.As(err, &f) {
		return &CorruptError{Section: f.section, Reason: f.reason}
	}
	return err
}

// checkBytes checks that data is the whole file and that every byte in it is
// what was written: checksums of the sections, zeros between them.
func checkBytes(data []byte, h Header) error {
	if h.FileSize != int64(len(data)) {
		return &CorruptError{Section: "file", Offset: int64(len(data)),
			Reason: sizeReason(int64(len(data)), h.FileSize)}
	}
	at := int64(headerSize + len(h.Sections)*entrySize + crcSize)
	for _, s := range h.Sections {
		for ; at < s.Offset; at++ {
			if data[at] != 0 {
				return &CorruptError{Section: "file", Offset: at, Reason: "a padding byte is not zero"}
			}
		}
		at += s.Stored
		if wire.Checksum(data[s.Offset:at]) != s.CRC {
			return &CorruptError{Section: s.Tag.String(), Reason: "checksum does not match"}
		}
	}
	return nil
}

func sizeReason(have, want int64) string {
	if have < want {
		return "the file is cut off"
	}
	return "bytes follow the end of the pack"
}

// readPayloads returns the uncompressed bytes of every section, and refuses
// critical sections that nobody here can read. Decompression is a third of the
// time to open a pack, so sections are decompressed side by side.
func readPayloads(data []byte, h Header) (map[Tag][]byte, error) {
	for _, s := range h.Sections {
		if _, ok := lookup(s.Tag); !ok && s.Critical {
			return nil, &UnknownSectionError{Section: s.Tag.String()}
		}
	}
	list, errs := make([][]byte, len(h.Sections)), make([]error, len(h.Sections))
	order := make([]int, len(list)) // largest first: a large one at the end would be waited for
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(h.Sections[b].Raw, h.Sections[a].Raw) })
	var next atomic.Int32
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(list)) {
		wg.Go(func() {
			var dec decompressor
			defer dec.close()
			for i := int(next.Add(1)) - 1; i < len(order); i = int(next.Add(1)) - 1 {
				s := order[i]
				list[s], errs[s] = dec.payload(data, h.Sections[s])
			}
		})
	}
	wg.Wait()
	payloads := make(map[Tag][]byte, len(list))
	for i, s := range h.Sections {
		if errs[i] != nil {
			return nil, errs[i] // of the first damaged section, whoever met it first
		}
		payloads[s.Tag] = list[i]
	}
	return payloads, nil
}

func parseIDs(c *Contents, r *wire.Reader) { c.IDs = parseStrings(r) }

func parseNames(c *Contents, r *wire.Reader) { c.Names = parseStrings(r) }

func parseNamespaces(c *Contents, r *wire.Reader) {
	count := r.Count(1)
	if count > maxNamespaces {
		r.Failf("%d namespaces; at most %d allowed", count, maxNamespaces)
		return
	}
	for range count {
		c.Namespaces = append(c.Namespaces, string(r.LenBytes()))
	}
	c.EntityNamespace = parseColumn[uint16](r, c.IDs.Len(), uint64(len(c.Namespaces)))
}

func parsePrior(c *Contents, r *wire.Reader) {
	c.Prior = parseColumn[uint8](r, c.IDs.Len(), math.MaxUint8+1)
}

func parseRowEntity(c *Contents, r *wire.Reader) {
	c.RowEntity = parseColumn[uint32](r, c.Names.Len(), uint64(c.IDs.Len()))
}

func parseRowKind(c *Contents, r *wire.Reader) {
	c.RowKind = parseColumn[Kind](r, c.Names.Len(), uint64(numKinds))
}

func parsePrimaryRow(c *Contents, r *wire.Reader) {
	ranks := parseColumn[uint32](r, c.IDs.Len(), uint64(c.Names.Len()))
	if r.Err() != nil {
		return
	}
	rows, bad := c.primaryRows(ranks)
	if bad >= 0 {
		r.Failf("entity %d has fewer rows than its primary row's rank", bad)
	}
	c.PrimaryRow = rows
}

func parseSelf(c *Contents, r *wire.Reader) {
	for range r.Count(1 + c.Bits/8) {
		c.Self = append(c.Self, SelfCheck{Text: string(r.LenBytes()), Code: r.Uint64s(c.Bits / 64)})
	}
}
