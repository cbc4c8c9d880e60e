package assemble

import (
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/format"
)

// Some names follow from others. People leave out what a source writes for its own
// readers (Bazex&apos;s syndrome; "AMN, INCLUDED"). And lists that tell subtypes apart
// give the abbreviation to one of them (DM to dystrophia myotonica 1, PD to
// "Parkinson disease, late-onset"), while people mean the disease itself.

// notes are what OMIM and lists made of it append to names.
var notes = []string{", INCLUDED", ", FORMERLY"}

// minUnqualified is the letters and digits of a name that is understood without its qualifier.
const minUnqualified = 3

type deriver struct {
	entities []data.Entity
	added    int
}

// derived returns the terminology with the names that follow from those it has, and
// how many these are. t stays as it is.
func derived(t *data.Terminology) (*data.Terminology, int) {
	d := deriver{entities: slices.Clone(t.Entities)}
	for e := range d.entities {
		d.plain(e)
	}
	d.unqualified()
	d.broader()
	return &data.Terminology{Entities: d.entities}, d.added
}

func (d *deriver) add(e int, name data.Name) {
	x := &d.entities[e]
	if name.Text == "" || slices.ContainsFunc(x.Names, func(n data.Name) bool { return n.Text == name.Text }) {
		return
	}
	x.Names = append(slices.Clip(x.Names), name)
	d.added++
}

// asDerived returns the kind of a name that follows from one of a kind: the same, but an entity has one primary name.
func asDerived(from pack.Kind) pack.Kind { return max(from, pack.KindExact) }

// plain adds the names of entity e as they are said.
func (d *deriver) plain(e int) {
	for _, n := range d.entities[e].Names {
		said := format.Unescape(n.Text)
		for _, note := range notes {
			said, _, _ = strings.Cut(said, note)
		}
		if said != n.Text {
			d.add(e, data.Name{Text: said, Kind: asDerived(n.Kind)})
		}
	}
}

// maxQualified is how many entities may be told apart by what follows one name.
const maxQualified = 8

// unqualified adds names without what tells them from others in brackets: MEF (C57BL/6) and MEF
// (CF-1) are MEF where nothing else is. A name that no other entity shares needs no such name: its
// words find it. A bracket without a blank before it is a part of the name: potassium(1+).
func (d *deriver) unqualified() {
	type said struct {
		entity int
		name   data.Name
	}
	taken, qualified := map[string]bool{}, map[string][]said{}
	for e := range d.entities {
		for _, n := range d.entities[e].Names {
			taken[names.Key(n.Text)] = true
			text, ok := withoutQualifier(n.Text)
			key := names.Key(text)
			if list := qualified[key]; !ok || len(list) > 0 && list[len(list)-1].entity == e {
				continue
			}
			qualified[key] = append(qualified[key], said{e, data.Name{Text: text, Kind: asDerived(n.Kind)}})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(qualified)) {
		if list := qualified[key]; !taken[key] && len(key) >= minUnqualified && 1 < len(list) && len(list) <= maxQualified {
			for _, s := range list {
				d.add(s.entity, s.name)
			}
		}
	}
}

func withoutQualifier(name string) (string, bool) {
	for _, pair := range [...]string{"()", "[]"} {
		begin := strings.LastIndexByte(name, pair[0])
		if begin > 1 && name[begin-1] == ' ' && strings.IndexByte(name[begin:], pair[1]) == len(name)-begin-1 {
			return strings.TrimRight(name[:begin], " "), true
		}
	}
	return "", false
}

// minFit is how well letters have to fit a name if its subtype is numbered.
const minFit = 0.4

// broader gives abbreviations of subtypes to what these are subtypes of.
func (d *deriver) broader() {
	named := namesByWords(d.entities)
	weight := weights(d.entities)
	for e := range d.entities {
		shorts := abbreviations(&d.entities[e])
		if shorts == nil {
			continue
		}
		for _, ws := range orders(primary(&d.entities[e])) {
			h := uint64(0)
			for i, w := range ws[:min(len(ws), maxPhrase)] {
				h = extend(h, w)
				if f, name := other(named[h], e); f >= 0 && i > 0 && weight[f] > weight[e] {
					d.abbreviate(f, name, shorts, primary(&d.entities[e]), numbers(ws[i+1:]))
				}
			}
		}
	}
}

// abbreviate gives entity f the abbreviations of its subtype that fit its name, and better than
// the subtype's. Letters from inside words will do if the subtype adds only a number.
func (d *deriver) abbreviate(f int, name string, shorts []string, subtype string, numbered bool) {
	for _, short := range shorts {
		if numbered {
			short = strings.TrimRight(short, "0123456789")
		}
		fit := score.Abbreviates(short, name)
		if (fit == 1 || fit >= minFit && numbered) && fit > score.Abbreviates(short, subtype) {
			d.add(f, data.Name{Text: short, Kind: pack.KindAlias})
		}
	}
}

// weights returns how much is written about each entity, as far as is known.
func weights(entities []data.Entity) []float64 {
	if !weighted(entities) {
		return Popularity(entities)
	}
	out := make([]float64, len(entities))
	for i := range entities {
		out[i] = entities[i].Weight
	}
	return out
}

type nameOf struct {
	entity int
	text   string
}

// namesByWords returns the names of each sequence of two words or more, one for
// each of its entities.
func namesByWords(entities []data.Entity) map[uint64][]nameOf {
	out := map[uint64][]nameOf{}
	for e := range entities {
		for _, name := range entities[e].Names {
			for _, ws := range orders(name.Text) {
				h := hashOf(ws)
				same := out[h]
				if len(ws) > 1 && len(ws) <= maxPhrase && (len(same) == 0 || same[len(same)-1].entity != e) {
					out[h] = append(same, nameOf{e, name.Text})
				}
			}
		}
	}
	return out
}

// other returns the only entity among names that is not e, and its name, or -1.
func other(names []nameOf, e int) (int, string) {
	found := nameOf{entity: -1}
	for _, n := range names {
		switch {
		case n.entity == e:
		case found.entity >= 0:
			return -1, ""
		default:
			found = n
		}
	}
	return found.entity, found.text
}

// abbreviations returns the names of e that are two to six capitals, perhaps with a number.
func abbreviations(e *data.Entity) []string {
	var out []string
	for _, n := range e.Names {
		letters := strings.TrimRight(n.Text, "0123456789")
		if len(letters) >= 2 && len(letters) <= 6 && strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			out = append(out, n.Text)
		}
	}
	return out
}

// numbers reports whether words are numbers of a type and nothing else, in Arabic or Roman figures.
func numbers(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		return w != "type" && strings.IndexByte("0123456789", w[0]) < 0 && strings.Trim(w, "ivx") != ""
	})
}
