package names

import "iter"

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
	Asked    bool // count it only where the kinds of entities to find are given

	Literal bool // keep it although the mention equals a name to the letter
	Named   bool // keep it although the mention equals a name once normalized
}

// Readings returns the readings of a mention, the nearest first.
func Readings(mention string, off RuleSet) iter.Seq[Reading] {
	return func(yield func(Reading) bool) {
		if len(mention) > maxReading {
			return
		}
		if !off.Has(SheetDates) {
			dates, sure := sheetDate(mention)
			r := Reading{Names: dates, Rule: SheetDates, Least: 1, Instead: true, Named: sure == written, Doubtful: sure != written, Asked: sure == short}
			if len(dates) > 0 && !yield(r) {
				return
			}
		}
		element, bySymbol := readIon(mention)
		if element != "" && !off.Has(Ions) && !yield(Reading{Names: []string{element}, Rule: Ions, Least: 1, Instead: true, Named: bySymbol}) {
			return
		}
		if !yieldGroups(mention, 0, true, off, yield) || off.Has(Modified) {
			return
		}
		named := looksPhosphorylated(mention)
		for i, plain := range plainNames(mention) {
			one := Reading{Names: []string{plain}, Rule: Modified, Least: 1, Step: i + 1, Named: named}
			if !yieldGroups(plain, i+1, named, off, yield) || !yield(one) {
				return
			}
		}
	}
}

// yieldGroups yields what a text lists, or the members of the group that it is.
func yieldGroups(text string, step int, named bool, off RuleSet, yield func(Reading) bool) bool {
	if off.Has(Groups) {
		return true
	}
	if list := readList(text); len(list) > 0 {
		return yield(Reading{Names: list, Rule: Groups, Least: len(list), Step: step, Instead: step == 0, Named: named})
	}
	if g := ReadGroup(text); len(g.Members) > 0 {
		return yield(Reading{Names: g.Members, Rule: Groups, Least: min(2, len(g.Members)), Step: step, Literal: step == 0, Named: named})
	}
	return true
}
