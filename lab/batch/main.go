// Command batch makes mentions for the tests of the Python package, and looks up many in Go for comparison.
//
//	batch mentions      2,000 names of the default pack as people write them
//	batch names N       N names of it as they are
//	batch time FILE     for each line of standard input one round over the lines of FILE: its seconds
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/mentionstest"
)

// together is how many mentions a thread looks up at a time.
const together = 512

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "batch:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		return err
	}
	switch {
	case len(args) == 1 && args[0] == "mentions":
		_, err = fmt.Fprintln(out, strings.Join(mentionstest.Of(n), "\n"))
		return err
	case len(args) == 2 && args[0] == "names":
		count, err := strconv.Atoi(args[1])
		if err != nil {
			return err
		}
		return writeNames(n, count, out)
	case len(args) == 2 && args[0] == "time":
		content, err := os.ReadFile(args[1])
		if err != nil {
			return err
		}
		return rounds(n, strings.Split(strings.TrimSuffix(string(content), "\n"), "\n"), in, out)
	}
	return fmt.Errorf("%q: want mentions, names N or time FILE", args)
}

// writeNames writes names from all over the pack.
func writeNames(n *core.Normalizer, count int, out io.Writer) error {
	names := engine.Of(n).Contents().Names
	w := bufio.NewWriter(out)
	for i := range count {
		fmt.Fprintln(w, names.At(i*(names.Len()/count)))
	}
	return w.Flush()
}

// rounds looks all mentions up for each line of in.
func rounds(n *core.Normalizer, mentions []string, in io.Reader, out io.Writer) error {
	queries := make([]core.Query, len(mentions))
	for i, m := range mentions {
		queries[i].Mention = m
	}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		start := time.Now()
		parts := (len(queries) + together - 1) / together
		answers, errs := make([][]core.Answer, parts), make([]error, parts)
		parallel.Each(0, parts, func(i int) {
			answers[i], errs[i] = n.LookupMany(queries[i*together:min((i+1)*together, len(queries))], core.Options{Near: true})
		})
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		fmt.Fprintln(out, time.Since(start).Seconds())
	}
	return nil
}
