package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	learn "github.com/normlet/normlet/train/tag"
)

// example is a sentence that shows how a word of WordNet is used.
var example = regexp.MustCompile(`"([^"]{15,})"`)

// everyExample is how many examples of WordNet there are for one that taggers learn from: as many sentences as a corpus has.
const everyExample = 6

// english returns sentences of plain English, in which nothing is marked: examples of words in FOLDER/data.{noun,verb,adj,adv}
// of WordNet, every sixth from one on.
func english(folder string, from int) (out []learn.Document, err error) {
	n := 0
	for _, part := range []string{"noun", "verb", "adj", "adv"} {
		b, err := os.ReadFile(filepath.Join(folder, "data."+part))
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(b)) {
			_, gloss, _ := strings.Cut(line, " | ")
			for _, m := range example.FindAllStringSubmatch(gloss, -1) {
				if n++; n%everyExample == from {
					out = append(out, learn.Document{Text: m[1]})
				}
			}
		}
	}
	return out, nil
}
