package build

import (
	"fmt"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/inputs"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

func readMentions(std *cli.IO, o *options) error {
	for _, file := range o.mentions {
		q, err := eval.ReadQueryFile(file, data.QueryOptions{})
		if err != nil {
			return err
		}
		inputs.TellQueries(std, &q.Report)
		o.mentionFiles, o.recipe.Mentions = append(o.mentionFiles, q.Report), append(o.recipe.Mentions, eval.Scored(q.Queries)...)
	}
	return nil
}

// readWeights reads what the recipe needs to know how much is written about entities.
func readWeights(_ *cli.IO, o *options) (err error) {
	r := &o.recipe
	if o.weights != "" {
		if r.Weights, err = data.ReadWeights(o.weights); err != nil {
			return err
		}
	}
	if o.lender != "" {
		content, err := data.ReadFile(o.lender)
		if err != nil {
			return err
		}
		if r.Lender, err = pack.Parse(content); err != nil {
			return fmt.Errorf("%s: %w", o.lender, err)
		}
	}
	if len(o.texts) > 0 {
		r.Texts = data.Texts(o.texts, o.textColumn)
		r.Defining = append(r.Defining, r.Texts)
	}
	if o.packs.found == nil {
		return nil
	}
	if paths := o.packs.found.Texts(); len(paths) > 0 {
		r.Defining = append(r.Defining, data.Texts(paths, ""))
	}
	return nil
}

// describeWeights says where the weights come from if they are not those of the terminology.
func describeWeights(std *cli.IO, o *options, c *pack.Contents, w *assemble.Weights) {
	if w.Given+w.Unknown > 0 {
		fmt.Fprintf(std.Err, "--weights: %d entities have one, %d ids are not in the terminology\n", w.Given, w.Unknown)
		if w.Given == 0 {
			fmt.Fprintln(std.Err, "--weights changes nothing: are its ids those of the terminology?")
		}
	}
	switch {
	case w.Borrowed > 0 && o.lender != "":
		fmt.Fprintf(std.Err, "--weights-from: took those %s\n", c.MetaValue("weights"))
	case w.Borrowed > 0:
		fmt.Fprintf(std.Err, "no weights: took those %s in the default pack\n", c.MetaValue("weights"))
	case o.lender != "":
		fmt.Fprintln(std.Err, "--weights-from changes nothing: there are weights, or the pack knows less than a quarter of the entities")
	}
	switch t := w.Texts; {
	case t == nil:
	case t.With == 0:
		fmt.Fprintf(std.Err, "--texts changes nothing: no name of the terminology occurs in %s\n", cli.Count(t.Texts, "texts"))
	default:
		fmt.Fprintf(std.Err, "--texts: %d names of %d entities occur in %d of %s\n", t.Names, t.Entities, t.With, cli.Count(t.Texts, "texts"))
	}
}
