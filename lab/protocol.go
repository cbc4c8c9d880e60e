package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/lab/internal/protocol"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

func (a *app) protocolCommand() *cobra.Command {
	o := protocol.Options{Score: protocol.Std}
	var pack, queries, train string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "protocol biosyn|belb|unseen --queries FILE",
		Short: "Measure a pack as papers do",
		Long: `Measure a pack on a query file (see normlet eval), for figures to compare with published ones:

  biosyn  abbreviations written out, composite mentions taken apart and right if all parts are,
          the mentions of --train added to the names of the pack
  belb    mentions as they stand; --score says how entities count that share a name: strict, a
          shared name is wrong; std, one of them at random; lenient, any of them
  unseen  abbreviations written out; mentions that --train has are left out, and each pair of
          mention and ids counts once`,
		Example: `  lab protocol biosyn --pack diseases.normpack --queries dev.tsv.gz --train train.tsv.gz
  lab protocol belb --pack diseases.normpack --queries dev.tsv.gz --score lenient`,
		Args: argCount(1, 1, "biosyn, belb or unseen"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := (word{&o.Protocol, protocol.Names()}).Set(args[0]); err != nil {
				return usagef(cmd, "%q: %v", args[0], err)
			}
			switch trains := o.Protocol != protocol.BELB; {
			case queries == "":
				return usagef(cmd, "--queries is missing")
			case trains && train == "":
				return usagef(cmd, "%s needs --train: the training mentions of the corpus", o.Protocol)
			case !trains && train != "":
				return usagef(cmd, "--train goes with biosyn or unseen")
			case trains && cmd.Flags().Changed("score"):
				return usagef(cmd, "--score goes with belb")
			}
			content := a.defaultPack
			mentions, err := eval.ReadQueries(queries)
			if err = errors.Join(err, readIf(pack, &content, data.ReadFile), readIf(train, &o.Train, eval.ReadQueries)); err != nil {
				return err
			}
			res, err := protocol.Run(cmd.Context(), content, mentions, o)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(a.stdout).Encode(res)
			}
			return a.printProtocol(res)
		},
	}
	f := cmd.Flags()
	f.StringVar(&pack, "pack", "", "pack `file` (default the built-in pack)")
	f.StringVar(&queries, "queries", "", "query `file`")
	f.StringVar(&train, "train", "", "query `file` of training mentions")
	f.StringSliceVar(&o.Namespaces, "namespace", nil, "look only for entities of these `namespaces`")
	wordFlag(cmd, &o.Score, "score", protocol.Scores(), "belb: "+strings.Join(protocol.Scores(), ", "))
	f.BoolVar(&asJSON, "json", false, "write one JSON object")
	reads(cmd, "pack", "queries", "train")
	return cmd
}

func (a *app) printProtocol(r *protocol.Result) error {
	table := [][]string{{"", "queries"}, {"all", strconv.Itoa(r.Queries)}, {"unique", strconv.Itoa(r.Unique)}}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
	r.Hits.Each(func(k int, v float64) {
		table[0], table[1] = append(table[0], "@"+strconv.Itoa(k)), append(table[1], number(v))
	})
	r.HitsUnique.Each(func(_ int, v float64) { table[2] = append(table[2], number(v)) })
	if err := writeTable(a.stdout, table); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "\n%d queries have no id that is in the pack; %d names added, %d queries left out, abbreviations written out in %d\n",
		r.WithoutEntity, r.Added, r.LeftOut, r.Expanded)
	if r.ECE != nil {
		fmt.Fprintf(a.stdout, "calibration error of p: %s\n", number(*r.ECE))
	}
	return nil
}
