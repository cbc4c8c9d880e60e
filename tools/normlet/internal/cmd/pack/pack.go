// Package pack is the command normlet pack.
package pack

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/train/data"
)

type options struct {
	out, sign  string
	keys       []string // of the pack that is read
	trustInput bool     // though it is not checked with keys
	rawCodes   bool
}

func New(std *cli.IO) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pack",
		Short: "Change a pack without building it again",
		Long: `Change a pack without building it again. Nothing is trained: new names get codes from the
pack's own encoder.

--sign vouches for everything in the new pack, so it requires --key, which checks the
signature of the old one, or --trust-input for one without signature, such as one that you
have just built.`,
		Example: `  normlet pack apply genes.normpack changes.tsv --out new.normpack
  normlet pack compact new.normpack --out genes.normpack
  normlet pack select --namespace NCBIGene --out genes.normpack
  normlet pack apply genes.normpack changes.tsv --key public.pem --sign key.pem --out new.normpack`,
		Args: cobra.ArbitraryArgs,
		RunE: cli.Choose,
	}
	cmd.AddCommand(applyCommand(std), compactCommand(std), selectCommand(std))
	return cmd
}

func applyCommand(std *cli.IO) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "apply PACK CHANGES --out FILE",
		Short: "Add names to a pack and remove names",
		Long: `Add names to a pack and remove names. The lines of CHANGES are

  + TAB id TAB name [TAB kind [TAB weight [TAB namespace]]]
  - TAB id TAB name
  - TAB id

for a new name, a name to remove, and an entity to remove. They apply in order; to change a
name, remove it and add it. An entity that loses its primary name gets its strongest other
one. Weight and namespace are for new entities.

The pack gets a section of changes, which every lookup applies. A signature is lost; --sign
makes a new one, with --key or --trust-input (see normlet pack).`,
		Example: `  normlet pack apply genes.normpack changes.tsv --out new.normpack`,
		Args:    cli.ArgCount(2, 2, "a pack and a file of changes"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return changePack(std, cmd, o, args[0], func(content []byte) ([]byte, error) { return apply(content, args[0], args[1]) })
		},
	}
	addPackFlags(cmd, &o)
	cli.Groups(cmd, cli.SigningGroup, "Output: out force")
	return cmd
}

func compactCommand(std *cli.IO) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "compact PACK --out FILE",
		Short: "Merge the changes of a pack into its tables",
		Long: `Merge the changes of a pack into its tables. It answers as before, opens faster, and is
smaller if names were removed. A signature is lost; --sign makes a new one, with --key or
--trust-input (see normlet pack).`,
		Example: `  normlet pack compact new.normpack --out genes.normpack`,
		Args:    cli.ArgCount(1, 1, "a pack"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return changePack(std, cmd, o, args[0], func(content []byte) ([]byte, error) {
				c, err := pack.Parse(content)
				if err == nil {
					c.Details, err = packfile.SelectDetails(c)
				}
				if err != nil {
					return nil, fmt.Errorf("%s: %w", args[0], err)
				}
				return c.Append(nil, &pack.WriteOptions{RawCodes: o.rawCodes})
			})
		},
	}
	addPackFlags(cmd, &o)
	cli.AddRawCodesFlag(cmd, &o.rawCodes)
	cli.Groups(cmd, cli.SigningGroup, "Output: out raw-codes force")
	return cmd
}

func addPackFlags(cmd *cobra.Command, o *options) {
	cmd.Flags().StringVar(&o.out, "out", "", "pack `file` to write")
	cli.AddSignFlag(cmd, &o.sign)
	cli.AddKeyFlag(cmd, &o.keys)
	cmd.Flags().BoolVar(&o.trustInput, "trust-input", false, "with --sign: vouch for PACK unchecked")
	cli.Writes(cmd, "out")
	cli.ReadsArgs(cmd)
}

func changePack(std *cli.IO, cmd *cobra.Command, o options, path string, change func(content []byte) ([]byte, error)) error {
	if o.out == "" {
		return cli.Usagef(cmd, "--out is missing")
	}
	key, err := packfile.SignKey(o.sign)
	if err != nil {
		return err
	}
	content, err := readOrigin(std, cmd, o, path)
	if err != nil {
		return err
	}
	changed, err := change(content)
	if err != nil {
		return err
	}
	if changed, err = packfile.Sign(key, changed); err != nil {
		return err
	}
	if err := std.Save(cmd.Context(), o.out, packfile.Kind, changed); err != nil {
		return err
	}
	base, delta, err := pack.Split(changed)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "wrote %s: %d bytes, %s\n", o.out, len(changed), describeDelta(base, delta))
	return nil
}

