package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/edit"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/data"
)

type packOptions struct {
	out, sign  string
	keys       []string // of the pack that is read
	trustInput bool     // though it is not checked with keys
	rawCodes   bool
}

func (a *app) packCommand() *cobra.Command {
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
		RunE: choose,
	}
	cmd.AddCommand(a.applyCommand(), a.compactCommand(), a.selectCommand())
	return cmd
}

func (a *app) applyCommand() *cobra.Command {
	var o packOptions
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
		Args:    argCount(2, 2, "a pack and a file of changes"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.changePack(cmd, o, args[0], func(content []byte) ([]byte, error) { return a.apply(content, args[0], args[1]) })
		},
	}
	addPackFlags(cmd, &o)
	groups(cmd, signingGroup, "Output: out force")
	return cmd
}

func (a *app) compactCommand() *cobra.Command {
	var o packOptions
	cmd := &cobra.Command{
		Use:   "compact PACK --out FILE",
		Short: "Merge the changes of a pack into its tables",
		Long: `Merge the changes of a pack into its tables. It answers as before, opens faster, and is
smaller if names were removed. A signature is lost; --sign makes a new one, with --key or
--trust-input (see normlet pack).`,
		Example: `  normlet pack compact new.normpack --out genes.normpack`,
		Args:    argCount(1, 1, "a pack"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.changePack(cmd, o, args[0], func(content []byte) ([]byte, error) {
				c, err := pack.Parse(content)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", args[0], err)
				}
				if c.Details, err = c.SelectDetails(); err != nil {
					return nil, fmt.Errorf("%s: %w", args[0], err)
				}
				return c.Append(nil, &pack.WriteOptions{RawCodes: o.rawCodes})
			})
		},
	}
	addPackFlags(cmd, &o)
	addRawCodesFlag(cmd, &o.rawCodes)
	groups(cmd, signingGroup, "Output: out raw-codes force")
	return cmd
}

func addPackFlags(cmd *cobra.Command, o *packOptions) {
	cmd.Flags().StringVar(&o.out, "out", "", "pack `file` to write")
	addSignFlag(cmd, &o.sign)
	addKeyFlag(cmd, &o.keys)
	cmd.Flags().BoolVar(&o.trustInput, "trust-input", false, "with --sign: vouch for PACK unchecked")
	writes(cmd, "out")
	readsArgs(cmd)
}

func addSignFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "sign", "", "sign the pack with the Ed25519 private key in this PEM `file`")
	reads(cmd, "sign")
}

func addRawCodesFlag(cmd *cobra.Command, raw *bool) {
	cmd.Flags().BoolVar(raw, "raw-codes", false, "store codes uncompressed, for packs that are mapped: a larger file")
}

func addKeyFlag(cmd *cobra.Command, paths *[]string) {
	cmd.Flags().StringSliceVar(paths, "key", nil, "require a signature by an Ed25519 public key in these PEM `files`")
	reads(cmd, "key")
}

// changePack writes the changed pack.
func (a *app) changePack(cmd *cobra.Command, o packOptions, path string, change func(content []byte) ([]byte, error)) error {
	if o.out == "" {
		return usagef(cmd, "--out is missing")
	}
	key, err := a.signKey(o.sign)
	if err != nil {
		return err
	}
	content, err := a.readOrigin(cmd, o, path)
	if err != nil {
		return err
	}
	changed, err := change(content)
	if err != nil {
		return err
	}
	if changed, err = signWith(key, changed); err != nil {
		return err
	}
	if err := a.save(cmd.Context(), o.out, packFile, changed); err != nil {
		return err
	}
	base, delta, err := pack.Split(changed)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "wrote %s: %d bytes, %s\n", o.out, len(changed), describeDelta(base, delta))
	return nil
}

// apply applies the changes of a file; errors name the line.
func (a *app) apply(content []byte, name, file string) ([]byte, error) {
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

// signKey returns the private key in a file, nil for no file.
func (a *app) signKey(path string) (ed25519.PrivateKey, error) {
	if path == "" {
		return nil, nil
	}
	return a.readPrivateKey(path)
}

// signWith signs a pack if there is a key.
func signWith(key ed25519.PrivateKey, content []byte) ([]byte, error) {
	if key == nil {
		return content, nil
	}
	return pack.Sign(content, key)
}

// save writes a whole file or none.
func (a *app) save(ctx context.Context, path string, kind *output.Kind, content []byte) error {
	out, err := a.files.Create(path, kind)
	if err != nil {
		return err
	}
	defer out.Close()
	return commit(ctx, out, content)
}

func (a *app) selectCommand() *cobra.Command {
	var o packOptions
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
		Args:    argCount(0, 1, "one pack"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(namespaces) == 0 && !bare {
				return usagef(cmd, "--namespace is missing, or --without-details")
			}
			path := first(args)
			return a.changePack(cmd, o, path, func(content []byte) ([]byte, error) {
				c, err := selected(content, namespaces, name)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", cmp.Or(path, "default pack"), err)
				}
				if bare {
					c = withoutDetails(c)
				}
				return c.Append(nil, &pack.WriteOptions{RawCodes: o.rawCodes})
			})
		},
	}
	addPackFlags(cmd, &o)
	addRawCodesFlag(cmd, &o.rawCodes)
	cmd.Flags().BoolVar(&bare, "without-details", false, "leave out full names, definitions, cross-references and former ids")
	addNamespaceFlag(cmd, &namespaces)
	cmd.Flags().StringVar(&name, "name", "", "`name` of the new pack (default: that of PACK)")
	groups(cmd, "Selection: namespace without-details name", signingGroup, "Output: out raw-codes force")
	return cmd
}

// selected returns the tables of a pack reduced to some namespaces (none means all), renamed unless name is empty.
func selected(content []byte, namespaces []string, name string) (*pack.Contents, error) {
	n, err := core.OpenBytes(content)
	if err != nil {
		return nil, err
	}
	all := n.Contents()
	var changes []edit.Change
	if len(namespaces) > 0 {
		if _, err := n.LookupWith("", core.Options{Namespaces: namespaces}); err != nil {
			return nil, err
		}
		for e, ns := range all.EntityNamespace {
			if !slices.Contains(namespaces, all.Namespaces[ns]) {
				changes = append(changes, edit.Change{Remove: true, ID: all.IDs.At(e)})
			}
		}
	}
	c := all
	if len(changes) > 0 {
		changed, err := edit.Apply(content, changes)
		if err != nil {
			return nil, fmt.Errorf("removing the other namespaces: %w", err)
		}
		if c, err = pack.Parse(changed); err != nil {
			return nil, err
		}
		if c.Details, err = c.SelectDetails(); err != nil {
			return nil, err
		}
	}
	return renamed(c, name), nil
}

func withoutDetails(c *pack.Contents) *pack.Contents {
	out := *c
	out.Details = nil
	return &out
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
