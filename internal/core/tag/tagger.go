package tag

import (
	"slices"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/f64"
)

// The labels of tokens.
const (
	Outside = iota
	Begin
	Inside
	Labels
)

// Model is what a tagger knows of one type of entity.
type Model struct {
	Type       string
	Namespaces []string              // of the pack, whose entities are of the type
	Step       [Labels][Labels]int32 // weight of a label after another
	Offset     float32               // of the logarithm of the odds that a span is right
	Slope      float32               // by its margin
	Weights    []int8                // of begin and inside, less those of outside, by feature
	Long       LongTraits            // weights of these; none: p depends on the margin alone
}

// Tagger finds spans. It is safe for concurrent use.
type Tagger struct {
	Bits   int // of the hash of a feature
	Models []Model
	rows   []int8  // weights by feature, of all models
	long   *Tagger // for long texts, with models of the same types; nil: as others
}

// newTagger returns a tagger of models, each with 2<<bits weights. The second model of a type is for long texts.
func newTagger(bits int, models []Model) *Tagger {
	var first, last []Model
	for _, m := range models {
		if i := slices.IndexFunc(first, func(f Model) bool { return f.Type == m.Type }); i >= 0 {
			last[i] = m
		} else {
			first, last = append(first, m), append(last, m)
		}
	}
	t := newTaggerOf(bits, first)
	if len(first) < len(models) {
		t.long = newTaggerOf(bits, last)
	}
	return t
}

func newTaggerOf(bits int, models []Model) *Tagger {
	t := &Tagger{Bits: bits, Models: models, rows: make([]int8, len(models)*2<<bits)}
	for m := range models {
		for f := range 1 << bits {
			copy(t.rows[(f*len(models)+m)*2:], models[m].Weights[2*f:2*f+2])
		}
	}
	return t
}

// Span is a run of tokens that a model takes for an entity.
type Span struct {
	From, To int // tokens, To is behind the last
	Model    int
	P        float64 // probability that it is one
}

// Work is the working memory of a tagger, of one text at a time. It remembers words from text to text.
type Work struct {
	Text
	Names    []Name  // of the pack, in the order of their first token
	tagger   *Tagger // that has found the spans
	places   *places // nil until they are needed
	features []uint32
	flags    []uint8
	sums     []int32           // of features of a word alone, for each word
	Spoken   *names.Inflection // of the names of the pack; nil in English texts
	roots    []string          // of each word, if there was a text in another language
	counts   []uint32          // of each word with sums, in how many names of each group it is
	seen     int8              // by Tagger.add
	scores   []int32           // per token and model: begin, inside
	path     Path
}

// Find reads a text, and appends what the models find, model by model. Without a tagger only Names are found.
func (k *Work) Find(dst []Span, text string, l *Lexicon, t *Tagger) []Span {
	if len(k.words) > maxWords {
		k.Text, k.sums, k.counts, k.roots = Text{}, nil, nil, nil
	}
	k.Read(text)
	k.inflect(l)
	k.Names, k.places = k.Names[:0], nil
	for i := range k.Tokens {
		if k.Names = l.appendFrom(k.Names, &k.Text, i); k.Spoken != nil {
			k.Names = l.appendInflected(k.Names, k, i)
		}
	}
	if t == nil || len(k.Tokens) == 0 {
		return dst
	}
	if t.long != nil && k.IsLong() {
		t = t.long
	}
	if k.tagger != t {
		k.tagger, k.sums, k.counts = t, nil, nil
	}
	k.score(t, l)
	for m := range t.Models {
		dst = k.decode(dst, t, m)
	}
	return dst
}

// inflect fills in the roots of words if the names of the pack have forms that English lacks, and the text is not in English.
func (k *Work) inflect(l *Lexicon) {
	if k.Spoken = l.spoken; l.spoken == nil {
		return
	}
	var words names.Speech
	for i := range k.Tokens {
		words.Hear(k.Hash(i))
	}
	if words[0] > 0 && words[0] == slices.Max(words[:]) {
		k.Spoken = nil
		return
	}
	for i := len(k.roots); i < len(k.words); i++ {
		k.roots = append(k.roots, l.spoken.Root(k.words[i].form))
	}
}

