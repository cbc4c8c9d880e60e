// Package limit bounds the cost of reading files, so that a file of a few bytes costs neither gigabytes nor hours.
// Readers count while they read, and end with an *Error that states the count, the limit and how to raise it. A limit
// bounds what a file expands to, or one thing in it; files may have any length. docs/terminologies.md has the table.
package limit

import (
	"fmt"
	"io"
	"sync/atomic"
)

// Limits hold for a process: all its readers have the same.
type Limits struct {
	// Growth is how many times its own size a file may grow to, and Small how many bytes any file may: by
	// decompression, and in workbooks by cells that are repeated, merged or skipped.
	Growth, Small int64
	Line          int // bytes of a line of text, of a name or text of RDF, of a piece of XML
	Value         int // bytes of a row of a table or of a JSON value
	Document      int // bytes of a document with marked mentions
	Marks         int // marked mentions of a document
	Cells         int // in a row of a table
	Whole         int // bytes of what is kept in memory as it is: a workbook, a pack from a pipe
	Settings      int // bytes of a recipe, and of a part of a workbook that is about it as a whole
	Depth         int // JSON values, XML elements and brackets within others
	Names         int // of an entity
	Bad           int // rows that are left out and reported
	Recipes       int // that a recipe includes, and those include
}

var usual = Limits{
	Growth: 200, Small: 64 << 20, Line: 1 << 20, Value: 16 << 20, Document: 64 << 20, Marks: 1 << 18, Cells: 1 << 20, Whole: 512 << 20, Settings: 4 << 20,
	Depth: 200, Names: 1 << 14, Bad: 100_000, Recipes: 1000,
}

// MaxFactor is the most by which limits can be raised.
const MaxFactor = 1000

var (
	factor  atomic.Int64
	current atomic.Pointer[Limits]
)

func init() { Raise(1) }

// Raise multiplies every limit; call it before anything is read. A process has one set of limits, as it has one
// memory: too many places call readers to pass it along.
func Raise(times int) {
	n := int64(times)
	l := usual
	for _, v := range []*int64{&l.Growth, &l.Small} {
		*v *= n
	}
	for _, v := range []*int{&l.Line, &l.Value, &l.Document, &l.Marks, &l.Cells, &l.Whole, &l.Settings, &l.Depth, &l.Names, &l.Bad, &l.Recipes} {
		*v *= times
	}
	factor.Store(n)
	current.Store(&l)
}

// Of returns the limits, which nobody may change.
func Of() *Limits { return current.Load() }

// Error says that a file exceeds a limit.
type Error struct{ What string }

// Error says how to raise it, too.
func (e *Error) Error() string {
	next := min(10*factor.Load(), MaxFactor)
	return fmt.Sprintf("%s (--raise-limits %d allows more)", e.What, next)
}

// Exceeded returns an Error.
func Exceeded(format string, args ...any) *Error { return &Error{fmt.Sprintf(format, args...)} }

// Bytes is a number of bytes for people.
func Bytes(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// Growth counts what a file grows to.
type Growth struct {
	What string // what grows, as in "the compressed file grows"
	n    int64
}

// Add counts bytes expanded from a file, given how many bytes of it were read.
func (g *Growth) Add(n, stored int64) error {
	l := Of()
	if g.n += n; g.n > l.Small && g.n/l.Growth > stored {
		return Exceeded("%s to more than %d times its size", g.What, l.Growth)
	}
	return nil
}

// Reader ends the reading with an error when nothing of it is left. Whoever sets Left bounds what is read until then.
type Reader struct {
	R    io.Reader
	Left int // bytes
	Err  error
}

func (r *Reader) Read(p []byte) (int, error) {
	if r.Left <= 0 {
		return 0, r.Err
	}
	n, err := r.R.Read(p[:min(len(p), r.Left)])
	r.Left -= n
	return n, err
}
