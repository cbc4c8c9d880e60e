package tag

import (
	"math/bits"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// Lexicon holds the names of a pack by a hash of their letters and digits: which groups of namespaces have a name, and
// which beginnings go on. Some 45 bits of a hash tell names apart, so that one text in millions passes for a name; the
// look-up that follows does not take it for one. Hashes are sorted: whoever writes a list can choose names whose hashes
// lie side by side, which open addressing would pay for with every look.
type Lexicon struct {
	names  marks
	begins []uint64 // a Bloom filter of beginnings, every beginStep bytes
	spoken *names.Inflection
	words  []uint64 // ascending: hash, and in how many names of each group a word is, the bits of the number
}

// MaxGroups is how many groups of namespaces a Lexicon tells apart: those of types, and the others, whose words are not
// counted. Names of namespaces of Unread are left out.
const (
	MaxGroups = maxTypes + 1
	Unread    = MaxGroups
	maxTypes  = 8
)

const (
	beginStep  = 4
	maxRun     = 14 // tokens of a name
	minName    = 3  // letters and digits of a name that counts
	hashStart  = 14695981039346656037
	hashPrime  = 1099511628211
	rootMark   = 0 // before the roots of a name, which no texts spell
	groupsMask = 1<<MaxGroups - 1
)

// Untagged is the group of the namespaces that no model covers. Its names are found by other forms of their words, too.
const Untagged = MaxGroups - 1

// NewLexicon reads the names of a pack; group gives the group of each namespace, and forms the other forms of words.
func NewLexicon(c *pack.Contents, group []uint8, forms *names.Forms) *Lexicon {
	size := 1 << bits.Len(uint(2*c.Names.Len()))
	l := &Lexicon{begins: make([]uint64, max(size/4, 64))}
	if forms != nil {
		l.spoken = forms.Spoken
	}
	hashes := make([]uint64, 0, c.Names.Len())
	counts := map[uint32]*[maxTypes]int{}
	var form, key, before []byte
	var text names.Text
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		g := group[c.EntityNamespace[c.RowEntity[row]]]
		if g == Unread {
			continue
		}
		form = names.AppendForm(form[:0], names.View(name))
		if key = names.AppendCompact(key[:0], form); len(key) > 0 {
			hashes = append(hashes, mix(l.hash(key, before))&^groupsMask|1<<g)
			before = append(before[:0], key...)
		}
		text.ReadWords(form)
		if g == Untagged {
			for other := range forms.Of(&text) {
				key = names.AppendCompact(key[:0], other)
				hashes = append(hashes, mix(l.hash(key, nil))&^groupsMask|1<<g)
			}
			if l.spoken != nil {
				key = append(append(key[:0], rootMark), l.spoken.Roots(&text)...)
				hashes = append(hashes, mix(l.hash(key, nil))&^groupsMask|1<<g)
			}
			continue
		}
		for i := range text.Words {
			w := &text.Words[i]
			if w.Digit {
				continue
			}
			h := names.HashWord(text.Of(w))
			n := counts[h]
			if n == nil {
				n = new([maxTypes]int)
				counts[h] = n
			}
			n[g]++
		}
	}
	l.names = newMarks(hashes)
	l.words = make([]uint64, 0, len(counts))
	for h, n := range counts {
		e := uint64(h) << 32
		for g, k := range n {
			e |= uint64(min(bits.Len(uint(k)), 15)) << (4 * g)
		}
		l.words = append(l.words, e)
	}
	slices.Sort(l.words)
	return l
}

// counts returns in how many names of each group a word is: four bits for each.
func (l *Lexicon) counts(hash uint32) uint32 {
	if i, _ := slices.BinarySearch(l.words, uint64(hash)<<32); i < len(l.words) && uint32(l.words[i]>>32) == hash {
		return uint32(l.words[i])
	}
	return 0
}

// count returns of counts that of a group.
func count(counts uint32, group int) uint32 { return counts >> (4 * group) & 15 }

