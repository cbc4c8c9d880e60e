package assemble

import (
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
)

// maxPieces is the number of pieces up to which a name is looked for in texts.
const maxPieces = 12

// minTelling is the number of bytes from which a name is looked for.
const minTelling = 3

// caseCounts is the number of bytes below which capitals tell names from words: a cat is no CAT.
// They do in words of capitals of any length.
const caseCounts = 6

// piece is a run of letters or of digits of a text.
type piece struct {
	raw  string
	hash uint64 // of its words: of one whatever its number, of a Roman numeral that of the Arabic one
}

// phrases finds names in texts, whatever stands between their pieces.
type phrases struct {
	index map[uint64]int32 // key of a name -> its number
	first map[uint64]bool  // pieces that names begin with
	text  names.Text
	form  []byte
	short []byte
}

func newPhrases() *phrases {
	return &phrases{index: map[uint64]int32{}, first: map[uint64]bool{}}
}

// add returns the number of a name, the same for names that texts cannot tell apart, or -1
// for one that is too long or has nothing in it.
func (p *phrases) add(name string) int32 {
	pieces := p.read(nil, name)
	if len(pieces) == 0 || len(pieces) > maxPieces || !telling(pieces) {
		return -1
	}
	var k key
	for i := range pieces {
		k.extend(&pieces[i])
	}
	n, ok := p.index[k.of(p, pieces)]
	if !ok {
		n = int32(len(p.index))
		p.index[k.of(p, pieces)] = n
		p.first[pieces[0].hash] = true
	}
	return n
}

// telling reports whether the pieces of a name are more than a letter or two, a number or a
// word of grammar, which say nothing of whether the entity is meant.
func telling(pieces []piece) bool {
	size, letters := 0, false
	for i := range pieces {
		size += len(pieces[i].raw)
		letters = letters || unicode.IsLetter(rune(pieces[i].raw[0])) || pieces[i].raw[0] >= utf8.RuneSelf
	}
	word := pieces[0].raw
	return size >= minTelling && letters && (len(pieces) > 1 || capitals(word) || !grammar[strings.ToLower(word)])
}

// grammar are the words of grammar of three letters and more that lists of names have, too.
var grammar = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`about above after again against all also although among and any are
		because been before being below between both but can could did does doing down during each either few for
		from further had has have having her here him his how however into its just may might more most must
		neither nor not now off once one only other our out over own per same she should since some such than that the
		their them then there these they this those though through thus too two under until upon very via was were
		what when where whereas whether which while who whom whose why will with within without would yet you your`) {
		out[w] = true
	}
	return out
}()

// find calls f with the numbers of the names in pieces: of those that begin at one place the
// longest, and none within another.
func (p *phrases) find(pieces []piece, f func(name int32)) {
	for i := 0; i < len(pieces); i++ {
		if !p.first[pieces[i].hash] {
			continue
		}
		var k key
		found, end := int32(-1), i
		for j := i; j < min(len(pieces), i+maxPieces); j++ {
			k.extend(&pieces[j])
			if n, ok := p.index[k.of(p, pieces[i:j+1])]; ok {
				found, end = n, j
			}
		}
		if found >= 0 {
			f(found)
			i = end
		}
	}
}

// key identifies a sequence of pieces.
type key struct {
	hash uint64
	size int // in bytes
}

func (k *key) extend(p *piece) {
	k.hash = (k.hash ^ p.hash) * 0x9e3779b97f4a7c15
	k.hash ^= k.hash >> 29
	k.size += len(p.raw)
}

// of returns the key of pieces, which k has been extended by. That of few letters has their
// capitals, but for one that begins a sentence.
func (k *key) of(p *phrases, pieces []piece) uint64 {
	if k.size >= caseCounts && !(len(pieces) == 1 && capitals(pieces[0].raw)) {
		return k.hash
	}
	p.short = p.short[:0]
	for i := range pieces {
		p.short = append(p.short, pieces[i].raw...)
	}
	s := p.short
	if len(s) > 1 && 'a' <= s[1] && s[1] <= 'z' && 'A' <= s[0] && s[0] <= 'Z' {
		s[0] |= 0x20
	}
	f := fnv.New64a()
	f.Write([]byte(names.Stem(string(s)))) // never fails
	return f.Sum64()
}

// capitals reports whether a word is written in capitals, as symbols are.
func capitals(word string) bool { return word == strings.ToUpper(word) }

func (p *phrases) read(dst []piece, text string) []piece {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		in := inLetters
		if !inLetters(r) {
			if in = unicode.IsNumber; !unicode.IsNumber(r) {
				i += size
				continue
			}
		}
		start := i
		for i < len(text) {
			if r, size = utf8.DecodeRuneInString(text[i:]); !in(r) {
				break
			}
			i += size
		}
		dst = append(dst, p.piece(text[start:i]))
	}
	return dst
}

// inLetters reports whether r belongs to a run of letters, accents included.
func inLetters(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsMark(r)
}

func (p *phrases) piece(raw string) piece {
	p.form = names.AppendForm(p.form[:0], raw)
	p.text.ReadWords(p.form)
	h := uint64(0)
	for i := range p.text.Words {
		h = h*0x9e3779b97f4a7c15 + uint64(p.text.Words[i].Hash)
	}
	return piece{raw, h}
}
