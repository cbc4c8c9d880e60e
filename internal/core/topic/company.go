// Package topic reads the text around a mention, which tells entities of one name apart: LSD is an enzyme or a drug.
// Surroundings finds other names of an entity in the text, in any pack. Company, which some packs have, finds what is
// written about together with it.
package topic

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/f64"
)

// Company tells which entities are written about together. It is safe for concurrent use, with a Reader for each goroutine.
type Company struct {
	pack  *pack.Contents
	rows  *index.Rows
	known func() *known
}

// known is what the first text needs.
type known struct {
	pairs  [][2]uint32
	has    []uint64 // a bit of each entity that is in a pair
	filter []uint64 // a bit of the hash of each of their names, by its letters and digits
}

// NewCompany returns the company of a pack, nil if it has none.
func NewCompany(c *pack.Contents, rows *index.Rows) *Company {
	if len(c.Company) == 0 && !c.CompanyLater() {
		return nil
	}
	return &Company{c, rows, sync.OnceValue(func() *known {
		k := &known{pairs: c.Company, has: make([]uint64, c.IDs.Len()/64+1), filter: make([]uint64, max(1, 1<<bits.Len(uint(c.Names.Len()/8))))}
		if c.CompanyLater() {
			k.pairs = c.WithCompany().Company
		}
		for _, p := range k.pairs {
			set(k.has, p[0])
			set(k.has, p[1])
		}
		var form, compact []byte
		for row, name := range c.Names.Range(0, c.Names.Len()) {
			if isSet(k.has, c.RowEntity[row]) {
				form = names.AppendForm(form[:0], names.View(name))
				compact = names.AppendCompact(compact[:0], form)
				set(k.filter, names.Hash(compact))
			}
		}
		return k
	})}
}

// Pairs returns the pairs of pack.Contents.Company.
func (c *Company) Pairs() [][2]uint32 { return c.known().pairs }

func set(b []uint64, i uint32) { b[i/64%uint32(len(b))] |= 1 << (i % 64) }

func isSet(b []uint64, i uint32) bool { return b[i/64%uint32(len(b))]>>(i%64)&1 != 0 }

// Has reports whether an entity is in company; none is in that of a nil Company.
func (c *Company) Has(entity uint32) bool { return c != nil && isSet(c.known().has, entity) }

// Named is an entity that a text names, by the letters and digits of the name.
type Named struct {
	Entity uint32
	By     string
}

// Readings keeps what texts name, because several mentions of a text are looked up one after the other. It is not safe for
// concurrent use.
type Readings struct {
	found  map[string][]Named
	text   string // the last one
	named  []Named
	form   []byte
	reader index.Reader
	runs   []run
}

// run is a run of letters or of digits in a text: where it ends in its letters and digits, and whether it goes on with no
// other character between.
type run struct {
	start, end int
	joined     bool // to the run before
}

const (
	keptTexts = 32 // in Readings
	maxRuns   = 8  // of letters and digits in a name that is sought
)

// Read returns the entities in company that the text Around a mention names, each by a name that no other of them has.
func (c *Company) Read(r *Readings, text string) []Named {
	if text == r.text {
		return r.named
	}
	found, ok := r.found[text]
	if !ok {
		if r.found == nil || len(r.found) == keptTexts {
			r.found = map[string][]Named{}
		}
		found = c.read(r, text)
		r.found[strings.Clone(text)] = found
	}
	r.text, r.named = text, found
	return found
}

func (c *Company) read(r *Readings, text string) []Named {
	k := c.known()
	r.form = names.AppendForm(r.form[:0], text)
	var compact []byte
	r.runs, compact = appendRuns(r.runs[:0], r.form)
	var out []Named
	for i, first := range r.runs {
		if first.joined {
			continue
		}
		hash := names.Hash("")
		for j := i; j < min(i+maxRuns, len(r.runs)); j++ {
			if hash = names.HashOn(hash, compact[r.runs[j].start:r.runs[j].end]); j+1 < len(r.runs) && r.runs[j+1].joined {
				continue
			}
			key := compact[first.start:r.runs[j].end]
			if len(key) < 2 || !isSet(k.filter, hash) || i == j && names.Ordinary(names.HashWord(key)) > 0 {
				continue
			}
			if e, ok := c.only(k, key, &r.reader); ok {
				out = append(out, Named{e, string(key)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Named) int { return cmp.Or(cmp.Compare(a.Entity, b.Entity), cmp.Compare(a.By, b.By)) })
	return slices.Compact(out)
}

// appendRuns appends the runs of letters and of digits of a text form, and returns these letters and digits, too.
func appendRuns(runs []run, form []byte) ([]run, []byte) {
	var compact []byte
	joined := false
	for start, end := 0, 0; start < len(form); start = end {
		class := names.Blank
		end, class = names.NextRun(form, start)
		if class == names.Letters || class == names.Digits {
			from := len(compact)
			compact = append(compact, form[start:end]...)
			runs = append(runs, run{from, len(compact), joined})
			joined = true
		} else {
			joined = false
		}
	}
	return runs, compact
}

// only returns the entity in company whose name has these letters and digits, if there is just one.
func (c *Company) only(k *known, key []byte, r *index.Reader) (entity uint32, ok bool) {
	for row := c.rows.First(key, r); c.rows.Is(row, key, r); row++ {
		switch e := c.pack.RowEntity[row]; {
		case !isSet(k.has, e) || ok && e == entity:
		case ok:
			return 0, false
		default:
			entity, ok = e, true
		}
	}
	return entity, ok
}

// Meets returns how many of the company of an entity a text names, but for those by the mention itself, given by its
// names.Key, as a logarithm.
func (c *Company) Meets(entity uint32, named []Named, own string) float32 {
	pairs, last, n := c.known().pairs, entity, 0.0
	for _, o := range named {
		if o.Entity == entity || o.Entity == last || o.By == own {
			continue
		}
		pair := [2]uint32{min(entity, o.Entity), max(entity, o.Entity)}
		if _, ok := slices.BinarySearchFunc(pairs, pair, func(x, y [2]uint32) int {
			return cmp.Compare(uint64(x[0])<<32|uint64(x[1]), uint64(y[0])<<32|uint64(y[1]))
		}); ok {
			n, last = n+1, o.Entity
		}
	}
	return float32(f64.Log1p(n))
}
