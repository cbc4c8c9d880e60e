package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
)

type lookupOptions struct {
	k          int
	pack       string
	context    string
	namespaces []string
	precision  float64
	keys       []string
	format     string
	rawCells   bool
	skipNear   bool
}

func (a *app) lookupCommand() *cobra.Command {
	o := lookupOptions{format: "table"}
	cmd := &cobra.Command{
		Use:   "lookup [MENTION...]",
		Short: "Map mentions to entities",
		Long: `Map each MENTION, or without one each line of standard input, to the entities
it most likely means.

An answer is NIL when most likely the terminology has no such entity. In tables
and TSV it then begins with a row of id NIL, whose p is the probability of that,
before the entities that come nearest. Tables shorten long texts. Entities that are
tied with the best one, as when they share the mention for a name, are listed below a
table and under "ambiguous" in JSON. The exit status is 0 whatever the answers are.

Text has blanks in place of tabs and line ends, and control characters are written
out, \x1b, so that no name moves the cursor of a terminal. An id or a name in TSV that
a spreadsheet would calculate, beginning with =, +, - or @, gets an apostrophe before
it, unless it is a number; --raw-cells leaves ids, names and mentions as they are.

--context is the text that the mentions stand in, such as a sentence. Where a
mention alone leaves several entities close, a pack with profiles, as the default
pack is for genes, takes the one that the other words speak for.

--skip-near looks for no near names of a mention that is a name but for case, spaces
and punctuation: several times faster, with nearly always the same first entity.

--min-precision makes answers NIL that are less likely than it takes for that
share of the others to be right. The pack states what it takes, an expectation on
mentions made up from its terminology, which normlet inspect shows: among what
people write more or less may be right.`,
		Example: `  normlet lookup FOX-P2 'PLCγ2'
  cut -f1 mentions.tsv | normlet lookup -k 1 --format json
  normlet lookup --context 'RagA and RagB bind raptor and p18 at the lysosome' p18
  normlet lookup --min-precision 0.95 FOX-P2`,
		RunE: func(cmd *cobra.Command, mentions []string) error {
			if o.k < 1 || o.k > core.MaxK {
				return usagef(cmd, "-k %d: want 1 to %d", o.k, core.MaxK)
			}
			if !(o.precision >= 0 && o.precision <= 1) {
				return usagef(cmd, "--min-precision %v: want 0 to 1", o.precision)
			}
			w := bufio.NewWriter(a.stdout)
			p := newPrinter(o.format, w, o.rawCells)
			return a.lookup(cmd.Context(), o, mentions, p, w)
		},
	}
	f := cmd.Flags()
	f.IntVarP(&o.k, "k", "k", core.DefaultK, "entities for each mention")
	addPackFlag(cmd, &o.pack)
	f.StringVar(&o.context, "context", "", "`text` around the mentions")
	addNamespaceFlag(cmd, &o.namespaces)
	f.Float64Var(&o.precision, "min-precision", 0, "expected share of right answers; less likely answers are NIL (default: all answers)")
	f.BoolVar(&o.skipNear, "skip-near", false, "look for near names only of mentions that are no names")
	addKeyFlag(cmd, &o.keys)
	wordFlag(cmd, &o.format, "format", []string{"table", "json", "tsv"}, "table, json (one object a line) or tsv")
	f.BoolVar(&o.rawCells, "raw-cells", false, "tsv: leave control characters, and names that a spreadsheet would calculate, as they are")
	return cmd
}

func (a *app) lookup(ctx context.Context, o lookupOptions, mentions []string, p printer, w *bufio.Writer) error {
	n, err := a.open(o.pack, o.keys...)
	if err != nil {
		return err
	}
	minP, err := threshold(n.Calibration(), o.precision)
	if err != nil {
		return err
	}
	options := core.Options{K: o.k, Namespaces: o.namespaces, MinP: minP, Context: o.context, SkipNear: o.skipNear}
	if _, err := n.LookupWith("", options); err != nil {
		return err // before any output: the namespaces
	}
	if err := p.begin(); err != nil {
		return err
	}
	answer := func(mention string) error {
		ans, err := n.LookupWith(mention, options)
		if err != nil {
			return err
		}
		return p.print(&ans)
	}
	if len(mentions) == 0 {
		err = eachLine(ctx, a.stdin, answer, w.Flush)
	}
	for _, m := range mentions {
		if err = errors.Join(ctx.Err(), answer(m)); err != nil {
			break
		}
	}
	return errors.Join(err, w.Flush())
}

// errPrecision marks a precision for which a pack has no operating point.
var errPrecision = errors.New("no such operating point in this pack")

// threshold returns the least P of answers that reach a precision.
func threshold(c *core.Calibration, precision float64) (float64, error) {
	if precision == 0 {
		return 0, nil
	}
	if p, ok := c.Point(precision); ok {
		return float64(p.Threshold), nil
	}
	var known []string
	for _, p := range c.Points {
		known = append(known, share(p.Precision))
	}
	if known == nil {
		return 0, fmt.Errorf("--min-precision %v: %w: it has none, build it with this release", precision, errPrecision)
	}
	return 0, fmt.Errorf("--min-precision %v: %w: it has %s", precision, errPrecision, strings.Join(known, ", "))
}

// eachLine calls f with every line of r, however long, without its line end, and idle whenever it would wait for the
// next.
func eachLine(ctx context.Context, r io.Reader, f func(line string) error, idle func() error) error {
	lines := make(chan string, 64)
	var readErr error // set before lines is closed
	done := make(chan struct{})
	defer close(done)
	go func() { // a read cannot be interrupted, so it is left behind
		defer close(lines)
		readErr = sendLines(r, lines, done)
	}()
	for {
		if len(lines) == 0 {
			if err := idle(); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, ok := <-lines:
			if !ok {
				return readErr
			}
			if err := f(line); err != nil {
				return err
			}
		}
	}
}

func sendLines(r io.Reader, lines chan<- string, done <-chan struct{}) error {
	b := bufio.NewReader(r)
	for {
		line, err := b.ReadString('\n')
		if err == nil || line != "" {
			select {
			case lines <- strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"):
			case <-done:
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
