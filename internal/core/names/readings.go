package names

import (
	"iter"
	"strings"
	"unicode"
)

// The letters of some mentions mislead. The author of 2-Sep typed SEPT2, which a spreadsheet took for a date; pSTAT3 is STAT3
// with a phosphate; MEK is two kinases.

// Reading is a name that a mention stands for in other letters, or several names that it means together or may mean.
type Reading struct {
	Names    []string
	Rule     Rule // rule that gives the reading: SheetDates, Ions, Groups, Modified or WordSlips
	Least    int  // number of Names that a terminology must have
	Step     int  // number of removals from the mention; only the readings of the first successful step count
	Instead  bool // the letters of the mention mislead: other rows do not count
	Doubtful bool // the mention may well mean something else
	Stated   bool // the reading counts only if the caller names the namespaces

	Also  []string // the rest of the mention: the reading counts only if these are names of the same entity
	Aside bool     // the reading also counts if Also are no names, or abbreviate this one
	Short bool     // the reading counts only if Also abbreviates it

	Dosed   bool // the reading counts only for namespaces of drugs: Knowledge.IsDosed
	Cells   bool // where a cell line has the name, the reading counts for nothing else: Knowledge.HasLines
	Literal bool // the reading counts even if the mention equals a name exactly
	Named   bool // the reading counts even if the mention equals a name once normalized
}

// Readings returns the readings of a mention, the closest to the mention first. If it is named, equal to a name once
// normalized, it leaves out most that are not Named.
func (k *Knowledge) Readings(mention string, named bool, off RuleSet) iter.Seq[Reading] {
	return func(yield func(Reading) bool) {
		if len(mention) > maxReading {
			return
		}
		if !off.Has(SheetDates) && strings.ContainsFunc(mention, unicode.IsDigit) {
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
		phosphorylated := looksPhosphorylated(mention)
		if named && !phosphorylated {
			return
		}
		for _, mark := range [...]string{"/", ", "} {
			names := strings.Split(mention, mark)
			if len(names) > 1 && !yield(Reading{Names: names[:1], Rule: Modified, Least: 1, Step: 1, Also: names[1:]}) {
				return
			}
		}
		if owner, ok := possessive(mention); ok && !off.Has(Plural) && !yield(Reading{Names: []string{owner}, Rule: Plural, Least: 1, Step: 1}) {
			return
		}
		for i, p := range k.plainNames(mention) {
			r := Reading{Names: []string{p.name}, Rule: Modified, Least: 1, Step: i + 1, Named: phosphorylated, Aside: true, Short: p.short, Dosed: p.dosed, Cells: p.cells}
			if p.aside != "" {
				r.Also = []string{p.aside}
			}
			if !k.yieldGroups(p.name, r, off, yield) || !yield(r) {
				return
			}
		}
	}
}

// yieldGroups yields r with the names that a text lists, or with the members of the group that it names.
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
