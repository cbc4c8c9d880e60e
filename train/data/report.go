package data

import "fmt"

// BadRow is the error of one row that breaks the format.
type BadRow struct {
	File   string
	Line   int // from 1, comment lines included
	Reason string
}

// Error returns "file:line: reason".
func (b *BadRow) Error() string {
	return fmt.Sprintf("%s:%d: %s", b.File, b.Line, b.Reason)
}

// Report says what reading a terminology found.
type Report struct {
	Rows     int      // rows read, good and bad, without comments
	Entities int      // in the terminology
	Names    int      // in the terminology, one for each good row
	Bad      []BadRow // the rows left out, in file order; empty without SkipBad
	Promoted int      // entities without a primary row: the reader chose one
	Demoted  int      // further primary names of an entity, made exact
}

// String returns the counts in one line.
func (r *Report) String() string {
	return fmt.Sprintf("%d rows: %d names of %d entities, %d bad rows left out", r.Rows, r.Names, r.Entities, len(r.Bad))
}
