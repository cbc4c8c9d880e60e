package data

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// readPairs gives add the lines of id TAB value of the file at path, opened as by Open; what and value say what these
// are. Lines before the first one that start with '#' are comments. A line of another form, or one that add refuses, is a
// *BadRow; no lines are an error.
func readPairs(path, what, value string, add func(id, text string) error) error {
	found := false
	err := readLines(path, func(line string, _ int) error {
		if !found && strings.HasPrefix(line, "#") {
			return nil
		}
		found = true
		id, text, ok := strings.Cut(line, "\t")
		switch {
		case !ok || strings.Contains(text, "\t"):
			return fmt.Errorf("%d columns; a line is id TAB %s", 1+strings.Count(line, "\t"), value)
		case strings.TrimSpace(id) == "":
			return errors.New("an empty id")
		}
		return add(id, text)
	})
	if err == nil && !found {
		err = fmt.Errorf("%s: no %s; a line is id TAB %s", path, what, value)
	}
	return err
}

// ReadDefinitions reads the definitions of entities, as readPairs does; none has two.
func ReadDefinitions(path string) (map[string]string, error) {
	out := map[string]string{}
	return out, readPairs(path, "definitions", "definition", func(id, text string) error {
		switch {
		case strings.TrimSpace(text) == "":
			return errors.New("an empty definition")
		case out[id] != "":
			return fmt.Errorf("a second definition of %s", id)
		}
		out[id] = text
		return nil
	})
}

// ReadWeights reads the weights of entities, finite numbers from 0 up, as readPairs does; none has two.
func ReadWeights(path string) (map[string]float64, error) {
	out := map[string]float64{}
	return out, readPairs(path, "weights", "weight", func(id, text string) error {
		weight, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		switch _, twice := out[id]; {
		case err != nil:
			return fmt.Errorf("the weight %q of %s is no number", text, id)
		case !validWeight(weight):
			return fmt.Errorf("the weight %q of %s is not from 0 up and finite", text, id)
		case twice:
			return fmt.Errorf("a second weight of %s", id)
		}
		out[id] = weight
		return nil
	})
}

// ReadXRefs reads ids and their ids in other databases, several of one with commas between, as readPairs does.
func ReadXRefs(path string) (out []XRef, err error) {
	err = readPairs(path, "cross-references", "id in another database", func(id, other string) error {
		for other := range strings.SplitSeq(other, ", ") {
			if pack.Prefix(other) == "" || strings.Contains(other, " ") {
				return fmt.Errorf("%.40q is no id with a prefix, such as OMIM:191170", other)
			}
			out = append(out, XRef{ID: id, Other: other})
		}
		return nil
	})
	return out, err
}
