package hostile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/wire"
)

// Shape is a kind of hostile pack.
type Shape struct {
	Name  string
	Opens bool // it costs much and misleads nobody, so that it may be opened
	Large bool // to make, open and ask it takes a second or more
	Make  func() []byte
}

// Shapes returns all of them.
func Shapes() []Shape {
	return []Shape{
		{"small", true, false, func() []byte { return small().bytes() }},
		{"scalings of 40,000 namespaces", true, false, scalings},
		{"80,000 changes of metadata", false, false, func() []byte { return changedMeta(80000) }},
		{"4,000 changes of metadata", true, false, func() []byte { return changedMeta(4000) }},
		{"65,536 namespaces", true, true, func() []byte { return namespaces(1 << 16).bytes() }},
		{"65,536 namespaces, changed", true, true, changedNamespaces},
		{"1,048,576 names", true, true, func() []byte { return base(numbered("%08x", 1<<20), 1, ngram(dim, 0)).bytes() }},
		{"262,144 entities of one name", true, true, sameName},
		{"one row a million times", false, true, sameRow},
		{"262,144 names of many rare words", true, true, rareWords},
		{"names hard to read", true, true, hardNames},
		{"names of marks", true, true, func() []byte { return base(marks(1<<18), 1, ngram(dim, 0)).bytes() }},
		{"rows out of order", false, false, unordered},
		{"rows out of order after a change", false, false, unorderedChange},
		{"10,000 self-checks", false, true, func() []byte { return selfChecks(10000, "a") }},
		{"1,000 self-checks of long texts", false, true, func() []byte { return selfChecks(1000, strings.Repeat("a", 2000)) }},
		{"2,000,000 synonyms", false, true, func() []byte { return synonyms(2000000) }},
		{"200,000 synonyms", true, false, func() []byte { return synonyms(200000) }},
		{"100,000 rewrites", false, true, func() []byte { return rewritten(numbered("word\ta%05d\tb\n", 100000)) }},
		{"10,000 rewrites", true, false, func() []byte { return rewritten(numbered("word\ta%05d\tb\n", 10000)) }},
		{"10,000 spellings", false, false, func() []byte { return rewritten(numbered("spelling\ta%05d\tb\n", 10000)) }},
		{"a letter that becomes 250,000", false, false, func() []byte { return rewritten([]string{"spelling\ta\t" + strings.Repeat("a", 250000) + "\n"}) }},
		{"100,000 affixes", false, true, func() []byte { return known(numbered("affix\tsalt\ta%05d\tb\n", 100000)) }},
		{"10,000 affixes", true, false, func() []byte { return known(numbered("affix\tbefore\ta%05d\tb\n", 10000)) }},
		{"10,000 triggers", false, false, func() []byte { return known(numbered("trigger\ta%05d\tnegated\tafter\n", 10000)) }},
		{"a letter that becomes 64", true, false, func() []byte { return rewritten([]string{"spelling\ta\t" + strings.Repeat("a", 64) + "\n"}) }},
		{"encoder of huge weights", false, false, hugeEncoder},
		{"ranker of huge weights", false, false, func() []byte { return hugeRanker(func(i int) float32 { return float32(1-2*(i%2)) * 3e38 }) }},
		{"ranker of huge weights of one sign", false, false, func() []byte { return hugeRanker(func(int) float32 { return 3e38 }) }},
		{"binarizer of huge thresholds", false, false, hugeHead},
		{"names with control characters", true, false, controls},
	}
}

func small() *file { return base(numbered("a%02d", 64), 1, ngram(dim, 0)) }

func scalings() []byte {
	f, c := small(), ranker()
	c.Namespaces = make([]score.NamespaceScalings, 40000)
	f.put("CALB", c.AppendBinary(nil))
	return f.bytes()
}

// changedMeta gives n pairs of metadata, and as many more that come before them.
func changedMeta(n int) []byte {
	f := small()
	f.put("META", []byte(strings.Join(numbered("z%07d=\n", n), "")))
	f.put("DELT", delta(strings.Join(numbered("a%07d=v\n", n), ""), []string{"A"}, nil))
	return f.bytes()
}

// zeros is a column of as many zeros as there may be.
const zeros = "\x01\x00"

// delta returns a section DELT that changes metadata and namespaces and adds names
// of the first entity at the start, with the same code.
func delta(meta string, namespaces, names []string) []byte {
	b := append(wire.AppendLenBytes(nil, meta), 0) // nothing removed
	var ids []string
	if len(names) > 0 {
		ids = []string{"A:00000000"}
	}
	b = append(b, binary(pack.NewStrings(ids))...)
	b = appendNamespaces(b, namespaces)
	b = append(b, zeros+zeros...)
	b = append(b, binary(pack.NewStrings(names))...)
	b = append(b, make([]byte, len(names))...) // before all rows
	b = append(b, zeros+zeros...)
	w := ngram(dim, 0)
	return append(b, codes(len(names), &binarize.Head{Bits: dim, Dim: dim, T: make([]float32, dim)}, w)...)
}

func appendNamespaces(b []byte, list []string) []byte {
	b = wire.AppendUvarint(b, uint64(len(list)))
	for _, ns := range list {
		b = wire.AppendLenBytes(b, ns)
	}
	return b
}

