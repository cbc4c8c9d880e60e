package tag

import (
	"iter"
	"math"
)

// Path is the working memory of Best.
type Path struct {
	from   [][Labels]uint8
	labels []uint8
}

const impossible = math.MinInt32 / 2

// Best returns the labels of n tokens with the highest score, by Viterbi's algorithm. scores has begin and inside of a
// token every width numbers, step the weight of a label after another. It is valid until the next call.
func (p *Path) Best(scores []int32, width, n int, step *[Labels][Labels]int32) []uint8 {
	if cap(p.from) < n {
		p.from, p.labels = make([][Labels]uint8, 2*n), make([]uint8, 2*n)
	}
	p.from, p.labels = p.from[:n], p.labels[:n]
	before := [Labels]int32{0, impossible, impossible}
	for i := range n {
		own := [Labels]int32{0, scores[i*width], scores[i*width+1]}
		var now [Labels]int32
		for l := range Labels {
			now[l] = impossible
			for b := range Labels {
				if s := before[b] + step[b][l]; s > now[l] && (l != Inside || b != Outside) {
					now[l], p.from[i][l] = s, uint8(b)
				}
			}
			now[l] += own[l]
		}
		base := now[Outside] // keeps the sums of long texts small
		for l := range now {
			before[l] = max(now[l]-base, impossible)
		}
	}
	best := uint8(Outside)
	for l := range before {
		if before[l] > before[best] {
			best = uint8(l)
		}
	}
	for i := n - 1; i >= 0; i-- {
		p.labels[i] = best
		best = p.from[i][best]
	}
	return p.labels
}

// Margin returns what the span of tokens from from to before to adds to the score of a text.
func Margin(scores []int32, width, from, to int, step *[Labels][Labels]int32) int32 {
	sum := step[Outside][Begin] + scores[from*width] - step[Outside][Outside]
	for i, last := from+1, Begin; i < to; i, last = i+1, Inside {
		sum += step[last][Inside] + scores[i*width+1] - step[Outside][Outside]
	}
	return sum
}

// Runs yields the spans of labels: the first token, and the one behind the last.
func Runs(labels []uint8) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(labels); {
			end := i + 1
			for end < len(labels) && labels[end] == Inside {
				end++
			}
			if labels[i] == Begin && !yield(i, end) {
				return
			}
			i = end
		}
	}
}
