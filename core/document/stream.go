package document

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/abbreviation"
)

// entry is a place on its way.
type entry struct {
	Place
	defined *abbreviation.Glossary // by its text
	pairs   map[string]string      // of its abbreviations, what a mention beside it stands for
	at      int                    // about where the first mention stands in it
	results []Result               // of its mentions, before re-ranking
	tied    map[int][]string       // by the number of a mention: the entities of its parts, where one answer is wanted
}

// tie notes the entities of the parts of a mention.
func (e *entry) tie(number int, ids []string) {
	if e.tied == nil {
		e.tied = map[int][]string{}
	}
	e.tied[number] = ids
}

// next returns the least place of a mention after it, which may begin within it.
func (e *entry) next() int { return min(len(e.Text), e.at+1) }

// window holds the places that are not done, and their neighbours.
type window struct {
	*Resolver
	entries []entry
	looked  int          // of the entries, those whose mentions are looked up
	done    int          // of them, those whose results were yielded
	ranked  []core.Match // working memory of rerank
}

func (w *window) add(p Place) {
	e := entry{Place: p}
	if n := len(w.entries); n > 0 && w.entries[n-1].Text == p.Text {
		e.defined, e.pairs, e.at = w.entries[n-1].defined, w.entries[n-1].pairs, w.entries[n-1].next()
	} else {
		e.defined, e.pairs = abbreviation.NewGlossary(p.Text), map[string]string{}
	}
	if len(p.Mentions) > 0 {
		e.at += max(0, strings.Index(p.Text[e.at:], p.Mentions[0]))
	}
	w.entries = append(w.entries, e)
}

// advance looks up the entries before looked and yields the results of those before done. It reports whether to go
// on.
func (w *window) advance(looked, done int, yield func([]Result, error) bool) bool {
	if err := w.lookUp(w.looked, looked); err != nil {
		yield(nil, err)
		return false
	}
	w.looked = looked
	for ; w.done < done; w.done++ {
		if !yield(w.rerank(w.done), nil) {
			return false
		}
	}
	if far := w.done - w.around(); far > 0 {
		w.entries = slices.Delete(w.entries, 0, far)
		w.looked, w.done = w.looked-far, w.done-far
	}
	return true
}

// neighbours returns the entries of the same document at most nearby places before and after entry i, the nearest
// first.
func (w *window) neighbours(i int) []*entry {
	out := make([]*entry, 0, 2*nearby)
	for far := 1; far <= w.around(); far++ {
		for _, at := range [...]int{i - far, i + far} {
			if at >= 0 && at < len(w.entries) && w.entries[at].Document == w.entries[i].Document {
				out = append(out, &w.entries[at])
			}
		}
	}
	return out
}

// neighbourMentions returns the mentions of the neighbours of entry i, the nearest first.
func (w *window) neighbourMentions(i int) (out []string) {
	for _, e := range w.neighbours(i) {
		out = append(out, e.Mentions...)
	}
	return out
}

// question is a mention on its way to a result. Its numbers are those of queries.
type question struct {
	result      *Result
	number      int   // of the mention at its place
	at          int   // entry
	whole, long int   // long: 0 without one
	stated      bool  // the text says what long stands for, not a mention nearby
	short       bool  // it is an abbreviation
	pair        int   // what stands beside it, one of the two in brackets: another mention, or the abbreviation of this one
	before      []int // what the text has before the abbreviation, the longest first
	readings    [][]int
	segments    []segment
}

// lookUp fills in the results of the entries in [from, to), in three batches of queries.
func (w *window) lookUp(from, to int) error {
	qs := &queries{list: make([]core.Query, 1), numbers: map[core.Query]int{}, answers: make([]core.Answer, 1)} // 0 is none
	var questions []question
	qs.deep = w.options.Scope == Joint
	for i := from; i < to; i++ {
		e := &w.entries[i]
		qs.deep = qs.deep || !e.defined.Empty()
		e.results = make([]Result, len(e.Mentions))
		for k, m := range e.Mentions {
			e.results[k].Mention = m
			if strings.TrimSpace(m) != "" {
				questions = append(questions, question{result: &e.results[k], number: k, at: i, whole: qs.add(m, &e.Place, k)})
			}
		}
	}
	for _, next := range [...]func(*queries, *question){w.expand, w.chooseLong, w.choosePart} {
		if err := qs.look(w.Resolver); err != nil {
			return err
		}
		for i := range questions {
			next(qs, &questions[i])
		}
	}
	return nil
}

