// Command patients prints knowledge/clinic/patients.tsv, which says what patients' words mean, from mentions and the names of
// what they mean:
//
//	go -C lab run ./patients ../../shared/data/consumer/psytar_train.tsv.gz \
//		../../shared/data/consumer/psytar_reference.tsv.gz >knowledge/clinic/patients.tsv
//
// A half of the mentions teaches what holds of the other one: -half 1 and -half 2 learn from one of two drugs.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// head is the comment at the top of the table.
const head = `# What words of patients mean, in text form and as stems, by kind:
# mention: all of a mention but its fillers, and names of what it means, between |; phrase: a part of one, likewise
# filler: a word that says little
# synonym: a word of a mention, one of a name, and how often the one stands for the other
# ending: what two forms of one word end with
# columns: kind, from, to, percent
# source: PsyTAR (CC BY 4.0), learned by lab/patients
`

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "patients:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("patients", flag.ContinueOnError)
	half := flags.Int("half", 0, "learn from the first or second `half` of the mentions alone")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 2 || *half < 0 || *half > 2 {
		return errors.New("usage: patients [-half 1|2] MENTIONS NAMES >FILE")
	}
	queries, err := eval.ReadQueries(flags.Arg(0))
	if err != nil {
		return err
	}
	t, _, err := data.ReadSources([]data.Source{{Path: flags.Arg(1)}}, data.ReadOptions{})
	if err != nil {
		return err
	}
	switch middle := len(queries) / 2; *half {
	case 1:
		queries = queries[:middle]
	case 2:
		queries = queries[middle:]
	}
	examples, err := examplesOf(queries, t)
	if err != nil {
		return err
	}
	fmt.Fprint(out, head)
	for _, row := range learn(examples) {
		fmt.Fprintln(out, row)
	}
	return nil
}

// example is a mention and the entity that it means.
type example struct {
	entity int
	words  []string // stems of the mention's
	names  []string // of the entity, in text form
}

func examplesOf(queries []data.Query, t *data.Terminology) ([]example, error) {
	index := map[string]int{}
	list := make([][]string, len(t.Entities))
	for i := range t.Entities {
		index[t.Entities[i].ID] = i
		for _, n := range t.Entities[i].Names {
			name := names.Form(strings.TrimSuffix(strings.ToLower(n.Text), " (finding)"))
			if !slices.Contains(list[i], name) && !strings.Contains(name, "|") {
				list[i] = append(list[i], name)
			}
		}
	}
	var out []example
	for _, q := range queries {
		e, ok := index[q.Gold[0]]
		if !ok {
			return nil, fmt.Errorf("line %d: the list of names lacks %s, which %.100q means", q.Line, q.Gold[0], q.Mention)
		}
		out = append(out, example{e, stems(q.Mention), list[e]})
	}
	return out, nil
}

func stems(text string) []string {
	var t names.Text
	t.Read(text)
	return t.Stems()
}

// distinct returns the examples that differ, in order, so that sums of floats are the same in every run.
func distinct(all []example) []example {
	compare := func(a, b example) int {
		return cmp.Or(slices.Compare(a.words, b.words), cmp.Compare(a.entity, b.entity))
	}
	out := slices.Clone(all)
	slices.SortFunc(out, compare)
	return slices.CompactFunc(out, func(a, b example) bool { return compare(a, b) == 0 })
}

// learn returns the rows of the table, in order.
func learn(all []example) []string {
	kinds := distinct(all)
	fill := fillers(kinds)
	rows := map[string]bool{}
	for w := range fill {
		rows["filler\t"+w+"\t"] = true
	}
	for i := range all {
		all[i].words = slices.DeleteFunc(slices.Clone(all[i].words), func(w string) bool { return fill[w] })
	}
	for _, row := range slices.Concat(phrases(all), alignments(kinds)) {
		rows[row] = true
	}
	out := make([]string, 0, len(rows))
	for row := range rows {
		out = append(out, row)
	}
	slices.Sort(out)
	return out
}
