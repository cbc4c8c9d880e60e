package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"text/tabwriter"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// counts is the outcomes of a package.
type counts struct {
	of, mutants, killed, equivalent int // of: all that there are, which do not all compile
}

func (c counts) counted() int { return c.mutants - c.equivalent }

// score is the share killed of the changes that are not equivalent: 1 if there are none.
func (c counts) score() float64 {
	if c.counted() == 0 {
		return 1
	}
	return float64(c.killed) / float64(c.counted())
}

// interval is Wilson's 95 % interval of the score.
func (c counts) interval() (low, high float64) {
	n, p := float64(c.counted()), c.score()
	if n == 0 {
		return 0, 1
	}
	const z = 1.96
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return centre - half, centre + half
}

func (t *target) count() counts {
	c := counts{of: len(t.all)}
	for _, m := range t.sample {
		switch m.outcome {
		case "", uncompiled: // "": interrupted
			continue
		case killed, timeout:
			c.killed++
		case same:
			c.equivalent++
		}
		c.mutants++
	}
	return c
}

// report prints the table and returns its last line.
func report(w io.Writer, targets []*target) counts {
	var all counts
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\npackage\tmutants\tof\tkilled\tlived\tequivalent\tscore\t95 % interval")
	row := func(name string, c counts) {
		low, high := c.interval()
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%.3f\t%.3f to %.3f\n",
			name, c.mutants, c.of, c.killed, c.counted()-c.killed, c.equivalent, c.score(), low, high)
	}
	for _, t := range targets {
		c := t.count()
		row(t.path, c)
		all = counts{all.of + c.of, all.mutants + c.mutants, all.killed + c.killed, all.equivalent + c.equivalent}
	}
	row("all", all)
	table.Flush()
	return all
}

// newProgress is a bar on a terminal, invisible elsewhere.
func newProgress(w io.Writer, n int, what string) *progressbar.ProgressBar {
	f, ok := w.(*os.File)
	terminal := ok && term.IsTerminal(int(f.Fd()))
	return progressbar.NewOptions(n, progressbar.OptionSetDescription(what), progressbar.OptionSetWriter(w), progressbar.OptionSetVisibility(terminal), progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())
}
