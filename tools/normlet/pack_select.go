package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

func (a *app) selectCommand() *cobra.Command {
	var o packOptions
	var namespaces []string
	var name string
	cmd := &cobra.Command{
		Use:   "select [PACK] --namespace NS --out FILE",
		Short: "Make a smaller pack of some namespaces",
		Long: `Make a pack of the entities of some namespaces of PACK (default: the embedded pack). It
answers like PACK with --namespace, but is smaller and faster. Encoder, binarizer and
calibration stay. A signature is lost; --sign makes a new one, of a file with --key or
--trust-input (see normlet pack).`,
		Example: `  normlet pack select --namespace NCBIGene --name "Human genes" --out genes.normpack`,
		Args:    argCount(0, 1, "one pack"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(namespaces) == 0 {
				return usagef(cmd, "--namespace is missing")
			}
			path := ""
			if len(args) > 0 {
				path = args[0]
			}
			return a.changePack(cmd, o, path, func(content []byte) ([]byte, error) {
				c, err := selected(content, namespaces, name)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", cmp.Or(path, "default pack"), err)
				}
				return c.Append(nil, &pack.WriteOptions{RawCodes: o.rawCodes})
			})
		},
	}
	addPackFlags(cmd, &o)
	addRawCodesFlag(cmd, &o.rawCodes)
	addNamespaceFlag(cmd, &namespaces)
	cmd.Flags().StringVar(&name, "name", "", "`name` of the new pack (default: that of PACK)")
	return cmd
}

// selected returns the tables of a pack reduced to some namespaces (none means all), renamed unless name is empty.
func selected(content []byte, namespaces []string, name string) (*pack.Contents, error) {
	n, err := core.OpenBytes(content)
	if err != nil {
		return nil, err
	}
	all := n.Contents()
	var changes []core.Change
	if len(namespaces) > 0 {
		if _, err := n.LookupWith("", core.Options{Namespaces: namespaces}); err != nil {
			return nil, err
		}
		for e, ns := range all.EntityNamespace {
			if !slices.Contains(namespaces, all.Namespaces[ns]) {
				changes = append(changes, core.Change{Remove: true, ID: all.IDs.At(e)})
			}
		}
	}
	c := all
	if len(changes) > 0 {
		changed, err := core.Apply(content, changes)
		if err != nil {
			return nil, fmt.Errorf("removing the other namespaces: %w", err)
		}
		if c, err = pack.Parse(changed); err != nil {
			return nil, err
		}
	}
	return renamed(c, name), nil
}

const metaName = "name"

func renamed(c *pack.Contents, name string) *pack.Contents {
	if name == "" {
		return c
	}
	out := *c
	out.Meta = slices.Clone(c.Meta)
	at := slices.IndexFunc(out.Meta, func(p pack.Pair) bool { return p.Key == metaName })
	if at < 0 {
		at, out.Meta = len(out.Meta), append(out.Meta, pack.Pair{Key: metaName})
	}
	out.Meta[at].Value = name
	slices.SortFunc(out.Meta, func(a, b pack.Pair) int { return strings.Compare(a.Key, b.Key) })
	return &out
}
