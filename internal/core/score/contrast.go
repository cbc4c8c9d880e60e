package score

import (
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
)

// A list lacks much of what people type. Two things show that it lacks an entity: the difference between the mention and the
// name that was found (a number, a rare word, more than a typing error), and the mention itself, as an ordinary English word
// in small letters is hardly a gene. Contrast measures both.

// Contrast compares mentions with names of one list. It is not safe for concurrent use.
type Contrast struct {
	Lexicon       *names.Lexicon
	Senses        *Calibration // its Commonness says how often a mention means nothing in the list
	mention, name names.Text
	rows          [3][maxEdited + 1]uint8
}

// maxEdited is how many leading bytes of a compact form edits compares.
const maxEdited = 48

// side is what one of two texts has that the other lacks.
type side struct {
	weight, most float32 // of such words, all together and the weightiest, as shares of a word that one name has
	tells        float32 // of them, how many tell entities apart
	ordinary     int     // of them, the most ordinary: see ordinary
	shared       float32 // of words that both have, the weightiest, as the same share
}

// lacking returns what t has that other lacks. whole is the weight of a word that one name has; capital says that t's text has
// a capital.
func (c *Contrast) lacking(t, other *names.Text, whole float32, capital bool) (s side) {
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
		s.tells += float32(x * c.tells(w))
		if !w.Digit && w.Size > 1 && x > 1-worthNumber { // the plural of a word is the word
			s.ordinary = max(s.ordinary, ordinary(w, whole, capital))
		}
	}
	return s
}

// inEnglish says how rare the words of each grade are in English: one of grade g is one of 2^inEnglish[g] words of text, by
// the sizes of SCOWL's lists and Zipf's law.
var inEnglish = [names.MostOrdinary + 1]float32{0, 21, 20, 18, 15.5, 13}

// ofList is the logarithm to base 2 of how many times more often a list uses the words of its field than English does.
const ofList = 2

// ordinary returns the grade of a weighed word, 0 if it is not ordinary; unknown is the weight of words that no name has.
// Words of the list's field are not ordinary: manager in a list of occupations. In a text with a capital, a proper name has
// the grade of the rarest words: Leonard is spelled correctly, and is no error for Leopard.
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

// Add fills in the inputs that compare the mention with the name: those from inputLacks to inputCase, inputElsewhere and
// inputShared.
func (c *Contrast) Add(x *Inputs, mention, name string) {
	c.name.Listed = true
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
		more, less = c.lacking(&c.mention, &c.name, whole, upper > 0), c.lacking(&c.name, &c.mention, whole, true)
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
		more.weight, more.most, more.tells, float32(more.ordinary),
		less.weight, less.most, less.tells,
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

// Missing returns how likely the words of a that b lacks tell entities apart: of the most telling one, 0 if there is none.
// shared reports whether b has any of a's words.
func (c *Contrast) Missing(a, b string) (tells float32, shared bool) {
	c.name.Listed = true
	c.mention.Read(b)
	c.name.Read(a)
	c.Lexicon.Weigh(&c.mention)
	c.Lexicon.Weigh(&c.name)
	for i := range c.name.Words {
		x := 1 - alike(&c.name, &c.name.Words[i], &c.mention)
		tells = max(tells, float32(x*c.tells(&c.name.Words[i])))
		shared = shared || x < 1
	}
	return tells, shared
}

// tells returns how likely a word tells entities apart: numbers always do.
func (c *Contrast) tells(w *names.Word) float32 {
	if w.Digit {
		return 1
	}
	return c.Lexicon.Telling.Of(w.Hash)
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

// otherCase returns the share of letters that are capital in one text and small in the other; 0 if the letters differ. It is
// high for Bax and BAX, as mouse genes are written like Bax, and 0 for FOX-P2 and FOXP2.
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

// nextLetter returns the first letter of s and the text after it, or 0 if s has no letter.
func nextLetter(s string) (rune, string) {
	for i, r := range s {
		if unicode.IsLetter(r) {
			return r, s[i+utf8.RuneLen(r):]
		}
	}
	return 0, ""
}

// edits returns the number of insertions, deletions, replacements and swaps of neighbours that turn a into b (optimal string
// alignment). It compares the first maxEdited bytes of each.
func (c *Contrast) edits(a, b []byte) int {
	a, b = a[:min(len(a), maxEdited)], b[:min(len(b), maxEdited)]
	n := commonStart(a, b) // which no edit has to touch, nor a common end
	a, b = a[n:], b[n:]
	n = commonEnd(a, b)
	a, b = a[:len(a)-n], b[:len(b)-n]
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
