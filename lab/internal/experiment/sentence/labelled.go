package sentence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/train/data"
)

// maxLabel bounds the number of a class, so that a file of other numbers fails early.
const maxLabel = 99

// Labelled is a sentence and the number of its class, from 0.
type Labelled struct {
	Label int
	Text  string
}

// ReadLabelled reads lines of label and sentence from the file at path, which is opened as by
// data.Open. An error names the line.
func ReadLabelled(path string) ([]Labelled, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []Labelled
	err = data.EachLine(f, path, func(line string, _ int) error {
		l, err := parseLabelled(line)
		out = append(out, l)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case Classes(out) < 2:
		return nil, fmt.Errorf("%s: %d sentences of a single class at most: want two classes or more", path, len(out))
	}
	return out, nil
}

func parseLabelled(line string) (Labelled, error) {
	label, text, ok := strings.Cut(line, "\t")
	if !ok || strings.Contains(text, "\t") {
		return Labelled{}, fmt.Errorf("want two fields: label, sentence")
	}
	n, err := strconv.Atoi(label)
	if err != nil || n < 0 || n > maxLabel {
		return Labelled{}, fmt.Errorf("label %q, want a whole number from 0 to %d", label, maxLabel)
	}
	return Labelled{n, text}, nil
}

// Classes returns how many classes there are: the largest label and one.
func Classes(list []Labelled) int {
	if len(list) == 0 {
		return 0
	}
	return 1 + slices.MaxFunc(list, func(a, b Labelled) int { return a.Label - b.Label }).Label
}
