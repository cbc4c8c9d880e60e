// Command compare says how the answers in two files of normlet lookup --format json
// differ. See tools/compare-answers.sh.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// answer is what is compared of a line.
type answer struct {
	Mention string  `json:"mention"`
	NIL     bool    `json:"nil"`
	Matches []match `json:"matches"`
}

type match struct {
	ID      string  `json:"id"`
	Matched string  `json:"matched"`
	Stage   string  `json:"stage"`
	P       float64 `json:"p"`
}

// The ways in which answers differ, the least first.
const (
	equal     = "equal"
	stage     = "another stage"
	moved     = "p moves by up to 0.05"
	movedMore = "p moves by more"
	order     = "other matches after the first"
	decision  = "NIL is another"
	first     = "another first match"
)

var ways = []string{equal, stage, moved, movedMore, order, decision, first}

// shown is how many answers of a way are printed, but all of those that decide otherwise.
const shown = 5

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: compare BEFORE.jsonl AFTER.jsonl")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(beforeFile, afterFile string) error {
	before, err := read(beforeFile)
	if err != nil {
		return err
	}
	after, err := read(afterFile)
	if err != nil {
		return err
	}
	if len(before) != len(after) {
		return fmt.Errorf("%s has %d answers, %s %d", beforeFile, len(before), afterFile, len(after))
	}
	found := map[string][]int{}
	for i := range before {
		if before[i].Mention != after[i].Mention {
			return fmt.Errorf("answer %d is for %q and for %q", i+1, before[i].Mention, after[i].Mention)
		}
		way := differ(&before[i], &after[i])
		found[way] = append(found[way], i)
	}
	fmt.Printf("%d mentions\n", len(before))
	for _, way := range ways {
		fmt.Printf("%6d  %s\n", len(found[way]), way)
		if way != equal && way != moved {
			list := found[way]
			if way != decision && way != first {
				list = list[:min(shown, len(list))]
			}
			for _, i := range list {
				fmt.Printf("        %q: %s -> %s\n", before[i].Mention, &before[i], &after[i])
			}
		}
	}
	return nil
}

func (a *answer) String() string {
	if len(a.Matches) == 0 {
		return "nothing"
	}
	m := a.Matches[0]
	return fmt.Sprintf("%s (%s, %s, p %.2f, NIL %t)", m.ID, m.Matched, m.Stage, m.P, a.NIL)
}

// differ returns the greatest way in which two answers differ.
func differ(a, b *answer) string {
	ids := func(x *answer) (out []string) {
		for _, m := range x.Matches {
			out = append(out, m.ID)
		}
		return out
	}
	x, y := ids(a), ids(b)
	switch {
	case len(x) != len(y) && min(len(x), len(y)) == 0, len(x) > 0 && len(y) > 0 && x[0] != y[0]:
		return first
	case a.NIL != b.NIL:
		return decision
	case !slices.Equal(x, y):
		return order
	}
	way := equal
	for i, m := range a.Matches {
		n := b.Matches[i]
		if d := m.P - n.P; d < -0.05 || d > 0.05 {
			return movedMore
		} else if d != 0 || m.Matched != n.Matched {
			way = moved
		} else if m.Stage != n.Stage && way == equal {
			way = stage
		}
	}
	return way
}

func read(path string) ([]answer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []answer
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, len(out)+1, err)
		}
		out = append(out, a)
	}
	return out, lines.Err()
}
