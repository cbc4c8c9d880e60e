package data

import (
	"fmt"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/sheet"
)

// judge looks at all ids and names of a file, whatever its format, for columns that are not what they are taken for:
// a pack of those answers with names as ids. It knows nothing of a list but what its cells look like, so its bounds are
// far from what lists have:
//
//	                                 lists    taken for wrong
//	names that are numbers            0.2 %       50 %
//	names that are CURIEs or IRIs       1 %       50 %, of all or of the primary ones
//	names that look like accessions    62 %       90 %, of ids that do not
//	ids of several words                0 %       33 %
//	rows of the most frequent name    0.1 %       25 %, of ten rows or more
//
// The lists are the terminologies that docs/accuracy.md names, and those of cell lines, anatomy and species.
type judge struct {
	ids, names sheet.Column
	primary    sheet.Column // of names, those that the file marks
	kinds      bool         // a row of lines states a kind
	first      []Example
}

// Example is a row as it is understood.
type Example struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"`
}

const (
	leastJudged = 3  // rows; of fewer nothing is said
	leastEqual  = 10 // rows of one name
	maxFirst    = 3
)

func (j *judge) add(id, name string, kind Kind) {
	if len(j.first) < maxFirst {
		j.first = append(j.first, Example{strings.Clone(id), strings.Clone(name), kind.String()})
	}
	j.ids.Add(id)
	j.names.Add(name)
	if kind == pack.KindPrimary {
		j.primary.Add(name)
	}
}

// verdict says what is wrong with the columns, "" if they may be right.
func (j *judge) verdict() string {
	if j.ids.Cells < leastJudged {
		return ""
	}
	frequent, rows := j.names.MostFrequent()
	switch {
	case j.names.Numbers() > 0.5:
		return "most names are numbers, " + j.both()
	case j.names.CURIEs() > 0.5:
		return "most names are ids, " + j.both()
	case j.primary.Cells >= leastJudged && j.primary.Numbers()+j.primary.CURIEs() > 0.5:
		return "most primary names are ids, " + j.both()
	case j.names.Codes() >= 0.9 && j.ids.Codes() < 0.8:
		return "the names look like ids, " + j.both()
	case j.ids.Sentences() > 1.0/3:
		return "many ids are several words, " + j.both()
	case rows >= leastEqual && 4*rows > j.names.Cells:
		return fmt.Sprintf("%d of %d rows have the name %q", rows, j.names.Cells, frequent)
	}
	return ""
}

func (j *judge) both() string {
	return fmt.Sprintf("such as the name %.40q of the id %.40q", j.names.Examples[0], j.ids.Examples[0])
}

// judged returns the error of a file whose columns are not what they are taken for, or else err: of the rows read so
// far even if one of them is bad, as one of swapped columns often is.
func (b *builder) judged(report *SourceReport, err error) error {
	report.First = b.judge.first
	verdict := b.judge.verdict()
	if verdict == "" || b.options.TrustColumns {
		return err
	}
	return fmt.Errorf("%s: %s: are the columns swapped? %s; if the list really is so, say --no-column-check", report.File, verdict, b.judge.remedy(report))
}

func (j *judge) remedy(report *SourceReport) string {
	switch {
	case report.Format == TSV && j.kinds:
		return "Lines are id TAB name: --columns id=2,name=1,kind=3 reads name TAB id TAB kind"
	case report.Format == TSV:
		return "Lines are id TAB name: --columns id=2,name=1 reads name TAB id"
	}
	id, name := report.column("id"), report.column("name")
	if id == nil || name == nil {
		return "The file is not what its format, " + report.Format + ", says"
	}
	return fmt.Sprintf("The id is column %d%s, the name column %d%s: --columns id=%d,name=%d reads them the other way round",
		id.Number, called(id), name.Number, called(name), name.Number, id.Number)
}

func called(c *format.LayoutColumn) string {
	if c.Name == "" {
		return ""
	}
	return fmt.Sprintf(" (%q)", c.Name)
}