// readOrigin reads the pack to change and checks its signature if there are keys. --sign without keys needs
// --trust-input, or it would vouch for a pack that nobody has checked; the embedded pack is as trustworthy as the
// program.
func readOrigin(std *cli.IO, cmd *cobra.Command, o options, path string) ([]byte, error) {
	if len(o.keys) > 0 && o.trustInput {
		return nil, cli.Usagef(cmd, "--key and --trust-input exclude each other")
	}
	if o.sign != "" && len(o.keys) == 0 && !o.trustInput && path != "" {
		return nil, cli.Usagef(cmd, "--sign would vouch for %s, which nobody has checked: check it with --key, or say --trust-input if you know that it is what you mean", path)
	}
	keys, err := packfile.PublicKeys(o.keys)
	if err != nil {
		return nil, err
	}
	content, name, err := packfile.Read(std, path)
	if err == nil && len(keys) > 0 {
		if err = pack.Verify(content, keys...); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	return content, err
}

// apply applies the changes of a file; errors name the line.
func apply(content []byte, name, file string) ([]byte, error) {
	text, err := data.ReadInput(file)
	if err != nil {
		return nil, err
	}
	changes, lines, err := data.ReadChanges(bytes.NewReader(text), file)
	if err != nil {
		return nil, err
	}
	changed, err := edit.Apply(content, changes)
	if c, ok := errors.AsType[*edit.ChangeError](err); ok {
		return nil, &data.BadRow{File: file, Line: lines[c.Index], Reason: c.Reason}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return changed, nil
}

// describeDelta counts what a pack holds and what changed; d may be nil.
func describeDelta(base *pack.Contents, d *pack.Delta) string {
	text := fmt.Sprintf("%d names of %d entities", base.Names.Len(), base.IDs.Len())
	if d == nil {
		return text + ", no changes"
	}
	return fmt.Sprintf("%s, changed since: %d names removed, %d added", text, len(d.Removed), d.Added.Names.Len())
}

func selectCommand(std *cli.IO) *cobra.Command {
	var o options
	var namespaces []string
	var name string
	var bare bool
	cmd := &cobra.Command{
		Use:   "select [PACK] [--namespace NS] [--without-details] --out FILE",
		Short: "Make a smaller pack of some namespaces, or without details",
		Long: `Make a pack of the entities of some namespaces of PACK (default: the embedded pack). It
answers like PACK with --namespace, but is smaller and faster. Encoder, binarizer and
calibration stay. --without-details leaves out what normlet names shows beside names: full
names, definitions, cross-references and former ids. A signature is lost; --sign makes a new
one, of a file with --key or --trust-input (see normlet pack).`,
		Example: `  normlet pack select --namespace NCBIGene --name "Human genes" --out genes.normpack`,
		Args:    cli.ArgCount(0, 1, "one pack"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(namespaces) == 0 && !bare {
				return cli.Usagef(cmd, "--namespace is missing, or --without-details")
			}
			path := cli.First(args)
			return changePack(std, cmd, o, path, func(content []byte) ([]byte, error) {
				c, err := packfile.Select(content, namespaces, name)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", cmp.Or(path, "default pack"), err)
				}
				if bare {
					c.Details = nil
				}
				return c.Append(nil, &pack.WriteOptions{RawCodes: o.rawCodes})
			})
		},
	}
	addPackFlags(cmd, &o)
	cli.AddRawCodesFlag(cmd, &o.rawCodes)
	cmd.Flags().BoolVar(&bare, "without-details", false, "leave out full names, definitions, cross-references and former ids")
	cli.AddNamespaceFlag(cmd, &namespaces)
	cmd.Flags().StringVar(&name, "name", "", "`name` of the new pack (default: that of PACK)")
	cli.Groups(cmd, "Selection: namespace without-details name", cli.SigningGroup, "Output: out raw-codes force")
	return cmd
}
