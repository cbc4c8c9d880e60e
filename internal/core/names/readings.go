package names

import (
	"iter"
	"strings"
)

// Some mentions mislead: they look like one thing and are another. 2-Sep is a date to
// everybody but the author who typed SEPT2, pSTAT3 is STAT3 with something done to it,
// MEK is two kinases.

// Reading is a name that a mention stands for in other letters, or several names that
// it means together or cannot tell apart.
type Reading struct {
	Names    []string
	Rule     Rule // that reads it: SheetDates, Ions, Groups, Modified or WordSlips
	Least    int  // how many of Names a terminology must have
	Step     int  // how much was taken off the mention; readings of the first step that gives any count
	Instead  bool // nothing else counts: the letters of the mention mislead
	Doubtful bool // the mention may well be something else
	Stated   bool // count it only where the caller named the namespaces

	Also  string // what the mention says beside the name: it counts only if this is a name of the same entity
	Aside bool   // or no name at all, or an abbreviation of it

	Literal bool // keep it although the mention equals a name to the letter
	Named   bool // keep it although the mention equals a name once normalized
}

// Readings returns the readings of a mention, the nearest first.
func (k *Knowledge) Readings(mention string, off RuleSet) iter.Seq[Reading] {
	return func(yield func(Reading) bool) {
		if len(mention) > maxReading {
			return
		}
		if !off.Has(SheetDates) {
			dates, sure := sheetDate(mention, k.affixes["renamed"])
			r := Reading{Names: dates, Rule: SheetDates, Least: 1, Instead: true, Named: sure == written, Doubtful: sure != written, Stated: sure == short}
			if len(dates) > 0 && !yield(r) {
				return
			}
		}
		element, bySymbol := k.readIon(mention)
		if element != "" && !off.Has(Ions) && !yield(Reading{Names: []string{element}, Rule: Ions, Least: 1, Instead: true, Named: bySymbol}) {
			return
		}
		if !k.yieldGroups(mention, Reading{Named: true}, off, yield) || off.Has(Modified) {
			return
		}
		name, also, twice := strings.Cut(mention, "/")
		if twice && !yield(Reading{Names: []string{name}, Rule: Modified, Least: 1, Step: 1, Also: also}) {
			return
		}
		named := looksPhosphorylated(mention)
		for i, p := range k.plainNames(mention) {
			r := Reading{Names: []string{p.name}, Rule: Modified, Least: 1, Step: i + 1, Named: named, Also: p.aside, Aside: true}
			if !k.yieldGroups(p.name, r, off, yield) || !yield(r) {
				return
			}
		}
	}
}

// yieldGroups yields what a text lists, or the members of the group that it is, with what r says of the text.
func (k *Knowledge) yieldGroups(text string, r Reading, off RuleSet, yield func(Reading) bool) bool {
	if off.Has(Groups) {
		return true
	}
	r.Rule = Groups
	if list := k.readList(text); len(list) > 0 {
		r.Names, r.Least, r.Instead = list, len(list), r.Step == 0
		return yield(r)
	}
	if g := k.readGroup(text); len(g.Members) > 0 {
		r.Names, r.Least, r.Literal = g.Members, min(2, len(g.Members)), r.Step == 0
		return yield(r)
	}
	return true
}
