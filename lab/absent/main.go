// Command absent measures what packs promise about lists that lack much of what people mention, and fits the promise.
//
//	go -C lab run ./absent DATA OUT                         # measures
//	go -C lab run ./absent DATA OUT ../train/rank/promise.go   # and fits
//
// DATA is the folder of labelled data. About 45 packs, of whole and cut lists, go to the folder OUT, in a quarter of
// an hour on two cores. Packs in OUT are not built again, so use another OUT for another program.
//
// For whole and cut lists and every promised precision it prints the share of right answers and the share of answered
// mentions, by a promise fitted on the corpora of other kinds. The third argument is the Go file for the promise
// fitted on all kinds but consumer.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/lab/internal/promise"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) < 3 || len(os.Args) > 4 {
		fmt.Fprintln(os.Stderr, "usage: absent DATA OUT [PROMISE]")
		os.Exit(2)
	}
	if err := run(ctx, os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, "absent:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, folder, out string, to []string) error {
	parts, err := measure(ctx, folder, out)
	if err != nil {
		return err
	}
	if err := printTables(os.Stdout, parts); err != nil {
		return err
	}
	for _, path := range to {
		fitted := promise.Fit(others(parts, corpora.Consumer))
		if err := write(path, goFile, []byte(literal(fitted))); err != nil {
			return err
		}
	}
	return nil
}

var (
	packFile = output.Begins("a pack", "NORMPACK")
	goFile   = output.Begins("a fitted promise", generated, "package rank")
)

func write(path string, kind *output.Kind, content []byte) error {
	files := output.Set{Command: "absent"}
	return files.Write(path, kind, content)
}

// part is a list with what became of mentions in it.
type part struct {
	source  *corpora.Partial
	cut     string
	promise float64 // the greatest precision that the pack promises
	promise.Part
}

func measure(ctx context.Context, folder, out string) (parts []part, err error) {
	base, err := pack.Parse(assets.Default())
	if err != nil {
		return nil, err
	}
	trees, err := readTrees(filepath.Join(folder, "mesh/tree_numbers.tsv.gz"))
	if err != nil {
		return nil, err
	}
	if err := output.Folder(out); err != nil {
		return nil, err
	}
	for i := range corpora.Promise {
		s := &corpora.Promise[i]
		c, err := read(s, folder, trees)
		if err != nil {
			return nil, err
		}
		cuts := wholeCuts
		if len(s.Queries) == 0 {
			c, cuts = headings(c), headingCuts
		}
		for _, x := range cuts {
			fmt.Fprintln(os.Stderr, s.Name, x.name)
			path := filepath.Join(out, s.Name+"."+strings.ReplaceAll(x.name, " ", "_")+".normpack")
			p, err := onePart(ctx, path, base, c, &x)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", s.Name, x.name, err)
			}
			p.source, p.cut = s, x.name
			parts = append(parts, p)
		}
	}
	return parts, nil
}

func read(s *corpora.Partial, folder string, trees map[string]string) (*corpus, error) {
	c := &corpus{trees: trees}
	var err error
	if c.terminology, _, err = data.ReadSources([]data.Source{{Path: filepath.Join(folder, s.Terminology)}}, data.ReadOptions{SkipBad: true}); err != nil {
		return nil, err
	}
	for _, file := range s.Queries {
		queries, err := eval.ReadQueries(filepath.Join(folder, file))
		if err != nil {
			return nil, err
		}
		c.queries = append(c.queries, queries...)
	}
	return c, nil
}

// readTrees returns the branch of each heading: the first two numbers of its first place in the tree.
func readTrees(path string) (map[string]string, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	trees := map[string]string{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) != 3 {
			return nil, fmt.Errorf("%s: %q: want id, heading, tree number", path, lines.Text())
		}
		numbers := strings.SplitN(cells[2], ".", 3)
		if id := cells[0]; trees[id] == "" && len(numbers) > 1 {
			trees[id] = numbers[0] + "." + numbers[1]
		}
	}
	return trees, lines.Err()
}

// onePart looks the mentions of c up in the pack of a cut, which is built unless it is there.
func onePart(ctx context.Context, path string, base *pack.Contents, c *corpus, x *cut) (p part, err error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		content, err = build(ctx, path, base, without(c.terminology, x.gone(c)))
	}
	if err != nil {
		return p, err
	}
	n, err := core.OpenBytes(content)
	if err != nil {
		return p, err
	}
	p.promise = n.Calibration().Promise()
	p.Part = promise.NewPart(&forest.Corpus{Pack: n, Mentions: forest.Mentions(n, c.queries)}, train.Mention)
	return p, ctx.Err()
}

func build(ctx context.Context, path string, base *pack.Contents, t *data.Terminology) ([]byte, error) {
	contents, _, err := assemble.Run(ctx, assemble.Recipe{Terminology: t, Base: base}, nil)
	if err != nil {
		return nil, err
	}
	content, err := contents.Append(nil, nil)
	if err != nil {
		return nil, err
	}
	return content, write(path, packFile, content)
}

// others returns the parts that a promise for a kind may be fitted on.
func others(parts []part, kind string) (out []promise.Part) {
	for i := range parts {
		if k := parts[i].source.Kind; k != kind && k != corpora.Consumer {
			out = append(out, parts[i].Part)
		}
	}
	return out
}
