package assemble

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/adrg/strutil"
	"github.com/adrg/strutil/metrics"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
)

// show makes the row of the name that people are shown the primary one.
func (l *list) show(c *pack.Contents, entities []data.Entity) {
	for row, i := range c.RowEntity {
		e := &entities[i]
		if e.Shown != "" && (e.Shown != e.Names[0].Text || l.equal[e.ID] > 0) && c.Names.At(row) == e.Shown {
			c.PrimaryRow[i] = uint32(row)
		}
	}
}

// WithShown returns a copy of the terminology in which each entity has a name to show: the one that the list says or, if the
// list prefers none, the usual one. That is Escherichia coli rather than B. coli, which comes first in the alphabet. equal has,
// by id, the number of an entity's names of which none is preferred.
func WithShown(t *data.Terminology, equal map[string]int) *data.Terminology {
	out := *t
	out.Entities = slices.Clone(t.Entities)
	var sole []string
	for _, e := range out.Entities {
		if equal[e.ID] == 1 {
			sole = append(sole, strings.ToLower(e.Names[0].Text))
		}
	}
	slices.Sort(sole)
	for i := range out.Entities {
		e := &out.Entities[i]
		text, at := e.Shown, spelled(e.Names, e.Shown)
		if n := equal[e.ID]; at < 0 && n > 0 {
			text = inCase(usual(e.Names[:n], sole), e.Names[:n])
			at = spelled(e.Names, text)
		}
		if e.Shown = ""; at < 0 {
			continue
		}
		if strings.EqualFold(e.Names[at].Text, text) && e.Names[at].Text != text { // the list lost the case
			e.Names = slices.Clone(e.Names)
			e.Names[at].Text = text
		}
		e.Shown = e.Names[at].Text
	}
	return &out
}

// spelled returns where a list has a name, perhaps in another case, or without the brackets of [Clostridium] difficile;
// -1 if it lacks it.
func spelled(list []data.Name, name string) int {
	key := names.Key(name)
	for _, same := range [...]func(text string) bool{
		func(text string) bool { return text == name },
		func(text string) bool { return strings.EqualFold(text, name) },
		func(text string) bool { return key != "" && names.Key(text) == key },
	} {
		if i := slices.IndexFunc(list, func(n data.Name) bool { return same(n.Text) }); i >= 0 {
			return i
		}
	}
	return -1
}

// inCase returns a name in capitals as another spelling has its letters: HELA is HeLa beside He La. Lists that leave out
// what differs from a name in its case alone keep the capitals, which come first in the alphabet.
func inCase(name string, list []data.Name) string {
	if strings.ToUpper(name) != name {
		return name
	}
	plain := letters(name)
	for _, n := range list {
		other := letters(n.Text)
		if other == strings.ToUpper(other) || other == strings.ToLower(other) || !strings.EqualFold(other, plain) {
			continue
		}
		rest := []rune(other)
		return strings.Map(func(r rune) rune {
			if isLetter(r) && len(rest) > 0 {
				r, rest = rest[0], rest[1:]
			}
			return r
		}, name)
	}
	return name
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if isLetter(r) {
			return r
		}
		return -1
	}, name)
}

// hyphen is how many names in series a hyphen between letters and digits is worth: K-562, not K562.
const hyphen = 6

// series returns how many names, lower and in order, begin as one does: with COLO, a blank and a digit as COLO 205, or
// with all of HeLa.
func series(sole []string, name string) int {
	from := strings.ToLower(name)
	after, bonus := from+"\xff", 0
	if digit := strings.IndexAny(from, "0123456789"); digit >= 0 {
		if digit > 1 && from[digit-1] == '-' {
			bonus = hyphen
		}
		from, after = from[:digit]+"0", from[:digit]+":" // which comes after 9
	}
	first, _ := slices.BinarySearch(sole, from)
	end, _ := slices.BinarySearch(sole, after)
	return end - first + bonus
}

// usual returns the name that is spelled in most ways, as people write it most, or, of several, that which most others
// have in them or are like, by the Jaccard similarity of trigrams; and of its spellings that which begins as most sole
// names do. What abbreviates another (E. coli) comes last, and is a way to spell that.
func usual(list []data.Name, sole []string) string {
	jaccard := metrics.NewJaccard()
	jaccard.NgramSize = 3
	ways, like := map[string]int{}, map[string]float64{}
	for _, n := range list {
		initial, rest, short := strings.Cut(n.Text, ".")
		abbreviates := false
		for _, other := range list {
			like[n.Text] += strutil.Similarity(n.Text, other.Text, jaccard)
			if strings.Contains(other.Text, n.Text) {
				like[n.Text]++
			}
			if short && other != n && strings.HasSuffix(other.Text, " "+strings.TrimSpace(rest)) {
				abbreviates = true
				if strings.HasPrefix(other.Text, initial) && !strings.Contains(other.Text, ".") {
					ways[names.Key(other.Text)]++
				}
			}
		}
		if !abbreviates {
			ways[names.Key(n.Text)]++
		}
	}
	best := slices.MaxFunc(list, func(a, b data.Name) int {
		return cmp.Or(cmp.Compare(ways[names.Key(a.Text)], ways[names.Key(b.Text)]), cmp.Compare(like[a.Text], like[b.Text]))
	})
	for _, n := range list {
		if names.Key(n.Text) == names.Key(best.Text) && series(sole, n.Text) > series(sole, best.Text) {
			best = n
		}
	}
	return best.Text
}
