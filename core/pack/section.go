package pack

import (
	"unsafe"

	"github.com/normlet/normlet/internal/wire"
)

// Tag is the name of a section: four ASCII letters or digits.
type Tag string

func (t Tag) valid() bool {
	for i := range len(t) {
		if b := t[i]; !('A' <= b && b <= 'Z' || 'a' <= b && b <= 'z' || '0' <= b && b <= '9') {
			return false
		}
	}
	return len(t) == 4
}

// Section is a section that this package does not know. Append writes it as Parse read it.
type Section struct {
	Tag      Tag
	Critical bool   // a reader that does not know the tag has to refuse the file
	Data     []byte // uncompressed
}

// need says whether a pack has to have a section, and a reader has to know it.
type need uint8

const (
	required need = iota + 1 // every pack has it, every reader knows it
	critical                 // a reader that does not know it would misread the pack, so it has to refuse it
	optional                 // a reader that does not know it passes over it and loses little
)

// section declares all that this package knows of one section. Functions that a
// section has no use for are nil.
type section struct {
	tag   Tag
	need  need
	since int    // the format version that added it
	about string // one phrase, for Header

	bytes func(c *Contents) *[]byte // the payload of a section that is kept as it is
	// parse reads the whole payload. It may rely on the sections declared before,
	// and tells the meter before it makes a table.
	parse func(c *Contents, r *wire.Reader, m *Meter)
	// check returns a *fault in the table. Sections before have been checked.
	check func(c *Contents) error
	size  func(c *Contents) int // about the bytes of the payload

	inDelta bool            // DELT has what is added to the table
	merge   func(m *merger) // makes the table of the changed pack; if nil, that of the base stays
}

func lookup(t Tag) (section, bool) {
	for _, s := range sections {
		if s.tag == t {
			return s, true
		}
	}
	return section{}, false
}

// opaque declares a section whose payload is kept as it is; check may be nil.
func opaque(tag Tag, n need, about string, field func(*Contents) *[]byte, check func(*Contents) error) section {
	return section{
		tag: tag, need: n, since: 1, about: about, check: check, bytes: field,
		parse: func(c *Contents, r *wire.Reader, _ *Meter) { *field(c) = r.Rest() },
		size:  func(c *Contents) int { return len(*field(c)) },
	}
}

// column declares a section that holds a number below limit for each string of a
// list.
func column[T wire.Integer](tag Tag, about string, field func(*Contents) *[]T, of func(*Contents) *Strings,
	limit func(*Contents) uint64, merge func(*merger)) section {
	return section{
		tag: tag, need: required, since: 1, about: about,
		parse: func(c *Contents, r *wire.Reader, m *Meter) {
			*field(c) = readColumn[T](of(c).Len(), limit(c), r, m)
		},
		check: func(c *Contents) error {
			if err := checkLen(tag, len(*field(c)), of(c).Len()); err != nil {
				return err
			}
			most := limit(c)
			for i, v := range *field(c) {
				if uint64(v) >= most {
					return faultf(tag, "item %d is %d, not below %d", i, uint32(v), most)
				}
			}
			return nil
		},
		size:    func(c *Contents) int { return len(*field(c)) * int(unsafe.Sizeof(T(0))) },
		inDelta: true,
		merge:   merge,
	}
}

// readColumn tells the meter what wire.Column takes.
func readColumn[T wire.Integer](n int, limit uint64, r *wire.Reader, m *Meter) []T {
	if !m.take(r, n+r.Len(), n*int(unsafe.Sizeof(T(0)))) {
		return nil
	}
	return wire.Column[T](r, n, limit)
}

func checkLen(tag Tag, have, want int) error {
	if have != want {
		return faultf(tag, "%d items where %d are due", have, want)
	}
	return nil
}
