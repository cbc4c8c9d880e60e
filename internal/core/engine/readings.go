package engine

import (
	"slices"
	"strings"
	"unicode"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// addReadings adds the rows of the readings of a mention, whose own rows are candidates already. It looks each reading up
// as if somebody had asked for it. The readings of a date or a list replace the mention's own rows: 2-Sep is no name of the
// same letters, nor is PARP1/2 PARP12. stated says that the caller named the namespaces. In the end it drops what the mention
// denies, and namesakes of words that name nothing.
func (e *Engine) addReadings(w *Work, mention string, filter *search.RowFilter, stated bool) {
	w.read = w.read[:0]
	named := w.forms > 0
	exact := slices.ContainsFunc(w.candidates[:w.forms], func(c score.Candidate) bool { return c.Stage == score.StageExact })
	step := 0 // of what was read
	for r := range e.lexicon.Readings(mention, named, e.Off) {
		if len(w.read) > 0 && r.Step > step {
			break
		}
		if r.Rule == names.Ions && !exact && e.keepIons(w) {
			continue
		}
		if exact && !r.Literal || named && !r.Named || r.Stated && !stated {
			continue
		}
		if strings.HasSuffix(mention, " "+r.Names[0]) && e.tellsApart(w, mention, r.Names[0], nil) {
			continue
		}
		before := len(w.read)
		if e.readAll(w, mention, &r, filter) < r.Least {
			w.read = w.read[:before]
			continue
		}
		if step = r.Step; r.Instead {
			w.candidates = w.candidates[:0]
		}
	}
	e.dropTargets(w)
	if len(w.read) == 0 && !named && e.Organisms != nil {
		if gene := e.Organisms.Without(mention); gene != "" {
			e.readAll(w, mention, &names.Reading{Names: []string{gene}, Rule: names.Modified}, filter)
			w.read = slices.DeleteFunc(w.read, func(c score.Candidate) bool { return e.Organisms.Taxon(c.Entity) == "" })
		}
	}
	if len(w.read) == 0 && !named && w.query.Rewriting == score.AsWritten {
		e.addSlips(w, mention, filter)
	}
	w.candidates = score.Join(w.candidates, w.read)
	if len(w.read) == 0 && !named {
		if text, ok := e.lexicon.Rewrites.Lay(&w.query.Text); ok {
			e.addLay(w, text, filter)
		}
	}
	e.dropDenied(w, filter)
	e.dropNamesakes(w, mention, stated)
}

// dropNamesakes handles a mention that is a word which names nothing by itself. It keeps only the names that are written as
// the mention, and primary names that differ in a capital: "no" is not NO, nor is "name" the plant that is also called
// Name. In a list of one kind of entities such a word may name one: "no" is Norway.
func (e *Engine) dropNamesakes(w *Work, mention string, stated bool) {
	symbol := strings.ContainsFunc(mention[min(1, len(mention)):], unicode.IsUpper) // CaN
	if stated || symbol || len(e.Pack.Namespaces) == 1 || e.Off.Has(names.Modified) || !e.lexicon.NamesNothing(string(w.form)) {
		return
	}
	w.candidates = slices.DeleteFunc(w.candidates, func(c score.Candidate) bool {
		name, primary := e.Pack.Names.At(int(c.Row)), e.Pack.PrimaryRow[c.Entity] == uint32(c.Row)
		return name != mention && !(primary && names.SameButCase(mention, name))
	})
}

// keepIons keeps only the candidates of an ion whose name has a charge, if there are any, and reports whether there are.
func (e *Engine) keepIons(w *Work) bool {
	isIon := func(c score.Candidate) bool {
		return c.Features[score.Normalized] == 1 && strings.Contains(e.Pack.Names.At(int(c.Row)), "+")
	}
	if !slices.ContainsFunc(w.candidates, isIon) {
		return false
	}
	w.candidates = slices.DeleteFunc(w.candidates, func(c score.Candidate) bool { return !isIon(c) })
	return true
}

// tellsApart reports whether a name of another entity than those of hits has words that a reading keeps of a mention and a
// telling word that it leaves out: the name "severe pain" does, where "severe knee pain" is read as knee pain, and "North
// Ossetia", where "Ossetia (the North)" is read as Ossetia.
func (e *Engine) tellsApart(w *Work, mention, reading string, hits []hit) bool {
	c := e.contrasts.Get().(*score.Contrast)
	defer e.contrasts.Put(c)
	return slices.ContainsFunc(w.candidates, func(x score.Candidate) bool {
		name := e.Pack.Names.At(int(x.Row))
		if x.Features[score.NameIn] < score.MostOfName || !names.HasLetter(name) || e.isOneOf(hits, x.Entity) {
			return false // 5-2 is in 5% CO2 by chance
		}
		tells, _ := c.Missing(name, mention)
		if tells >= score.LeastTelling {
			return false
		}
		tells, shared := c.Missing(name, reading)
		return shared && tells >= score.LeastTelling
	})
}

// maxFormula is the length, in bytes, up to which a word in capitals is a formula and denies nothing.
const maxFormula = 2

// dropDenied removes the entities that a mention says are not there: "no fever" is no fever, nor is "no fevers or chills".
// It keeps names that deny something themselves, as "no appetite" does: they have more in common with the mention than with
// what it denies.
func (e *Engine) dropDenied(w *Work, filter *search.RowFilter) {
	if w.forms > 0 || e.Off.Has(names.Modified) {
		return
	}
	denied, mention := e.lexicon.Denied(w.form), w.query.Mention
	first, _, _ := strings.Cut(mention, " ")
	symbol := len(first) <= maxFormula && first == strings.ToUpper(first) && mention != strings.ToUpper(mention) // NO synthase
	if len(denied) == 0 || symbol {
		return
	}
	other := e.Begin()
	defer e.End(other)
	other.form = append(other.form[:0], denied...)
	if !e.retrieve(other, string(denied), filter) {
		return
	}
	gone := map[int32]bool{}
	for _, h := range other.hits[:other.forms] {
		gone[int32(e.Pack.RowEntity[h.row])] = true
	}
	for _, c := range w.candidates {
		if in := c.Features[score.NameIn]; in >= score.MostOfName {
			w.reader.NameFeatures(&other.query, &c, e.Pack.Names.At(int(c.Row)))
			gone[c.Entity] = gone[c.Entity] || c.Features[score.NameIn] == in
		}
	}
	w.candidates = slices.DeleteFunc(w.candidates, func(c score.Candidate) bool { return gone[c.Entity] })
}

// addLay adds the rows of a text that says in the words of names what the mention may mean.
func (e *Engine) addLay(w *Work, text string, filter *search.RowFilter) {
	other := e.Begin()
	defer e.End(other)
	if other.form = names.AppendForm(other.form[:0], text); !e.retrieve(other, text, filter) {
		return
	}
	other.query.Rewriting = score.Approximate
	e.codes.Nearest(&other.near, other.code, other.size, score.NearestRows, filter)
	e.featurize(other, &other.near)
	for _, c := range other.candidates {
		c.Stage = max(c.Stage, score.StageRewritten)
		w.candidates = append(w.candidates, c)
	}
}

// readAll adds the rows of a reading's names to w.read, as far as there is room, and returns how many of the names have
// rows.
func (e *Engine) readAll(w *Work, mention string, r *names.Reading, filter *search.RowFilter) (found int) {
	other := e.Begin()
	defer e.End(other)
	other.clock = w.clock
	for _, name := range r.Names {
		if len(w.read) >= score.SameRows {
			break
		}
		other.hits = other.hits[:0]
		other.query.Read(&e.lexicon, name, names.AppendForm(other.part[:0], name))
		if other.query.Mention = mention; r.Doubtful {
			other.query.Rewriting = score.Approximate
		}
		stage := score.StageOf(r.Rule)
		if e.addForms(other, stage, filter); len(other.hits) == 0 && (len(other.query.Words) > 1 || r.Rule == names.WordSlips) && !e.Off.Has(names.Plural) {
			e.addForm(other, append(other.query.Compact, 's'), stage, filter)
		}
		if r.Dosed {
			other.hits = slices.DeleteFunc(other.hits, func(h hit) bool { return !e.lexicon.IsDosed(e.namespaceOf(h)) })
		}
		if isLine := func(h hit) bool { return e.lexicon.HasLines(e.namespaceOf(h)) }; r.Cells && slices.ContainsFunc(other.hits, isLine) {
			other.hits = slices.DeleteFunc(other.hits, func(h hit) bool { return !isLine(h) })
		}
		if len(other.hits) == 0 || !e.agrees(w, other, name, r, filter) {
			continue
		}
		found++
		e.encode(other)
		other.forms = len(other.hits)
		e.featurize(other, &search.Nearest{})
		for i := range other.candidates {
			other.candidates[i].Read = r.Rule != names.WordSlips
		}
		w.read = append(w.read, other.candidates...)
	}
	return found
}

func (e *Engine) namespaceOf(h hit) string {
	return e.Pack.Namespaces[e.Pack.EntityNamespace[e.Pack.RowEntity[h.row]]]
}

// agrees reports whether all that a mention says beside the name, r.Also, names an entity of the name, too, and keeps only
// the rows of such entities: p65 (RelA). An aside may also name nothing, or abbreviate the name, or all that stands before
// it: tau (AT8), severe asthma (SA). Samoa (American) is not Samoa where there is an American Samoa.
func (e *Engine) agrees(w, other *Work, name string, r *names.Reading, filter *search.RowFilter) bool {
	for _, text := range r.Also {
		abbreviates := r.Aside && score.Abbreviates(text, name) > 0
		if r.Short {
			return abbreviates
		}
		if same, named := e.sameEntities(other.hits, text, filter); len(same) > 0 {
			other.hits = same
		} else if named || !r.Aside {
			long, _, _ := names.CutBracket(other.query.Mention)
			return abbreviates || r.Aside && score.Abbreviates(text, long) > 0
		} else if e.tellsApart(w, other.query.Mention, name, other.hits) {
			return false
		}
	}
	return true
}

// sameEntities returns the hits of entities that a text names, too, and whether it names any entity.
func (e *Engine) sameEntities(hits []hit, text string, filter *search.RowFilter) (same []hit, named bool) {
	also := e.Begin()
	defer e.End(also)
	also.hits = also.hits[:0]
	also.query.Read(&e.lexicon, text, names.AppendForm(also.part[:0], text))
	e.addForms(also, score.StageNormalized, filter)
	for _, h := range hits {
		if e.isOneOf(also.hits, int32(e.Pack.RowEntity[h.row])) {
			same = append(same, h)
		}
	}
	return same, len(also.hits) > 0
}

// isOneOf reports whether a row of an entity is among hits.
func (e *Engine) isOneOf(hits []hit, entity int32) bool {
	return slices.ContainsFunc(hits, func(h hit) bool { return int32(e.Pack.RowEntity[h.row]) == entity })
}

// isCutOff reports whether a word of a mention is the beginning of one in a name that has all other words of the mention:
// prostate adenoca is no slip of adenoma where the pack has prostate adenocarcinoma.
func (e *Engine) isCutOff(w *Work, word *names.Word) bool {
	var name names.Text
	return slices.ContainsFunc(w.candidates, func(c score.Candidate) bool {
		if c.Features[score.MentionIn] < score.LeastWhole {
			return false
		}
		name.Read(e.Pack.Names.At(int(c.Row)))
		return slices.ContainsFunc(name.Words, func(of names.Word) bool { return score.IsShort(&w.query.Text, word, &name, &of) })
	})
}

// addSlips mends a slip in the only unknown word of a mention, swapped letters first, and adds the rows of the names that
// this makes to w.read. If it makes none, the mended mention is looked up as if it had been written so. Symbols are left
// alone, since another letter makes another symbol: NSCLC is not SCLC. Numbers, and capitals alone or within a word, mark
// them.
func (e *Engine) addSlips(w *Work, mention string, filter *search.RowFilter) {
	q, words := &w.query.Text, e.byWord()
	slip := words.Slip(q)
	if slip == nil || e.isCutOff(w, slip) {
		return
	}
	r := names.Reading{Names: words.Mended(q, slip, names.Swaps(q.Of(slip))), Rule: names.WordSlips, Doubtful: true}
	swapped := r.Names
	if e.readAll(w, mention, &r, filter) > 0 {
		return
	}
	if strings.ContainsFunc(mention, unicode.IsLower) && !names.IsCamel(mention, string(q.Of(slip))) && !slices.ContainsFunc(q.Words, func(word names.Word) bool { return word.Digit }) {
		if r.Names = words.Mended(q, slip, names.Slips(q.Of(slip))); e.readAll(w, mention, &r, filter) > 0 {
			return
		}
	}
	if len(swapped) == 1 && slip.Size > names.MinSwapped {
		other := e.Begin()
		defer e.End(other)
		e.gather(other, swapped[0], &Request{Filter: filter, Near: true})
		w.read = append(w.read, other.candidates...)
	}
}