// hash returns the hash of a name, and adds its beginnings but for those in common with the name before.
func (l *Lexicon) hash(key, before []byte) uint64 {
	h, same := uint64(hashStart), 0
	for same < min(len(key), len(before)) && key[same] == before[same] {
		same++
	}
	for i, c := range key {
		if h = (h ^ uint64(c)) * hashPrime; (i+1)%beginStep == 0 && i >= same {
			a, b := l.beginning(h)
			l.begins[a/64] |= 1 << (a % 64)
			l.begins[b/64] |= 1 << (b % 64)
		}
	}
	return h
}

func (l *Lexicon) beginning(h uint64) (a, b uint64) {
	h = mix(h)
	n := uint64(64 * len(l.begins))
	return h % n, (h >> 32) % n
}

// goesOn reports whether a name may have a beginning.
func (l *Lexicon) goesOn(h uint64) bool {
	a, b := l.beginning(h)
	return (l.begins[a/64]>>(a%64))&(l.begins[b/64]>>(b%64))&1 != 0
}

func mix(h uint64) uint64 {
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// groups returns the groups that have a name with a hash.
func (l *Lexicon) groups(h uint64) uint32 {
	groups, _ := l.names.of(mix(h))
	return groups
}

// Name is a run of tokens that has the letters and digits of a name.
type Name struct {
	From, To int    // tokens, To is behind the last
	Groups   uint32 // bit by bit, those that have the name
}

// appendFrom appends the names that begin at a token, the shortest first. A plural names what its singular does: one in -es or
// -ies only where names alone are found, since the taggers have not learned from it.
func (l *Lexicon) appendFrom(dst []Name, t *Text, from int) []Name {
	h, n := uint64(hashStart), 0
	for i := from; i < min(len(t.Tokens), from+maxRun); i++ {
		switch class := t.Tokens[i].Class; {
		case class == lineEnd, class == names.Mark && (i == from || t.ends(i)):
			return dst
		case class == names.Mark:
			continue
		}
		w := t.of(i)
		var singular, other uint64
		for k, c := range w.form {
			if k > 0 && k == w.ending {
				if other = h; w.form[k] == 'i' {
					other = (h ^ 'y') * hashPrime
				}
			}
			if k+1 == len(w.form) && w.plural > 0 {
				singular = h
			}
			h = (h ^ uint64(c)) * hashPrime
			if n++; n%beginStep == 0 && !l.goesOn(h) {
				if h = 0; singular|other == 0 {
					return dst
				}
				break
			}
		}
		var g uint32
		if h != 0 {
			g = l.groups(h)
		}
		if singular != 0 {
			g |= l.groups(singular)
		}
		if other != 0 {
			g |= l.groups(other) & (1 << Untagged)
		}
		if g != 0 && n >= minName {
			dst = append(dst, Name{from, i + 1, g})
		}
		if h == 0 {
			return dst
		}
	}
	return dst
}

// appendInflected appends the names of which a run of tokens from one on has the roots: those that no model covers.
func (l *Lexicon) appendInflected(dst []Name, k *Work, from int) []Name {
	h, n := uint64(hashStart), 1
	h = (h ^ rootMark) * hashPrime
	for i := from; i < min(len(k.Tokens), from+maxRun); i++ {
		if class := k.Tokens[i].Class; class == lineEnd || class == names.Mark && (i == from || k.ends(i)) {
			return dst
		} else if class == names.Mark {
			continue
		}
		for _, c := range []byte(k.roots[k.Tokens[i].word]) {
			h = (h ^ uint64(c)) * hashPrime
			if n++; n%beginStep == 0 && !l.goesOn(h) {
				return dst
			}
		}
		if g := l.groups(h) & (1 << Untagged); g != 0 && n > minName {
			dst = append(dst, Name{from, i + 1, g})
		}
	}
	return dst
}

// ends reports whether the mark at a token ends what a name may be: one of a sentence, unless it abbreviates.
func (t *Text) ends(i int) bool {
	m := t.Tokens[i]
	switch t.Source[m.Start] {
	case '.', ':', ';', '!', '?':
		if m.End < len(t.Source) {
			if class, _ := classAt(t.Source, m.End); class != names.Blank {
				return false
			}
		}
		return t.Source[m.Start] != '.' || i > 0 && t.Tokens[i-1].End-t.Tokens[i-1].Start > maxInitial
	}
	return false
}

// maxInitial is how long a word is that a full stop abbreviates: E. coli.
const maxInitial = 2
