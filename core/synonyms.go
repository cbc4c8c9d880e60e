package core

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/wire"
)

// Synonym says that a word can stand for another: "renal" for "kidney". A pack
// brings those that its terminology shows, in names of one entity that differ in
// nothing else.
type Synonym struct {
	A, B     uint32 // WordHash of the words, A < B
	Strength uint8  // how often names that differ in them mean the same, in 1/255
}

// WordHash identifies a word: a run of letters of a text form.
func WordHash(word string) uint32 { return wordHash([]byte(word)) }

// Words returns the runs of letters and those of digits of a name's text form, in
// order, Roman numerals of several letters in Arabic figures.
func Words(name string) []string {
	var t text
	t.setTokens(encoder.AppendTextForm(nil, name))
	out := make([]string, len(t.tokens))
	for i, w := range t.tokens {
		if out[i] = t.arabicOf(&w); out[i] == "" {
			out[i] = string(t.form[w.start : w.start+w.size])
		}
	}
	return out
}

// AppendSynonyms appends the payload of a pack's section SYNO: of each synonym,
// ascending by words, two uint32 little-endian and a byte.
func AppendSynonyms(b []byte, list []Synonym) []byte {
	list = slices.Clone(list)
	slices.SortFunc(list, compareSynonyms)
	for _, s := range list {
		b = append(wire.AppendUint32(wire.AppendUint32(b, s.A), s.B), s.Strength)
	}
	return b
}

func compareSynonyms(a, b Synonym) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) }

// synonyms lists synonyms both ways, by the first word.
type synonyms []Synonym

// maxSynonyms is how many a pack may bring, a hundred times what terminologies
// show; they are sorted when it is opened.
const maxSynonyms = 1 << 18

// newSynonyms reads those of a pack.
func newSynonyms(c *pack.Contents) (synonyms, error) {
	r := wire.NewReader(c.Synonyms)
	const bytes = 9
	if n := len(c.Synonyms) / bytes; n > maxSynonyms {
		return nil, fmt.Errorf("%d synonyms; at most %d allowed", n, maxSynonyms)
	}
	list := make(synonyms, 0, 2*(len(c.Synonyms)/bytes))
	for last := (Synonym{}); r.Len() > 0; {
		s := Synonym{r.Uint32(), r.Uint32(), r.Uint8()}
		if err := r.Err(); err != nil {
			return nil, err
		}
		if s.A >= s.B || len(list) > 0 && compareSynonyms(last, s) >= 0 {
			return nil, fmt.Errorf("synonyms out of order after %d", len(list)/2)
		}
		last = s
		list = append(list, s, Synonym{s.B, s.A, s.Strength})
	}
	slices.SortFunc(list, compareSynonyms)
	return list, nil
}

// wordSynonyms is how many synonyms of a word count; terminologies show up to 80.
const wordSynonyms = 256

// of returns the synonyms of a word.
func (s synonyms) of(word uint32) []Synonym {
	from := sort.Search(len(s), func(i int) bool { return s[i].A >= word })
	n := sort.Search(len(s)-from, func(i int) bool { return s[from+i].A > word })
	return s[from : from+min(n, wordSynonyms)]
}

// add fills in the words that those of p can stand for.
func (s synonyms) add(p *profile) {
	p.others, p.synonyms = bitset{}, nil
	for i := range p.tokens {
		for _, x := range s.of(p.tokens[i].hash) {
			p.synonyms = s
			p.others.add(x.B)
		}
	}
}

// standsFor returns how well word a of the mention stands for word b.
func (p *profile) standsFor(a, b uint32) float32 {
	if !p.others.has(b) {
		return 0
	}
	i, ok := slices.BinarySearchFunc(p.synonyms, Synonym{A: a, B: b}, compareSynonyms)
	if !ok {
		return 0
	}
	return float32(p.synonyms[i].Strength) / 255
}
