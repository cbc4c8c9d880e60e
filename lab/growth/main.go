// Command growth measures how a pack grows with its list; growth.sh beside it builds the packs and calls it.
//
//	growth measure PACK           one line: what opening and look-ups take
//	growth search PACK [ROWS...]  near search among so many rows of it
//	growth search - [ROWS...]     the same of the names that lab/biglist writes to standard output
//	growth table < LINES          a table of lines of measure, with the slope of each column
//
// Mentions are names of the pack as people write them, always the same. Near search is that of
// a look-up: codes of names of about the mention's size. A slope compares logarithms with the
// line before: 1 is in proportion, 0 is constant.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/memory"
	"github.com/normlet/normlet/train/mentionstest"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("growth: ")
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "measure":
		return measure(os.Stdout, args[1])
	case len(args) >= 2 && args[0] == "search":
		return compare(os.Stdout, os.Stdin, args[1], args[2:])
	case len(args) == 1 && args[0] == "table":
		return table(os.Stdout, os.Stdin)
	}
	return errors.New("want measure PACK, search PACK|- [ROWS...] or table; the package comment says more")
}

// measure writes names, seconds to open, seconds of the first look-up, median and 99th
// percentile of look-ups in milliseconds, and resident megabytes after all.
func measure(w io.Writer, path string) error {
	start := time.Now()
	n, err := core.Open(path, nil)
	if err != nil {
		return err
	}
	defer n.Close()
	open := time.Since(start)
	start = time.Now()
	n.Lookup("von Hippel-Lindau disease type 2", 5) // makes the index
	n.Lookup("VHL", 5)                              // and that of words
	first := time.Since(start)
	took := times(mentionstest.Of(n), func(m string) { n.Lookup(m, 5) })
	_, err = fmt.Fprintf(w, "%d %.3f %.3f %.3f %.3f %d\n", n.Info().Names, open.Seconds(), first.Seconds(),
		took.at(0.5), took.at(0.99), memory.Of("self", memory.Resident)/1_000_000)
	return err
}

// milliseconds are those of many calls, ascending.
type milliseconds []float64

func (m milliseconds) at(share float64) float64 { return m[int(share*float64(len(m)-1))] }

// times calls f with each mention, the second time to measure it.
func times(mentions []string, f func(string)) milliseconds {
	var out milliseconds
	for _, m := range mentions {
		f(m)
	}
	for _, m := range mentions {
		start := time.Now()
		f(m)
		out = append(out, float64(time.Since(start).Nanoseconds())/1e6)
	}
	slices.Sort(out)
	return out
}

// columns are those of the lines that table reads: what growth.sh knows, and what measure
// writes after the number of names.
var columns = []string{"names", "build, processor s", "build, MiB", "bytes a name", "open, s", "first look-up, s", "p50, ms", "p99, ms", "resident, MB"}

// table writes lines as a table, each number but the first with its slope.
func table(w io.Writer, lines io.Reader) error {
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat("---:|", len(columns)))
	var before []float64
	in := bufio.NewScanner(lines)
	for in.Scan() {
		fields := strings.Fields(in.Text())
		if len(fields) != len(columns) {
			return fmt.Errorf("line %q: %d numbers, want %d", in.Text(), len(fields), len(columns))
		}
		var values []float64
		cells := []string{fields[0]}
		for i, f := range fields {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return fmt.Errorf("line %q: %w", in.Text(), err)
			}
			if values = append(values, v); i > 0 {
				cells = append(cells, f+slope(before, values))
			}
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
		before = values
	}
	return in.Err()
}

// slope returns that of the last value against the first, in brackets; nothing for the first line.
func slope(before, values []float64) string {
	i := len(values) - 1
	if before == nil || before[i] <= 0 || values[i] <= 0 || before[0] == values[0] {
		return ""
	}
	return fmt.Sprintf(" (%.2f)", math.Log(values[i]/before[i])/math.Log(values[0]/before[0]))
}
