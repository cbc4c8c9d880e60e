// Package meant says which words there are, and suggests some for a mistyped one: "did you mean".
package meant

import (
	"fmt"
	"strings"
)

// Hint returns `; did you mean "label" or "labels"?` with the words nearest to one that is none of them, "" if none is
// near. Case does not count.
func Hint(word string, words []string) string {
	hint, best := "", max(1, len(word)/3) // slips in more letters make another word
	for _, w := range words {
		if len(w) == 0 || len(w) > 64 || len(word) > 64 {
			continue
		}
		switch d := distance(strings.ToLower(strings.TrimSpace(word)), strings.ToLower(strings.TrimSpace(w))); {
		case d < best || d == best && hint == "":
			hint, best = fmt.Sprintf("; did you mean %q?", w), d
		case d == best && strings.Count(hint, " or ") < 2 && !strings.Contains(hint, fmt.Sprintf("%q", w)):
			hint = fmt.Sprintf("%s or %q?", strings.TrimSuffix(hint, "?"), w)
		}
	}
	return hint
}

// List returns words with commas between, but not all of thousands.
func List(words []string) string {
	const most = 32
	list := strings.Join(words[:min(len(words), most)], ", ")
	if len(words) > most {
		list += fmt.Sprintf(" and %d more", len(words)-most)
	}
	return list
}

// distance returns how many bytes are missing, too many, others or swapped with their neighbours.
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			if d[i][j] = i + j; i == 0 || j == 0 {
				continue
			}
			if d[i][j] = min(d[i-1][j], d[i][j-1], d[i-1][j-1]) + 1; a[i-1] == b[j-1] {
				d[i][j] = d[i-1][j-1]
			} else if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
