// Command shown judges which name of an entity is shown where a list marks none, by a list that marks them:
//
//	go -C lab run ./shown LIST [MARKED]
//
// The marks of LIST are left out, and so is its order: names of an entity come in the order of the alphabet. MARKED,
// another file or LIST itself, has the right ones. LIST may be a pack, which shows what it was built to show. Ids are
// compared without the prefixes of a list, which each file may spell in its way; those of a pack have to be there. Each line has the share of entities whose name is right, and right but for
// case, spaces and hyphens: of all that both files have, and of those with several names to choose from.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "shown:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	if len(args) < 1 || len(args) > 2 {
		return errors.New("usage: shown LIST [MARKED]; the package comment says more")
	}
	marked, _, err := data.ReadSources([]data.Source{{Path: args[len(args)-1]}}, data.ReadOptions{SkipBad: true, Prefix: "auto"})
	if err != nil {
		return err
	}
	ofPack, right := strings.HasSuffix(args[0], ".normpack"), map[string]string{}
	local := func(id string) string {
		if ofPack {
			return id
		}
		return id[strings.LastIndexByte(id, ':')+1:]
	}
	for _, e := range marked.Entities {
		right[local(e.ID)] = e.Names[0].Text
	}
	entities, err := shown(args[0])
	if err != nil {
		return err
	}
	var all, several tally
	for _, e := range entities {
		if want, ok := right[local(e.ID)]; ok {
			all.add(e.Shown, want)
			if len(e.Names) > 1 {
				several.add(e.Shown, want)
			}
		}
	}
	fmt.Fprintln(stdout, "entities\tnumber\tright\tbut for case, spaces and hyphens")
	all.write(stdout, "all")
	several.write(stdout, "of several names")
	return nil
}

// shown returns the entities of a list without its marks, or of a pack, with the names shown.
func shown(path string) ([]data.Entity, error) {
	if strings.HasSuffix(path, ".normpack") {
		return inPack(path)
	}
	t, _, err := data.ReadSources([]data.Source{{Path: path}}, data.ReadOptions{SkipBad: true})
	if err != nil {
		return nil, err
	}
	equal := map[string]int{}
	for i := range t.Entities {
		e := &t.Entities[i]
		slices.SortFunc(e.Names, func(a, b data.Name) int { return strings.Compare(a.Text, b.Text) })
		equal[e.ID] = len(e.Names)
	}
	return assemble.WithShown(t, equal).Entities, nil
}

func inPack(path string) ([]data.Entity, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c, err := pack.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	entities := make([]data.Entity, c.IDs.Len())
	for e, row := range c.PrimaryRow {
		entities[e].ID, entities[e].Shown = c.IDs.At(e), c.Names.At(int(row))
	}
	for row, e := range c.RowEntity {
		entities[e].Names = append(entities[e].Names, data.Name{Text: c.Names.At(row)})
	}
	return entities, nil
}

// tally counts right names.
type tally struct{ n, right, near int }

func (t *tally) add(got, want string) {
	t.n++
	if got == want {
		t.right++
	}
	if names.Key(got) == names.Key(want) {
		t.near++
	}
}

func (t *tally) write(w io.Writer, what string) {
	of := float64(max(t.n, 1))
	fmt.Fprintf(w, "%s\t%d\t%.3f\t%.3f\n", what, t.n, float64(t.right)/of, float64(t.near)/of)
}
