package core

// People shorten "atrial fibrillation" to AF, and terminologies do not list it.
// An encoder cannot tell, since the n-grams of the two have nothing in common. So
// rows are also found by the first letters of their words.

// maxAcronyms is how many rows of the same initials are looked at.
const maxAcronyms = 256

// initials are two to eight letters and digits, six bits each; 0 is none.
type initials uint64

const maxInitials = 8

// add appends a letter or digit of a text form. Of anything else, and of more
// than maxInitials, nothing is made.
func (i initials) add(c byte) (initials, bool) {
	switch {
	case i>>(6*(maxInitials-1)) != 0:
		return 0, false
	case isLower(c):
		return i<<6 | initials(c-'a'+1), true
	case isDigit(c):
		return i<<6 | initials(c-'0'+27), true
	}
	return 0, false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// skeletons calls f with i and with i less each letter but the first, as long as
// two are left: VTE is also sought as VE and VT, since it stands for venous
// thromboembolism.
func (i initials) skeletons(f func(initials)) {
	if i == 0 {
		return
	}
	f(i)
	if i>>12 == 0 {
		return // two letters
	}
	for at := 0; i>>(at+6) != 0; at += 6 {
		f(i>>(at+6)<<at | i&(1<<at-1))
	}
}

// String returns the initials as people write them.
func (i initials) String() string {
	if i == 0 {
		return ""
	}
	return (i >> 6).String() + string("?ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[i&63])
}

// Initials returns what people may shorten a name of several words to, such that
// a look-up finds the name by it; "" if there is nothing.
func Initials(name string) string {
	var t text
	t.set(name)
	short := t.initials().String()
	var p profile
	if p.set(short); p.abbreviates(&t) != 1 {
		return ""
	}
	return short
}

// Abbreviates returns how well short, two to six letters and digits, abbreviates a
// name: 1 for the initials of its words, 0 for what cannot be made of it.
func Abbreviates(short, name string) float32 {
	var p profile
	var t text
	p.set(short)
	t.set(name)
	return p.abbreviates(&t)
}

// acronym returns the initials that a mention of text form may stand for, as it
// is and without a plural s: two to six letters and digits that begin with a
// letter.
func acronym(form []byte) (whole, singular initials) {
	if len(form) < 2 || len(form) > 6 || !isLower(form[0]) {
		return 0, 0
	}
	for i, c := range form {
		if c == 's' && i == len(form)-1 && i > 1 {
			singular = whole
		}
		var ok bool
		if whole, ok = whole.add(c); !ok {
			return 0, 0
		}
	}
	return whole, singular
}

// eachWord calls f with the words of a name until it returns false. The parts
// between commas are turned round, "fibrillation, atrial" is atrial fibrillation,
// and words that acronyms leave out are left out. It reports whether f always
// returned true.
func (t *text) eachWord(f func(word []byte, digits bool) bool) bool {
	for end := len(t.tokens); end > 0; {
		start := end - 1
		for start > 0 && t.tokens[start-1].part == t.tokens[end-1].part {
			start--
		}
		for _, w := range t.tokens[start:end] {
			word := t.form[w.start : w.start+w.size]
			if !skipped(word) && !f(word, w.digit) {
				return false
			}
		}
		end = start
	}
	return true
}

// initials returns the initials of a name of several words, with the digits of
// its numbers.
func (t *text) initials() (i initials) {
	if len(t.tokens) < 2 || len(t.tokens) > 2*maxInitials {
		return 0
	}
	ok := t.eachWord(func(word []byte, digits bool) (ok bool) {
		if !digits {
			word = word[:1]
		}
		for _, c := range word {
			if i, ok = i.add(c); !ok {
				return false
			}
		}
		return true
	})
	if !ok || i>>6 == 0 {
		return 0
	}
	return i
}

// skipped reports whether acronyms leave out a word.
func skipped(word []byte) bool {
	switch string(word) {
	case "of", "the", "and", "in", "with", "by", "for", "to", "due", "on", "or", "from":
		return true
	}
	return false
}

func (i initials) hash() uint32 { return uint32(uint64(i) * 0x9e3779b97f4a7c15 >> 32) }

// triedAcronyms is how many rows are tried for a mention. In terminologies of 250,000
// names no initials have more than 1,100 rows.
const triedAcronyms = 1 << 15

// addAcronyms offers the rows whose names the mention abbreviates, those of popular
// entities first.
func (n *Normalizer) addAcronyms(s *scratch, filter *rowFilter) {
	p := &s.profile
	if p.whole == 0 || n.ranker.Weights[Acronym] == 0 {
		return
	}
	left := triedAcronyms
	for _, whole := range [...]initials{p.whole, p.singular} {
		whole.skeletons(func(i initials) {
			for _, pair := range n.byWord().initials.of(i.hash()) {
				if left == 0 || len(s.shortened) == maxAcronyms {
					return
				}
				left--
				n.offerAcronym(s, int32(pair), i == whole, filter)
			}
		})
	}
}

// offerAcronym offers a row whose initials are the mention, or, if they are not all
// of it, whose words have the missing letters.
func (n *Normalizer) offerAcronym(s *scratch, row int32, whole bool, filter *rowFilter) {
	if !filter.has(row) {
		return
	}
	q := float32(1)
	if !whole {
		s.name = n.pack.Names.Append(s.name[:0], int(row))
		s.row.set(unsafeString(s.name))
		if q = s.profile.abbreviates(&s.row); q == 0 {
			return
		}
	}
	n.offerShortened(s, row, q, filter)
}
