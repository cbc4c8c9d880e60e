package data

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ReadWeights reads lines of id TAB weight from the file at path, opened as by Open. Lines before
// the first one that start with '#' are comments. A line of another form, a weight that is
// no finite number from 0 up, or a second one of an id is a *BadRow; no weights are an error.
func ReadWeights(path string) (map[string]float64, error) {
	out := map[string]float64{}
	err := readLines(path, func(line string, _ int) error {
		if len(out) == 0 && strings.HasPrefix(line, "#") {
			return nil
		}
		return addWeight(out, line)
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no weights; a line is id TAB weight", path)
	}
	return out, err
}

func addWeight(out map[string]float64, line string) error {
	id, text, ok := strings.Cut(line, "\t")
	if !ok || strings.Contains(text, "\t") {
		return fmt.Errorf("%d columns; a line is id TAB weight", 1+strings.Count(line, "\t"))
	}
	if strings.TrimSpace(id) == "" {
		return errors.New("an empty id")
	}
	weight, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	switch _, twice := out[id]; {
	case err != nil:
		return fmt.Errorf("the weight %q of %s is no number", text, id)
	case !(weight >= 0) || math.IsInf(weight, 1):
		return fmt.Errorf("the weight %q of %s is not from 0 up and finite", text, id)
	case twice:
		return fmt.Errorf("a second weight of %s", id)
	}
	out[id] = weight
	return nil
}