// row returns the weights of a feature.
func (t *Tagger) row(feature uint32) []int8 {
	width := 2 * len(t.Models)
	at := int(feature>>(32-t.Bits)) * width
	return t.rows[at : at+width]
}

// add adds the weights of features for all models. The rows are scattered in memory: reading a byte of each first lets the
// processor load them together. What it returns keeps the compiler from removing these reads.
func (t *Tagger) add(sum []int32, features []uint32) (seen int8) {
	for _, f := range features {
		seen += t.row(f)[0]
	}
	for _, f := range features {
		row := t.row(f)
		sum := sum[:len(row)]
		for i, w := range row {
			sum[i] += int32(w)
		}
	}
	return seen
}

// addOf adds the weights of features for one model.
func (t *Tagger) addOf(model int, sum []int32, features []uint32) {
	for _, f := range features {
		row := t.row(f)
		sum[2*model] += int32(row[2*model])
		sum[2*model+1] += int32(row[2*model+1])
	}
}

// sum adds up the features of a word alone, for words that are new.
func (k *Work) sum(t *Tagger, l *Lexicon) {
	width := 2 * len(t.Models)
	k.sums = append(k.sums, make([]int32, len(k.words)*offsets*width-len(k.sums))...)
	for i := len(k.counts); i < len(k.words); i++ {
		w := &k.words[i]
		k.counts = append(k.counts, l.counts(w.stem))
		for o := range offsets {
			sum := k.sums[(i*offsets+o)*width:][:width]
			k.features = w.appendOf(k.features[:0], o)
			k.seen += t.add(sum, k.features)
			for m := range t.Models {
				k.features = w.appendCounted(k.features[:0], o, count(k.counts[i], m))
				t.addOf(m, sum, k.features)
			}
		}
	}
}

// never is a score that no features outweigh.
const never = -1 << 24

// score fills in what the features of each token say for begin and inside.
func (k *Work) score(t *Tagger, l *Lexicon) {
	k.sum(t, l)
	width := 2 * len(t.Models)
	k.scores = append(k.scores[:0], make([]int32, len(k.Tokens)*width)...)
	for i := range k.Tokens {
		sum := k.scores[i*width:][:width]
		for o, far := range tokenOffsets {
			if j := i + far; j >= 0 && j < len(k.Tokens) {
				for x, s := range k.sums[(int(k.Tokens[j].word)*offsets+o)*width:][:width] {
					sum[x] += s
				}
			}
		}
		k.features = k.appendContext(k.features[:0], i)
		if k.seen += t.add(sum, k.features); k.parts(i) {
			for x := range sum {
				sum[x] = never
			}
		}
	}
	outside, last := l.counts(none.stem), len(k.Tokens)-1
	for m := range t.Models {
		k.flags = appendFlags(k.flags[:0], k.Names, len(k.Tokens), uint8(m))
		c := [3]uint32{0, count(outside, m), count(k.counts[k.Tokens[0].word], m)}
		for i := range k.Tokens {
			k.features = k.features[:0]
			if c[0], c[1] = c[1], c[2]; i == 0 {
				k.features = none.appendCounted(k.features, before, c[0])
			}
			if i < last {
				c[2] = count(k.counts[k.Tokens[i+1].word], m)
			} else {
				c[2] = count(outside, m)
				k.features = none.appendCounted(k.features, after, c[2])
			}
			k.features = k.appendNamed(k.features, k.flags, i, c)
			t.addOf(m, k.scores[i*width:], k.features)
		}
	}
}

// decode appends the spans of the best labels for one model.
func (k *Work) decode(dst []Span, t *Tagger, m int) []Span {
	width, model := 2*len(t.Models), &t.Models[m]
	labels := k.path.Best(k.scores[2*m:], width, len(k.Tokens), &model.Step)
	for from, to := range Runs(labels) {
		dst = append(dst, Span{from, to, m, model.p(Margin(k.scores[2*m:], width, from, to, &model.Step))})
	}
	return dst
}

// p returns the probability that a span with a margin is one.
func (m *Model) p(margin int32) float64 { return 1 / (1 + f64.Exp(-m.odds(margin))) }

// odds returns the logarithm of the odds that a span with a margin is one.
func (m *Model) odds(margin int32) float64 {
	return float64(m.Offset) + float64(float64(m.Slope)*float64(margin))
}
