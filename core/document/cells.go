package document

import (
	"github.com/normlet/normlet/core"
)

// segment is the number of a query for a part of a cell, and those for its parts.
type segment struct {
	whole int
	parts []int
}

// ask asks for the segments of a cell.
func (q *question) ask(qs *queries, at *Place, cell [][]string) {
	for _, texts := range cell {
		s := segment{whole: qs.add(texts[0], at, q.number)}
		for _, p := range texts[1:] {
			s.parts = append(s.parts, qs.add(p, at, q.number))
		}
		q.segments = append(q.segments, s)
	}
}

// isDoubtful reports whether an answer is neither a name nor what stands for names: PD-1, 2-Sep.
func isDoubtful(a core.Answer) bool {
	return !isName(&a) && (likelihood(&a) == 0 || !isMember(&a) && a.Matches[0].Stage != core.StageExcelDate)
}

// list returns the answers for the segments of a cell in the order written, those of their parts where all of these are
// names; none if no segment is a name.
func (q *question) list(qs *queries) (answers []core.Answer) {
	sure := false
	for _, s := range q.segments {
		own := []core.Answer{qs.answers[s.whole]}
		var parts []core.Answer
		for _, n := range s.parts {
			if a := qs.answers[n]; !isDoubtful(a) && likelihood(&a) > likelihood(&own[0]) {
				parts = append(parts, a)
			}
		}
		if len(parts) > 0 && len(parts) == len(s.parts) && !isName(&own[0]) {
			if own, sure = distinct(parts), true; len(own) == 1 {
				own[0] = twice(&qs.answers[s.whole], own[0])
			}
		}
		answers = append(answers, own...)
		sure = sure || len(q.segments) > 1 && !isDoubtful(own[0])
	}
	if !sure {
		return nil
	}
	return answers
}
