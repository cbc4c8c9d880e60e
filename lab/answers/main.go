// Command answers prints the answers of the bound package, to be compared between
// platforms and languages, bit by bit.
//
//	answers mentions          1,000 mentions, made of names of the default pack
//	answers lookup < FILE     a line for each mention: everything in its answer
//	answers codes < FILE      a line for each mention: its code
//	answers compare A B       whether two outputs of lookup agree
//	answers time < FILE       nanoseconds per look-up, of the fastest of ten rounds
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/mobile"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "answers:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	w := bufio.NewWriter(out)
	defer w.Flush()
	if len(args) == 3 && args[0] == "compare" {
		text, err := compare(args[1], args[2])
		fmt.Fprintln(w, text)
		return err
	}
	if len(args) != 1 {
		return fmt.Errorf("one of mentions, lookup, codes, compare, time is wanted")
	}
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		return err
	}
	if args[0] == "mentions" {
		writeMentions(w, n)
		return nil
	}
	bound, err := mobile.OpenDefault()
	if err != nil {
		return err
	}
	mentions, err := readLines(in)
	if err != nil {
		return err
	}
	switch args[0] {
	case "lookup":
		return writeAnswers(w, bound, mentions)
	case "codes":
		writeCodes(w, n, mentions)
		return nil
	case "time":
		ns, err := timeLookups(bound, mentions)
		fmt.Fprintln(w, ns)
		return err
	}
	return fmt.Errorf("unknown command %q", args[0])
}

func readLines(in io.Reader) (lines []string, err error) {
	s := bufio.NewScanner(in)
	for s.Scan() {
		lines = append(lines, s.Text())
	}
	if err = s.Err(); err == nil && len(lines) == 0 {
		err = fmt.Errorf("no mention on standard input")
	}
	return lines, err
}

func writeCodes(w io.Writer, n *core.Normalizer, mentions []string) {
	for _, m := range mentions {
		fmt.Fprintf(w, "%016x\t%s\n", n.Code(nil, m), m)
	}
}

// matches is how many are asked for.
const matches = 5

// writeAnswers writes floating-point numbers as Go's %v and Java's toString never would agree on them: by their bits.
func writeAnswers(w io.Writer, n *mobile.Normalizer, mentions []string) error {
	for _, mention := range mentions {
		found, err := n.Lookup(mention, matches)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%t\t%s\t%d", mention, found.IsNIL(), bits(found.NILProbability()), found.Tied())
		for i := range found.Len() {
			m := found.Get(i)
			fmt.Fprintf(w, "\t%s|%s|%s|%s|%s|%d|%s|%s|%s|%s|%s|%t", m.ID, m.InNamespace, m.Name, m.Matched, m.Stage, m.Distance,
				bits(m.Score), bits(m.Probability), bits(m.Margin), m.Broader, bits(m.Exactly), m.Tied)
		}
		fmt.Fprintln(w)
	}
	return nil
}

// timeLookups does what the Java side does for its own figure: a look-up, and the
// id and the probability of the best match.
func timeLookups(n *mobile.Normalizer, mentions []string) (int64, error) {
	best := int64(1 << 62)
	for range 11 { // one to warm up
		start := time.Now()
		for _, mention := range mentions {
			found, err := n.Lookup(mention, matches)
			if err != nil {
				return 0, err
			}
			if m := found.Get(0); m != nil && (m.ID == "" || m.Probability < 0) {
				return 0, fmt.Errorf("%q: a match without an id", mention)
			}
		}
		best = min(best, time.Since(start).Nanoseconds()/int64(len(mentions)))
	}
	return best, nil
}
