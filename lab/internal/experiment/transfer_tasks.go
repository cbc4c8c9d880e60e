package experiment

import (
	"math/rand/v2"

	"github.com/normlet/normlet/lab/internal/experiment/sentence"
	"github.com/normlet/normlet/lab/internal/logistic"
)

// TransferSet is sentences of classes. Without sentences to Test it is judged by cross-validation.
type TransferSet struct {
	Name        string
	Train, Test []sentence.Labelled
}

// transferTask is what vectors of sentences are judged by: the label of a sentence, or of a pair.
type transferTask struct {
	name    string
	texts   []string // of a pair two, one after the other
	pairs   bool
	labels  []int
	classes int
	train   int // the first examples, that are learned from; 0: cross-validation
}

// transferSize says on how much a task is judged.
type transferSize struct {
	examples int // that are judged by cross-validation, or learned from
	folds    int
}

// newTransferTasks takes at most most examples of every set, those to learn from and to judge by
// cross-validation, and all that there are to test on. It returns the texts of the others, too.
func newTransferTasks(o Options, most int) (tasks []transferTask, rest []string) {
	rng := rand.New(rand.NewPCG(o.Seed, 29))
	for _, set := range o.Transfer {
		t := transferTask{name: set.Name, classes: max(sentence.Classes(set.Train), sentence.Classes(set.Test))}
		for i, k := range rng.Perm(len(set.Train)) {
			if i < most {
				t.add(set.Train[k].Label, set.Train[k].Text)
			}
			if i >= most || len(set.Test) > 0 {
				rest = append(rest, set.Train[k].Text)
			}
		}
		if len(set.Test) > 0 {
			t.train = len(t.labels)
		}
		for _, l := range set.Test {
			t.add(l.Label, l.Text)
		}
		tasks = append(tasks, t)
	}
	for _, set := range o.Sentences {
		if set.Paraphrase {
			tasks = append(tasks, paraphraseTask(set, rng.Perm(len(set.Train)), most))
		}
	}
	return tasks, rest
}

func paraphraseTask(set SentenceSet, order []int, most int) transferTask {
	t := transferTask{name: set.Name, pairs: true, classes: 2, train: min(most, len(order))}
	for _, k := range order[:t.train] {
		t.addPair(set.Train[k])
	}
	for _, p := range set.Test {
		t.addPair(p)
	}
	return t
}

func (t *transferTask) add(label int, texts ...string) {
	t.labels, t.texts = append(t.labels, label), append(t.texts, texts...)
}

func (t *transferTask) addPair(p sentence.Pair) {
	label := 0
	if p.Score > 0 {
		label = 1
	}
	t.add(label, p.A, p.B)
}

// draw returns the examples of one run, and its splits by their places among these.
func (t *transferTask) draw(size transferSize, seed uint64) (examples []int, splits []logistic.Split) {
	n := len(t.labels)
	if t.train > 0 {
		n = t.train
	}
	examples = rand.New(rand.NewPCG(seed, 31)).Perm(n)[:min(n, size.examples)]
	n = len(examples)
	if t.train > 0 {
		for i := t.train; i < len(t.labels); i++ {
			examples = append(examples, i)
		}
		return examples, []logistic.Split{{Train: span(0, n), Test: span(n, len(examples))}}
	}
	for k := range size.folds {
		lo, hi := n*k/size.folds, n*(k+1)/size.folds
		splits = append(splits, logistic.Split{Train: append(span(0, lo), span(hi, n)...), Test: span(lo, hi)})
	}
	return examples, splits
}

// span returns the numbers from lo to hi-1.
func span(lo, hi int) []int {
	out := make([]int, 0, hi-lo)
	for i := lo; i < hi; i++ {
		out = append(out, i)
	}
	return out
}

// judgedTexts returns the sentences whose labels are judged.
func judgedTexts(tasks []transferTask) map[string]bool {
	out := map[string]bool{}
	for _, t := range tasks {
		each := len(t.texts) / max(1, len(t.labels))
		for _, s := range t.texts[t.train*each:] {
			out[s] = true
		}
	}
	return out
}
