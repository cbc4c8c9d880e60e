package translation

import (
	"slices"
	"strings"
)

// What a guess needs at least. Languages that the choice did not see judge it: see lab/translations.
const (
	leastGuess   = 0.6  // of a whole word
	leastPart    = 0.8  // of a part of a compound
	leastCognate = 0.75 // letters shared with a word of the list
	minCognate   = 5    // letters of a skeleton
	cognateStart = 2    // of them that cognates begin with
	minStart     = 4    // letters that two forms of a word begin with
	maxEnding    = 3    // letters after them
	minWhole     = 12   // letters of a word that is taken apart beside words of the list
	maxCompound  = 48   // letters of a word that is taken apart
	minPart      = 3    // letters of a part of a compound
	minLastPart  = 4
	perJoint     = 0.98 // for each joint of a compound
)

// guess returns what a word that the table lacks may mean, and how sure that is, from 0 to 1.
func (t *Table) guess(word string) ([]Option, float32) {
	if i, ok := t.listed(word); ok {
		return one(i), 1
	}
	if len(word) < minPart || word[0] < 'a' || word[0] > 'z' {
		return nil, 0
	}
	options, sure := t.byForm(word)
	if o, s := t.compound(word); s > sure {
		options, sure = o, s
	}
	if sure < leastGuess {
		return nil, 0
	}
	options = slices.Clone(options)
	for i := range options {
		options[i].P *= sure
	}
	return options, sure
}

func one(word ...uint32) []Option { return []Option{{1, word}} }

// listed returns the number of a word of the list.
func (t *Table) listed(word string) (uint32, bool) {
	i, ok := slices.BinarySearch(t.list, word)
	return uint32(i), ok
}

// byForm returns what another form of a word means, or the word of the list that looks like it.
func (t *Table) byForm(word string) ([]Option, float32) {
	options, sure := t.inflected(word)
	if o, s := t.cognate(word); s > sure {
		return o, s
	}
	return options, sure
}

// inflected returns what the word of the table means that has the same beginning and the most letters in common.
func (t *Table) inflected(word string) (options []Option, sure float32) {
	at, _ := t.find(word)
	for i := max(0, at-maxEnding); i < min(len(t.Entries), at+maxEnding); i++ {
		e := &t.Entries[i]
		n := 0
		for n < min(len(e.Key), len(word)) && e.Key[n] == word[n] {
			n++
		}
		if n < minStart || len(word)-n > maxEnding || len(e.Key)-n > maxEnding || strings.Contains(e.Key, " ") || len(e.Options[0].Words) == 0 {
			continue
		}
		if s := float32(n) / float32(max(len(e.Key), len(word))); s > sure {
			options, sure = e.Options, s
		}
	}
	return options, sure
}

// cognate returns the word of the list that shares the most letters with a word.
func (t *Table) cognate(word string) (options []Option, sure float32) {
	s := t.spelling.Skeleton(word)
	if len(s) < minCognate {
		return nil, 0
	}
	best := uint32(0)
	for _, c := range t.cognates()[s[:cognateStart]] {
		if a, b := len(s), len(c.skeleton); 4*min(a, b) < 3*max(a, b) {
			continue
		}
		if x := Alike(s, c.skeleton); x >= leastCognate && x > sure {
			best, sure = c.word, x
		}
	}
	if sure == 0 {
		return nil, 0
	}
	return one(best), sure
}

// compound returns what the parts of a word mean, of two or more.
func (t *Table) compound(word string) ([]Option, float32) {
	if len(word) > maxCompound {
		return nil, 0
	}
	c := compound{table: t, word: word, joints: append(slices.Clone(t.spelling.Joints), "")}
	words, sure := c.from(0)
	if len(words) == 0 {
		return nil, 0
	}
	return one(words...), sure
}

// compound is a word that is taken apart. parts keeps what is known of what begins at each letter.
type compound struct {
	table  *Table
	word   string
	joints []string
	rests  [maxCompound]rest
}

// rest is the likeliest way to take apart what begins at a letter.
type rest struct {
	words []uint32
	sure  float32
	done  bool
}

// from takes what begins at a letter apart, the whole word in two parts or more.
func (c *compound) from(at int) ([]uint32, float32) {
	r := &c.rests[at]
	if r.done {
		return r.words, r.sure
	}
	r.done = true
	left := c.word[at:]
	if at > 0 && len(left) >= minLastPart {
		if o, s := c.table.part(left); s > 0 {
			r.words, r.sure = o[0].Words, s
		}
	}
	for n := minPart; n <= len(left)-minLastPart; n++ {
		first, p := c.table.part(left[:n])
		if p == 0 {
			continue
		}
		for _, joint := range c.joints {
			if !strings.HasPrefix(left[n:], joint) || n+len(joint) > len(left)-minLastPart {
				continue
			}
			last, q := c.from(at + n + len(joint))
			if s := perJoint * (float32(p*float32(n)) + float32(q*float32(len(left)-n))) / float32(len(left)); q > 0 && s > r.sure {
				r.words, r.sure = slices.Concat(first[0].Words, last), s
			}
		}
	}
	return r.words, r.sure
}

// part returns what a part of a compound means.
func (t *Table) part(word string) ([]Option, float32) {
	if o := t.of(word); o != nil && len(o[0].Words) > 0 {
		return o, 1
	}
	if len(word) <= minStart {
		return nil, 0
	}
	if o, s := t.byForm(word); s >= leastPart {
		return o, s
	}
	return nil, 0
}
