package score

import (
	"math/bits"

	"github.com/normlet/normlet/internal/core/names"
)

// Query is a mention that has been read once, for retrieval and features. Its sets use 12 bits of a hash, so comparing a name
// takes a few nanoseconds for each character; the rare collisions cost a little precision.
type Query struct {
	Mention string // the mention as asked, even if the other fields are those of a rewriting
	names.Text
	Latin        []byte             // compact form with Latin for Greek letters, empty if it has none
	Figures      []byte             // compact form in other figures, empty if it has no numbers
	Abbreviation names.Abbreviation // the mention read as an abbreviation
	Rewriting    Rewriting          // how the other fields came from Mention

	Vocabulary Vocabulary // words of names, which may be parts of an abbreviated word; nil: unknown

	lexicon *names.Lexicon
	loose   []byte
	grams   bitset
	nGrams  int

	formGrams  bitset // of the text form; the first row with the feature Grams fills it in
	gramWeight float32

	words  bitset
	others bitset // synonyms of the words

	synonyms []names.Synonyms // synonyms of each word
}

// Rewriting says how a mention was rewritten.
type Rewriting uint8

// The rewritings, the closest to the mention first.
const (
	AsWritten   Rewriting = iota
	Respelt               // in other letters
	Equivalent            // unknown words in the spelling of names, compounds in English
	Approximate           // in words that mean about the same
)

type bitset [64]uint64

func (b *bitset) has(i uint32) bool { return b[i>>6&63]>>(i&63)&1 != 0 }
func (b *bitset) add(i uint32)      { b[i>>6&63] |= 1 << (i & 63) }

func (b *bitset) count() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Read reads a mention whose text form is form, which q copies.
func (q *Query) Read(l *names.Lexicon, mention string, form []byte) {
	q.Mention, q.Rewriting, q.Vocabulary, q.lexicon = mention, AsWritten, nil, l
	q.ReadForm(append(q.Form[:0], form...))
	l.Weigh(&q.Text)
	q.Latin, q.Figures = q.Latin[:0], q.Figures[:0]
	if !q.Off.Has(names.GreekAsLatin) {
		if form, ok := names.AppendLatin(q.Latin, q.Form); ok {
			q.Latin = names.AppendCompact(form[:0], form) // in place: it only shrinks
		}
	}
	if !q.Off.Has(names.OtherFigures) {
		q.Figures = q.AppendOtherFigures(q.Figures)
	}
	q.Abbreviation = names.ReadAbbreviation(mention, q.Form)
	q.loose = l.Rewrites.AppendLoose(q.loose[:0], q.Compact, q.Off)
	q.grams, q.words, q.others = bitset{}, bitset{}, bitset{}
	eachGram(q.Compact, q.grams.add)
	q.nGrams, q.gramWeight = q.grams.count(), 0
	q.synonyms = q.synonyms[:0]
	for i := range q.Words {
		word := q.Words[i].Hash
		q.words.add(word)
		all := l.Synonyms.Of(word)
		for _, s := range all.Counted() {
			q.others.add(s.B)
		}
		q.synonyms = append(q.synonyms, all)
	}
}

// Abbreviates returns how well the mention abbreviates a name.
func (q *Query) Abbreviates(t *names.Text) float32 {
	return align(&q.Abbreviation, t, q.Vocabulary)
}

// isAlso reports whether a compact form is that of the mention with Latin for Greek letters or in other figures.
func (q *Query) isAlso(compact []byte) bool {
	return len(q.Latin) > 0 && string(compact) == string(q.Latin) || len(q.Figures) > 0 && string(compact) == string(q.Figures)
}