// namespaces gives n namespaces of one entity each, with four names.
func namespaces(n int) *file {
	f := base(numbered("a%07d", 4*n), n, ngram(dim, 0))
	list := appendNamespaces(nil, numbered("N%05d", n))
	f.put("NSPC", append(list, column(n, func(i int) int { return i })[:2+2*n]...))
	f.payloads["NSPC"][len(list)+1] = 2 // planes, since the third is zero
	f.put("ROWE", column(4*n, func(row int) int { return row / 4 }))
	return f
}

func changedNamespaces() []byte {
	const n = 1 << 16
	f, list := namespaces(n), numbered("N%05d", n)
	slices.Reverse(list)
	f.put("DELT", delta("x=1\n", list, nil))
	return f.bytes()
}

func sameName() []byte {
	const n = 1 << 18
	return base(slices.Repeat([]string{"abc"}, n), n, ngram(dim, 0)).bytes()
}

func sameRow() []byte {
	return base(slices.Repeat([]string{"abc"}, 1<<20), 1, ngram(dim, 0)).bytes()
}

// rareWords gives 64 names each that share 240 bytes of words which no others have.
func rareWords() []byte {
	const n = 1 << 18
	names, words := make([]string, n), ""
	for i := range names {
		if i%64 == 0 {
			words = ""
			for k := 0; len(words) < 240; k++ {
				words += letters(i/64) + letters(k) + " "
			}
		}
		names[i] = fmt.Sprintf("%s%02d", words, i%64)
	}
	f := base(names, 1, ngram(dim, 0))
	f.put("WORD", make([]byte, 1<<14))
	return f.bytes()
}

// letters writes n in three letters.
func letters(n int) string {
	return string([]byte{byte('a' + n/676%26), byte('a' + n/26%26), byte('a' + n%26)})
}

// hardNames share 240 bytes of a character whose text form no table tells.
func hardNames() []byte {
	return base(numbered(strings.Repeat("胰", 80)+"%06x", 1<<18), 1, ngram(dim, 0)).bytes()
}

// marks returns n names of 120 marks that combine with one another, and differ in
// the last three.
func marks(n int) []string {
	same := strings.Repeat("\u0301", 117)
	mark := func(digit int) string { return string(rune(0x300 + digit%64)) }
	names := make([]string, n)
	for i := range names {
		names[i] = same + mark(i>>12) + mark(i>>6) + mark(i)
	}
	return names
}

func unordered() []byte {
	names := numbered("a%02d", 64)
	names[20], names[40] = names[40], names[20]
	return base(names, 1, ngram(dim, 0)).bytes()
}

func unorderedChange() []byte {
	f := small()
	f.put("DELT", delta("x=1\n", []string{"A"}, []string{"zzz"})) // before a00
	return f.bytes()
}

func selfChecks(n int, text string) []byte {
	w := ngram(1024, 4096)
	f := base(numbered("a%02d", 64), 1, w)
	head := &binarize.Head{Bits: w.Dim, Dim: w.Dim, T: make([]float32, w.Dim)}
	one := append(wire.AppendLenBytes(nil, text), codes(1, head, w)[16:]...)
	f.put("SELF", append(wire.AppendUvarint(nil, uint64(n)), slices.Repeat(one, n)...))
	return f.bytes()
}

func synonyms(n int) []byte {
	list := make([]names.Synonym, n)
	for i := range list {
		list[i] = names.Synonym{A: 1, B: uint32(n-i)*2000 + 2, Strength: 200}
	}
	f := small()
	f.put("SYNO", names.AppendSynonyms(nil, list))
	return f.bytes()
}

// rewritten gives these rewrites.
func rewritten(lines []string) []byte {
	f := small()
	f.put("REWR", []byte(strings.Join(lines, "")))
	return f.bytes()
}

// known says this of its field.
func known(lines []string) []byte {
	f := small()
	f.put("KNOW", []byte(strings.Join(lines, "")))
	return f.bytes()
}

// hugeEncoder has a table whose sums are infinite, the weights being finite.
func hugeEncoder() []byte {
	f := small()
	b := slices.Clone(f.payloads["ENCW"])
	const scale = 8 + 3*4 // the magic, rows, dim, hidden
	copy(b[scale:], wire.AppendFloat32(nil, 3e38))
	copy(b[len(b)-4:], wire.AppendUint32(nil, wire.Checksum(b[:len(b)-4])))
	f.put("ENCW", b)
	return f.bytes()
}

func hugeRanker(weight func(i int) float32) []byte {
	f, c := small(), ranker()
	for i := range c.Ranker.Weights {
		c.Ranker.Weights[i] = weight(i)
	}
	f.put("CALB", c.AppendBinary(nil))
	return f.bytes()
}

func hugeHead() []byte {
	f := small()
	f.put("HEAD", binary(&binarize.Head{Bits: dim, Dim: dim, T: slices.Repeat([]float32{-math.MaxFloat32}, dim), Method: "ht"}))
	ones := slices.Clone(f.payloads["CODE"])
	for i := range ones[16:] {
		ones[16+i] = 0xff
	}
	f.put("CODE", ones)
	return f.bytes()
}

func controls() []byte {
	list := []string{"=cmd|'/c calc'!A1", "abc\x1b]0;owned\x07\x1b[2J", "abd\r\nFAKE\tline", "abe<script>alert(1)</script>", "abf\u202egnp.exe"}
	slices.SortFunc(list, func(a, b string) int {
		return strings.Compare(names.Key(a), names.Key(b))
	})
	return base(list, 1, ngram(dim, 0)).bytes()
}
