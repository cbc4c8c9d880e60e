// Command translations measures how well names are found in languages in which the list lacks them:
//
//	go -C lab run ./translations LIST TRANSLATIONS...
//
// LIST is a terminology, such as hpo_en.tsv.gz, and TRANSLATIONS are files of names of its entities in other languages, such as
// hpo_es.babelon.tsv.gz. A tenth of the entities, chosen by their ids, lose the names of TRANSLATIONS, which judge a pack of
// all others, as normlet build --translations makes it. Each line has, of a language, the names asked, H@1 and H@10 of the
// pack without its tables of words and with them, the answers of p >= 0.5 that are right and wrong among all, and the ECE.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "translations:", err)
		os.Exit(1)
	}
}

func run(files []string) error {
	if len(files) < 2 {
		return errors.New("want LIST TRANSLATIONS...; the package comment says more")
	}
	var sources []data.Source
	for _, file := range files {
		sources = append(sources, data.Source{Path: file})
	}
	t, _, err := data.ReadSources(sources, data.ReadOptions{})
	if err != nil {
		return err
	}
	asked := withhold(t)
	base, err := pack.Parse(assets.Default())
	if err != nil {
		return err
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Base: base, Train: assemble.Better}, nil)
	if err != nil {
		return err
	}
	with, err := core.New(c)
	if err != nil {
		return err
	}
	plain := *c
	plain.Translations = nil
	without, err := core.New(&plain)
	if err != nil {
		return err
	}
	fmt.Printf("%d names, tables of %d bytes\n\n", c.Names.Len(), len(c.Translations))
	fmt.Println("| language | names | H@1 without | H@10 | H@1 with | H@10 | right, p >= .5 | wrong | ECE |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, language := range slices.Sorted(maps.Keys(asked)) {
		a, b := judge(without, asked[language]), judge(with, asked[language])
		fmt.Printf("| %s | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |\n",
			language, len(asked[language]), a.first, a.ten, b.first, b.ten, b.right, b.wrong, b.ece)
	}
	return nil
}

type query struct{ mention, id string }

// withhold takes the names with a language from a tenth of the entities, and returns them by language.
func withhold(t *data.Terminology) map[string][]query {
	out := map[string][]query{}
	for i := range t.Entities {
		e := &t.Entities[i]
		if sha256.Sum256([]byte(e.ID))[0]%10 != 0 {
			continue
		}
		e.Names = slices.DeleteFunc(e.Names, func(n data.Name) bool {
			for tag := range strings.FieldsSeq(n.Languages) {
				out[tag] = append(out[tag], query{n.Text, e.ID})
			}
			return n.Languages != "" && n.Kind != pack.KindPrimary // which the translation may equal
		})
	}
	t.Entities = slices.DeleteFunc(t.Entities, func(e data.Entity) bool { return len(e.Names) == 0 })
	return out
}

type figures struct{ first, ten, right, wrong, ece float64 }

func judge(n *core.Normalizer, asked []query) (f figures) {
	var bins [10]float64 // of p minus the right answers
	one := 1 / float64(len(asked))
	for _, q := range asked {
		a := n.Lookup(q.mention, 10)
		at := slices.IndexFunc(a.Matches, func(m core.Match) bool { return m.ID == q.id })
		if at >= 0 {
			f.ten += one
		}
		if len(a.Matches) == 0 {
			continue
		}
		p := a.Matches[0].P
		bin := &bins[min(9, int(10*p))]
		if *bin += p; at == 0 {
			f.first += one
			*bin--
		}
		switch {
		case p >= .5 && at == 0:
			f.right += one
		case p >= .5:
			f.wrong += one
		}
	}
	for _, b := range bins {
		f.ece += max(b, -b) * one
	}
	return f
}