// expand asks for the mention with its abbreviations written out, if it has any, and for what stands beside it.
func (w *window) expand(qs *queries, q *question) {
	e, mention := &w.entries[q.at], q.result.Mention
	nearby := func() []string { return w.neighbourMentions(q.at) }
	_, q.stated = e.defined.Expand(mention, e.at)
	w.askBeside(qs, q, nearby)
	var explained []abbreviation.Definition
	if d, ok := abbreviation.Explain(mention, nearby); ok && !(d.Loose && isName(&qs.answers[q.whole])) {
		explained = append(explained, d)
	}
	if long, ok := e.defined.Expand(mention, e.at, explained...); ok {
		q.long = qs.add(long, &e.Place, q.number)
	}
}

// chooseLong decides between the mention and its long form, and asks for the parts if neither is a name.
func (w *window) chooseLong(qs *queries, q *question) {
	if n := q.meant(qs); n > 0 {
		q.whole, q.result.Expanded = n, true
	}
	whole := &qs.answers[q.whole]
	q.result.Answers = []core.Answer{*whole}
	if isName(whole) || !w.options.Composites && (isMember(whole) || whole.NIL) { // members are tied already
		return
	}
	at := &w.entries[q.at].Place
	if w.options.Split != nil && !isMember(whole) {
		q.ask(qs, at, w.options.Split(qs.list[q.whole].Mention))
	}
	for _, parts := range readings(qs.list[q.whole].Mention, whole.Together) {
		var numbers []int
		for _, p := range parts {
			numbers = append(numbers, qs.add(p, at, q.number))
		}
		q.readings = append(q.readings, numbers)
	}
}

// choosePart takes the reading whose least likely entity is the likeliest, if it is likelier than the whole. Where one
// answer is wanted for several entities, it stays that of the whole, tied with them.
func (w *window) choosePart(qs *queries, q *question) {
	whole := &qs.answers[q.whole]
	if answers := q.list(qs); len(answers) > 1 && !w.options.Composites {
		w.entries[q.at].tie(q.number, tiesOf(slices.DeleteFunc(answers, func(a core.Answer) bool { return likelihood(&a) == 0 })))
		return
	} else if answers != nil {
		q.result.Answers = answers
		return
	}
	var tied []string
	best := likelihood(whole)
	if isMember(whole) {
		best = 0 // it stands for the others, which are parts
	}
	for _, numbers := range q.readings {
		var answers []core.Answer
		for _, n := range numbers {
			answers = append(answers, qs.answers[n])
		}
		if answers = distinct(answers); len(answers) == 1 {
			answers[0] = twice(whole, answers[0])
		}
		least := 1.0
		for i := range answers {
			least = min(least, likelihood(&answers[i]))
		}
		noName := func(a core.Answer) bool { return !isName(&a) }
		if least <= best || w.options.Split != nil && isMember(whole) && slices.ContainsFunc(answers, noName) { // Na+/K+ ATPase
			continue
		}
		best = least
		if len(answers) == 1 || w.options.Composites {
			q.result.Answers, tied = answers, nil
		} else {
			q.result.Answers, tied = []core.Answer{*whole}, tiesOf(answers)
		}
	}
	if tied != nil {
		w.entries[q.at].tie(q.number, tied)
	}
}

// likelihood returns the probability of the best match, 0 for NIL.
func likelihood(a *core.Answer) float64 {
	if a.NIL || len(a.Matches) == 0 {
		return 0
	}
	return a.Matches[0].P
}

// isName reports whether the mention is a name of the terminology.
func isName(a *core.Answer) bool {
	return !a.NIL && len(a.Matches) > 0 && a.Matches[0].Stage.IsName()
}

// isMember reports whether the best match is one of several that the mention names together.
func isMember(a *core.Answer) bool {
	return len(a.Matches) > 0 && a.Matches[0].Stage == core.StageMember
}

// queries are looked up together, equal ones once.
type queries struct {
	list    []core.Query
	numbers map[core.Query]int
	answers []core.Answer // to the first of the list
	deep    bool          // other matches than those shown count
}

// add returns the number of a query for a mention at a place, or for a part of it.
func (qs *queries) add(mention string, at *Place, number int) int {
	q := core.Query{Mention: mention, Context: at.Text, Namespace: at.namespace(number), Organisms: at.Organisms, Fields: at.Fields}
	n, ok := qs.numbers[q]
	if !ok {
		n = len(qs.list)
		qs.numbers[q] = n
		qs.list = append(qs.list, q)
	}
	return n
}

// look answers the queries that have no answer yet.
func (qs *queries) look(r *Resolver) error {
	open := qs.list[len(qs.answers):]
	if len(open) == 0 {
		return nil
	}
	answers, err := r.lookup(open, r.lookupOptions(qs.deep))
	qs.answers = append(qs.answers, answers...)
	return err
}
