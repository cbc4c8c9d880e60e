package names

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/knowledge"
)

// Knowledge is what a pack knows about its field besides names: groups of proteins, ions, words that stand beside names,
// words that are evidence for organisms, and words by which a text denies something. A pack of shops has none.
type Knowledge struct {
	Organisms []Organism
	Triggers  []Trigger
	Wards     map[string]string // what abbreviations mean in notes

	groups   map[string]group             // by the key of each name
	elements map[string]element           // by symbol and by name
	affixes  map[string]map[string]string // by place, and by the word in text form: what it means
}

// Organism has the words, in small letters, that are evidence for an organism.
type Organism struct {
	Taxon        string  // id in the NCBI Taxonomy
	Expected     float64 // how often people mean its genes without saying so, relative to others: above 0, at most 1
	Names, Hints []string
}

// Trigger is words of a text that say something about entities nearby. knowledge/clinic/triggers.tsv explains Says and Of.
type Trigger struct {
	Words    []string // in text form
	Says, Of string
	Language int // a place in knowledge.Languages
}

// Bounds of a section KNOW, so that no pack makes a look-up slow or large. They are several times what the tables need.
const (
	maxKnowledge     = 1 << 18 // bytes of the section
	maxKnown         = 64      // bytes of a name or a word
	maxGroup         = 16      // members of a group
	maxOrganismWords = 1 << 10 // organisms and words for them
	maxTriggers      = 1 << 12
	maxWards         = 1 << 11
)

// readers read a row of each table of knowledge.Columns, which has as many columns as it says.
var readers = map[string]func(k *Knowledge, columns []string) error{
	"affix": (*Knowledge).addAffix, "foreign": (*Knowledge).addForeign, "group": (*Knowledge).addGroup, "ion": (*Knowledge).addIon,
	"organism": (*Knowledge).addOrganism, "trigger": (*Knowledge).addTrigger, "ward": (*Knowledge).addWard,
}

// parseKnowledge reads the payload of a section KNOW: sorted lines that have the name of a table and its columns, separated
// by tabs. It skips tables that only later releases know.
func parseKnowledge(data []byte) (*Knowledge, error) {
	if len(data) > maxKnowledge {
		return nil, fmt.Errorf("%d bytes of knowledge; at most %d allowed", len(data), maxKnowledge)
	}
	k := &Knowledge{Wards: map[string]string{}, groups: map[string]group{}, elements: map[string]element{}, affixes: map[string]map[string]string{
		"before": {}, "after": {}, "stuck": {}, "joined": {}, "unit": {}, "salt": {}, "cells": {}, "cultured": {}, "class": {}, "binds": {}, "numbered": {}, "clause": {}, "short": {},
		"denial": {}, "lack": {}, "nothing": {}, "letter": {}, "ionic": {}, "renamed": {}, "residue": {}, "strength": {}, "dosed": {}, "lines": {}}}
	if len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")) || !utf8.Valid(data) {
		return nil, errors.New("the last line of the knowledge has no end, or it is no UTF-8")
	}
	n, last, malformed := 0, "", errors.New("want a table and its columns, separated by tabs")
	var f []string
	for line := range strings.Lines(string(data)) {
		n++
		table, columns, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		read, ok := readers[table]
		err := malformed
		f = f[:0]
		for column := range strings.SplitSeq(columns, "\t") {
			f = append(f, column)
		}
		switch {
		case line <= last:
			err = errors.New("it is out of order")
		case ok && len(f) == knowledge.Columns[table]:
			err = read(k, f)
		case !ok && table != "" && columns != "": // of a later program
			err = nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d of the knowledge, %.100q: %w", n, line, err)
		}
		last = line
	}
	return k, nil
}

// isKnown reports whether a text is one or more words in the form that tables use.
func isKnown(text string) bool {
	var room [maxKnown]byte
	return text != "" && len(text) <= maxKnown && string(AppendForm(room[:0], text)) == text
}

func (k *Knowledge) addAffix(f []string) error {
	words, word := k.affixes[f[0]], f[1]
	switch is := word != "" && len(word) <= maxKnown && strings.ToLower(word) == word; { // %(w/v) is no text form
	case words == nil: // of a later release
		return nil
	case f[2] == "" || !is || f[0] != "unit" && !isKnown(word):
		return errors.New("want a word in text form, and its meaning")
	case words[word] != "":
		return errors.New("the word is there twice")
	}
	words[word] = f[2]
	return nil
}

