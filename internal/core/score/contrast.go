package score

import (
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

// A list lacks much of what people type. What it lacks shows in what sets the mention apart from the name that was found
// (a number, a rare word, more than a slip of the pen), and in the mention itself: an ordinary English word in small
// letters is hardly a gene. Contrast reads both.

// Contrast compares mentions with names of one list. It is not safe for concurrent use.
type Contrast struct {
	Lexicon       *names.Lexicon
	Senses        *Calibration // whose Commonness tells how mentions are used
	mention, name names.Text
	rows          [3][maxEdited + 1]uint8
}

// maxEdited is the number of letters of a form that edits are counted in.
const maxEdited = 48

// marks are words that tell siblings apart, as numbers and single letters do.
var marks = func() map[uint32]bool {
	out := map[uint32]bool{}
	for _, w := range knowledge.Words("mark") {
		out[names.Hash(w)] = true
	}
	return out
}()

// side is what one of two texts has that the other lacks.
type side struct {
	weight, most float32 // of such words, all together and the weightiest, as shares of a word that one name has
	marks        int     // of them, those that tell siblings apart
	ordinary     int     // of them, the most ordinary: see ordinary
	shared       float32 // of words that both have, the weightiest, as the same share
}

func lacking(t, other *names.Text, whole float32, capital bool) (s side) {
	for i := range t.Words {
		w := &t.Words[i]
		x := 1 - alike(t, w, other)
		s.shared = max(s.shared, float32(w.Weight*(1-x))/whole)
		if x == 0 {
			continue
		}
		lacks := float32(w.Weight*x) / whole
		s.weight += lacks
		s.most = max(s.most, lacks)
		if w.Digit || w.Size == 1 || marks[w.Hash] {
			s.marks++
		} else if x > 1-worthNumber { // the plural of a word is the word
			s.ordinary = max(s.ordinary, ordinary(w, whole, capital))
		}
	}
	return s
}

// inEnglish are how often people use a word of each grade: the logarithm to base 2 of the number of words among which
// it is one, by the sizes of SCOWL's lists and Zipf's law.
var inEnglish = [names.MostOrdinary + 1]float32{0, 21, 20, 18, 15.5, 13}

// ofList is how many times as often as English, as a power of 2, a list has the words of its own field.
const ofList = 2

// ordinary returns how ordinary a weighed word is; unknown is the weight of words that no name has. Words of the list's
// own field are not ordinary: manager among occupations. In a text with a capital, a proper name is as good as a rare
// word: Leonard is spelled right, no slip in Leopard.
func ordinary(w *names.Word, unknown float32, capital bool) int {
	g := names.Ordinary(w.Hash)
	if g == 0 && capital && names.IsProperName(w.Hash) {
		return 1
	}
	if w.Weight < min(unknown, 1+inEnglish[g]-ofList) {
		return 0
	}
	return g
}

// Add fills in the inputs from inputLacks on.
func (c *Contrast) Add(x *Inputs, mention, name string) {
	c.mention.Read(mention)
	c.name.Read(name)
	c.Lexicon.Weigh(&c.mention)
	c.Lexicon.Weigh(&c.name)
	upper, lower := capitals(mention)
	nameUpper, nameLower := capitals(name)
	var more, less side
	whole := c.Lexicon.Most()
	more.shared = 1
	if string(c.mention.Compact) != string(c.name.Compact) { // else FOX-P2 would lack the word of FOXP2
		more, less = lacking(&c.mention, &c.name, whole, upper > 0), lacking(&c.name, &c.mention, whole, true)
	}
	most, least := 0, names.MostOrdinary
	for i := range c.mention.Words {
		w := &c.mention.Words[i]
		grade := 0
		if !w.Digit && w.Size > 1 {
			grade = ordinary(w, whole, upper > 0)
		}
		most, least = max(most, grade), min(least, grade)
	}
	edits := c.edits(c.mention.Compact, c.name.Compact)
	for i, v := range [...]float32{
		more.weight, more.most, float32(more.marks), float32(more.ordinary),
		less.weight, less.most, float32(less.marks),
		float32(most), float32(least),
		float32(edits), float32(edits) / float32(max(1, len(c.mention.Compact), len(c.name.Compact))),
		float32(len(c.mention.Compact)), float32(len(c.mention.Words)), float32(len(c.name.Words)),
		bit(upper == 0), bit(lower == 0), bit(nameUpper > 1 || nameUpper > 0 && nameLower == 0), bit(mention == name),
		otherCase(mention, name),
	} {
		x[inputLacks+i] = v
	}
	x[inputElsewhere], x[inputShared] = c.Senses.CommonnessOf(c.mention.Compact, ""), more.shared
}

func capitals(s string) (upper, lower int) {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch i += size; {
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	return upper, lower
}

// otherCase returns the share of letters that are capitals in one of two texts alone, 0 where the letters differ: Bax is
// how genes of mice are written, FOX-P2 is not.
func otherCase(a, b string) float32 {
	letters, other := 0, 0
	for {
		x, y := rune(0), rune(0)
		x, a = nextLetter(a)
		y, b = nextLetter(b)
		switch {
		case x == 0 && y == 0:
			return float32(other) / float32(max(1, letters))
		case unicode.ToLower(x) != unicode.ToLower(y):
			return 0
		case x != y:
			other++
		}
		letters++
	}
}

// nextLetter returns the first letter of s, 0 if there is none, and what follows.
func nextLetter(s string) (rune, string) {
	for i, r := range s {
		if unicode.IsLetter(r) {
			return r, s[i+utf8.RuneLen(r):]
		}
	}
	return 0, ""
}

// edits returns how many letters have to be inserted, removed, replaced or swapped with the next to make b of a, of the
// first maxEdited of both (optimal string alignment).
func (c *Contrast) edits(a, b []byte) int {
	a, b = a[:min(len(a), maxEdited)], b[:min(len(b), maxEdited)]
	before, last, row := &c.rows[0], &c.rows[1], &c.rows[2]
	for j := range len(b) + 1 {
		last[j] = uint8(j)
	}
	for i := range a {
		row[0] = uint8(i + 1)
		for j := range b {
			n := min(last[j+1], row[j]) + 1
			if a[i] == b[j] {
				n = min(n, last[j])
			} else {
				n = min(n, last[j]+1)
				if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
					n = min(n, before[j-1]+1)
				}
			}
			row[j+1] = n
		}
		before, last, row = last, row, before
	}
	return int(last[len(b)])
}
