package tag

import "github.com/normlet/normlet/internal/f64"

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
}

// Tagger finds spans. It is safe for concurrent use.
type Tagger struct {
	Bits   int // of the hash of a feature
	Models []Model
	rows   []int8 // weights by feature, of all models
}

// newTagger returns a tagger of models, each with 2<<bits weights.
func newTagger(bits int, models []Model) *Tagger {
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
	Names    []Name // of the pack, in the order of their first token
	features []uint32
	flags    []uint8
	sums     []int32 // of features of a word alone, for each word
	summed   int     // words with sums
	scores   []int32 // per token and model: begin, inside
	path     Path
}

// Find reads a text, and appends what the models find, model by model. Without a tagger only Names are found.
func (k *Work) Find(dst []Span, text string, l *Lexicon, t *Tagger) []Span {
	if len(k.words) > maxWords {
		k.Text, k.sums, k.summed = Text{}, nil, 0
	}
	k.Read(text)
	k.Names = k.Names[:0]
	for i := range k.Tokens {
		k.Names = l.appendFrom(k.Names, &k.Text, i)
	}
	if t == nil || len(k.Tokens) == 0 {
		return dst
	}
	k.score(t, l)
	for m := range t.Models {
		dst = k.decode(dst, t, m)
	}
	return dst
}

// row returns the weights of a feature.
func (t *Tagger) row(feature uint32) []int8 {
	width := 2 * len(t.Models)
	at := int(feature>>(32-t.Bits)) * width
	return t.rows[at : at+width]
}

func (t *Tagger) add(sum []int32, features []uint32) {
	for _, f := range features {
		row := t.row(f)
		for i, w := range row {
			sum[i] += int32(w)
		}
	}
}

// score fills in what the features of each token say for begin and inside.
func (k *Work) score(t *Tagger, l *Lexicon) {
	width := 2 * len(t.Models)
	k.sums = append(k.sums, make([]int32, len(k.words)*offsets*width-len(k.sums))...)
	for ; k.summed < len(k.words); k.summed++ {
		for o := range offsets {
			sum := k.sums[(k.summed*offsets+o)*width:][:width]
			k.features = k.words[k.summed].appendOf(k.features[:0], o)
			t.add(sum, k.features)
		}
	}
	k.scores = append(k.scores[:0], make([]int32, len(k.Tokens)*width)...)
	for i := range k.Tokens {
		sum := k.scores[i*width:][:width]
		for o, far := range fars {
			if j := i + far; j >= 0 && j < len(k.Tokens) {
				for x, s := range k.sums[(int(k.Tokens[j].word)*offsets+o)*width:][:width] {
					sum[x] += s
				}
			}
		}
		k.features = k.appendContext(k.features[:0], i)
		t.add(sum, k.features)
	}
	for m := range t.Models {
		k.flags = appendFlags(k.flags[:0], k.Names, len(k.Tokens), uint8(m))
		for i := range k.Tokens {
			k.features = k.appendNamed(k.features[:0], k.flags, i, l, uint8(m))
			for _, f := range k.features {
				row := t.row(f)
				k.scores[i*width+2*m] += int32(row[2*m])
				k.scores[i*width+2*m+1] += int32(row[2*m+1])
			}
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
func (m *Model) p(margin int32) float64 {
	return 1 / (1 + f64.Exp(-float64(m.Offset)-float64(float64(m.Slope)*float64(margin))))
}