func (k *Knowledge) addGroup(f []string) error {
	g := group{Members: strings.Fields(f[2]), Family: f[0] == "family"}
	long := func(s string) bool { return len(s) > maxKnown || !HasLetter(s) }
	if len(g.Members) == 0 || len(g.Members) > maxGroup || slices.ContainsFunc(g.Members, long) {
		return fmt.Errorf("want up to %d members, of letters and up to %d bytes each", maxGroup, maxKnown)
	}
	own := map[string]bool{}
	for name := range strings.SplitSeq(f[1], "|") {
		key := Key(name)
		if _, twice := k.groups[key]; key == "" || len(name) > maxKnown || twice && !own[key] {
			return fmt.Errorf("%.100q is no name of up to %d bytes, or one of another group", name, maxKnown)
		}
		own[key], k.groups[key] = true, g
	}
	return nil
}

func (k *Knowledge) addIon(f []string) error {
	e := element{f[1], f[2]}
	switch symbol := f[0]; {
	case symbol == "" || len(symbol) > 2 || !isUpper(symbol[0]) || !isKnown(e.name) || !HasLetter(e.name) || e.charges == "" || strings.Trim(e.charges, "12345678 ") != "":
		return errors.New("want the symbol of an element, its name in text form, and figures of charges")
	case k.elements[symbol].name != "" || k.elements[e.name].name != "":
		return errors.New("the element is there twice")
	default:
		k.elements[symbol], k.elements[e.name] = e, e
	}
	return nil
}

func (k *Knowledge) addOrganism(f []string) (err error) {
	o := Organism{Taxon: f[0], Names: strings.Fields(f[2]), Hints: strings.Fields(f[3])}
	o.Expected, err = strconv.ParseFloat(f[1], 64)
	known := func(o Organism) bool { return o.Taxon == f[0] }
	if err != nil || !(o.Expected > 0 && o.Expected <= 1) || o.Taxon == "" || strings.Trim(o.Taxon, "0123456789") != "" || slices.ContainsFunc(k.Organisms, known) {
		return errors.New("want the id of another taxon, and an expectation above 0, of at most 1")
	}
	k.Organisms = append(k.Organisms, o)
	words := 0
	for _, o := range k.Organisms {
		words += len(o.Names) + len(o.Hints)
	}
	if words+len(k.Organisms) > maxOrganismWords {
		return fmt.Errorf("more than %d words of organisms", maxOrganismWords)
	}
	return nil
}

func (k *Knowledge) addTrigger(f []string) error {
	t := Trigger{Words: strings.Fields(f[0]), Says: f[1], Of: f[2]}
	if !isKnown(f[0]) || t.Says == "" || t.Of == "" || len(k.Triggers) == maxTriggers {
		return fmt.Errorf("want words in text form, what they say, and of what; at most %d times", maxTriggers)
	}
	k.Triggers = append(k.Triggers, t)
	return nil
}

// addForeign adds a trigger of another language, unless it is one of a later program.
func (k *Knowledge) addForeign(f []string) error {
	err := k.addTrigger(f[:3])
	if language := slices.Index(knowledge.Languages[:], f[3]); err == nil && language >= 0 {
		k.Triggers[len(k.Triggers)-1].Language = language
	} else if err == nil {
		k.Triggers = k.Triggers[:len(k.Triggers)-1]
	}
	return err
}

func (k *Knowledge) addWard(f []string) error {
	if _, twice := k.Wards[f[0]]; f[0] == "" || len(f[0]) > maxKnown || f[1] != "" && !isKnown(f[1]) || twice || len(k.Wards) == maxWards {
		return fmt.Errorf("want an abbreviation, once, and its meaning in text form, or none; at most %d times", maxWards)
	}
	k.Wards[f[0]] = f[1]
	return nil
}

// NamesNothing reports whether a text form is a word of sentences or spreadsheets, even if a list has it as a symbol: was,
// ctrl.
func (k *Knowledge) NamesNothing(form string) bool { return k.affixes["nothing"][form] != "" }
