package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/siblings"
	"github.com/normlet/normlet/train/data"
)

func (a *app) siblingsCommand() *cobra.Command {
	show := 0
	cmd := &cobra.Command{
		Use:   "siblings PACKS",
		Short: "Measure answers to what a list lacks but has siblings of",
		Long: `Ask each development list for what it lacks although a name of it has all words but one: names
with a word added or replaced that tells entities of the list apart, and names of entities
that are taken out while a sibling stays. PACKS has the packs of tools/accuracy.sh. An
answer is wrong unless it is marked broader and its name is a part of the mention.`,
		Example: "  lab siblings PACKS",
		Args:    argCount(1, 1, "PACKS"),
		RunE: func(cmd *cobra.Command, args []string) error {
			table := [][]string{{"list", "", "mentions", "wrong at p >= 0.5", "0.9", "mean p"}}
			total := map[string]*wrongShares{}
			_, packs := corpora.WithFields(true)
			for _, p := range packs {
				answers, err := askSiblings(cmd.Context(), filepath.Join(args[0], p.Name+".normpack"))
				if err != nil {
					return err
				}
				for _, how := range append(slices.Clone(siblings.Ways), "all") {
					f := wrongOf(answers, how)
					if f.mentions == 0 {
						continue
					}
					if total[how] == nil {
						total[how] = new(wrongShares)
					}
					total[how].add(f)
					table = append(table, f.row(p.Name, how))
				}
				slices.SortStableFunc(answers, func(x, y siblingAnswer) int { return cmp.Compare(y.p, x.p) })
				for _, x := range answers[:min(show, len(answers))] {
					fmt.Fprintf(a.stderr, "%s\t%s\t%.2f\t%s\t%s\n", p.Name, x.How, x.p, x.Text, x.name)
				}
			}
			for _, how := range append(slices.Clone(siblings.Ways), "all") {
				if f := total[how]; f != nil {
					table = append(table, f.row("mean of "+strconv.Itoa(f.lists), how))
				}
			}
			return writeTable(a.stdout, table)
		},
	}
	cmd.Flags().IntVar(&show, "show", 0, "write so many of each list's surest wrong answers to standard error")
	return cmd
}

// siblingAnswer is a mention and its best match, which is wrong, or nothing.
type siblingAnswer struct {
	siblings.Mention
	p    float64
	name string
}

// askSiblings asks the list of a pack. Entities that are held out get a namespace of their own, in which nobody looks.
func askSiblings(ctx context.Context, path string) ([]siblingAnswer, error) {
	content, err := data.ReadFile(path)
	if err != nil {
		return nil, err
	}
	whole, err := pack.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	lacking, err := pack.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	list := siblings.New(whole)
	held, out := list.HeldOut(2 * siblings.Judged)
	namespaces := slices.Clone(whole.Namespaces)
	lacking.Namespaces = append(lacking.Namespaces, "held out")
	for e := range lacking.EntityNamespace {
		if out[siblings.Group(lacking, e)] {
			lacking.EntityNamespace[e] = uint16(len(namespaces))
		}
	}
	made, err := answersTo(ctx, whole, list.Made(siblings.Judged), nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	answers, err := answersTo(ctx, lacking, held, namespaces)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return append(made, answers...), nil
}

func answersTo(ctx context.Context, c *pack.Contents, mentions []siblings.Mention, namespaces []string) ([]siblingAnswer, error) {
	n, err := core.New(c)
	if err != nil {
		return nil, err
	}
	defer n.Close()
	out, failed := make([]siblingAnswer, len(mentions)), make([]error, len(mentions))
	parallel.Each(0, len(mentions), func(i int) {
		var answer core.Answer
		answer, failed[i] = n.LookupWith(mentions[i].Text, core.Options{K: 1, Namespaces: namespaces})
		out[i].Mention = mentions[i]
		if len(answer.Matches) > 0 && !isBroader(&answer.Matches[0], mentions[i].Text) {
			out[i].p, out[i].name = answer.Matches[0].P, answer.Matches[0].Matched
		}
	})
	return out, cmp.Or(errors.Join(failed...), ctx.Err())
}

// isBroader reports whether a match is marked as broader than what the mention means, and its name has no other words.
func isBroader(m *core.Match, mention string) bool {
	return m.Broader != "" && siblings.Within(m.Matched, mention)
}

// wrongShares are the shares of mentions whose answer is wrong, summed over lists.
type wrongShares struct {
	lists, mentions int
	half, sure      float64 // at p >= 0.5 and 0.9
	p               float64 // the mean of wrong answers, 0 for none
}

func wrongOf(answers []siblingAnswer, how string) *wrongShares {
	f := &wrongShares{lists: 1}
	for _, x := range answers {
		if how != "all" && how != x.How {
			continue
		}
		f.mentions++
		if x.p >= 0.5 {
			f.half++
		}
		if x.p >= 0.9 {
			f.sure++
		}
		f.p += x.p
	}
	n := float64(max(1, f.mentions))
	f.half, f.sure, f.p = f.half/n, f.sure/n, f.p/n
	return f
}

func (f *wrongShares) add(o *wrongShares) {
	f.lists, f.mentions = f.lists+o.lists, f.mentions+o.mentions
	f.half, f.sure, f.p = f.half+o.half, f.sure+o.sure, f.p+o.p
}

func (f *wrongShares) row(list, how string) []string {
	row := []string{list, how, strconv.Itoa(f.mentions)}
	for _, x := range []float64{f.half, f.sure, f.p} {
		row = append(row, strconv.FormatFloat(x/float64(f.lists), 'f', 3, 64))
	}
	return row
}
