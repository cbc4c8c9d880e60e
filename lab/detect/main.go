// Command detect measures how often columns of tables are recognised, as normlet map IN does:
//
//	go -C lab run ./detect [-v] DATA FIELDS
//
// FIELDS is what lab/fields makes. Columns are mentions of development lists, which are read nowhere else for this, and made
// codes, dates, persons and so on (cells.go), asked of the default pack. For columns of 6, 25 and 100 cells, and for those of
// thirty sheets of CSV, it prints how many have the right kind, with the namespace or database, and of those without entities
// how many are not taken for names or ids to map. Unseen are kinds of columns that were added after the numbers of core/column
// had been chosen by the others. With -v it names the columns that are wrong.
package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/column"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

const (
	seeds  = 5
	sheets = 30
)

func main() {
	verbose := flag.Bool("v", false, "name the columns that are wrong")
	flag.Parse()
	if err := run(flag.Args(), *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "detect:", err)
		os.Exit(1)
	}
}

func run(folders []string, verbose bool) error {
	if len(folders) != 2 {
		return errors.New("want DATA FIELDS")
	}
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		return err
	}
	pools := make([][]string, len(sources))
	for i := range sources {
		if pools[i], err = sources[i].pool(folders); err != nil {
			return err
		}
	}
	for _, size := range []int{6, 25, 100} {
		t := &tally{verbose: verbose}
		for i := range sources {
			for seed := range uint64(seeds) {
				s := &sources[i]
				found, err := column.Detect(n, []column.Sample{{Name: s.name, Cells: s.column(rand.New(rand.NewPCG(seed, uint64(i))), pools[i], size)}})
				if err != nil {
					return err
				}
				t.judge(s, &found[0])
			}
		}
		t.print(fmt.Sprintf("columns of %d cells", size))
	}
	t := &tally{verbose: verbose}
	for seed := range uint64(sheets) {
		if err := judgeSheet(n, rand.New(rand.NewPCG(seed, 1)), pools, t); err != nil {
			return err
		}
	}
	t.print(fmt.Sprintf("columns of %d sheets", sheets))
	return nil
}

// judgeSheet makes a sheet of several columns and reads it as map does.
func judgeSheet(n *core.Normalizer, r *rand.Rand, pools [][]string, t *tally) error {
	of := r.Perm(len(sources))[:4+r.IntN(5)]
	rows := make([][]string, 1+10+r.IntN(300))
	for _, i := range of {
		s := &sources[i]
		rows[0] = append(rows[0], s.name)
		for row, cell := range s.column(r, pools[i], len(rows)-1) {
			if r.IntN(12) == 0 {
				cell = []string{"", "n/a", "NA", "-"}[r.IntN(4)]
			}
			rows[row+1] = append(rows[row+1], cell)
		}
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return err
	}
	in, err := mapping.NewInput("sheet.csv", io.NopCloser(&b), "")
	if err != nil {
		return err
	}
	defer in.Close()
	found, err := mapping.Detect(context.Background(), n, in, &mapping.Config{})
	for at, i := range of {
		if err == nil {
			t.judge(&sources[i], &found.Columns[at].Column)
		}
	}
	return err
}

// tally counts columns, the unseen ones in its second part.
type tally struct {
	verbose              bool
	all, right           [2]int
	nothing, leftNothing [2]int // without entities, and those that are not mapped
}

func (t *tally) judge(s *source, c *column.Column) {
	at := 0
	if s.unseen {
		at = 1
	}
	t.all[at]++
	if c.Kind == s.kind && (s.of == "" || c.Of == s.of) {
		t.right[at]++
	} else if t.verbose {
		fmt.Printf("%s: %s %s %.2f of %d, want %s %s: %+v\n", s.name, c.Kind, c.Of, c.Share, c.Read, s.kind, s.of, c.Examples)
	}
	if s.kind != column.Names && s.kind != column.IDs && s.kind != column.Organisms {
		if t.nothing[at]++; !c.IsMapped() {
			t.leftNothing[at]++
		}
	}
}

func (t *tally) print(title string) {
	share := func(n, of [2]int) string {
		return fmt.Sprintf("%.3f of %d, unseen %.3f of %d", float64(n[0])/float64(of[0]), of[0], float64(n[1])/float64(of[1]), of[1])
	}
	fmt.Printf("%s: right %s; without entities and not mapped %s\n", title, share(t.right, t.all), share(t.leftNothing, t.nothing))
}
