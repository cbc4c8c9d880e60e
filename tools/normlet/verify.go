package main

import (
	"context"
	"crypto/ed25519"
	"fmt"

	"github.com/normlet/normlet/core"
	"github.com/spf13/cobra"
)

func (a *app) verifyCommand() *cobra.Command {
	var keyFiles []string
	cmd := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Check every byte and every code of a pack",
		Long: `Check a pack or a pack set, without FILE the embedded pack: all that opening checks (checksums, tables,
the order of names, in a set over all members, the self-check), and that the encoder gives each name its code here.
With --key it has to be signed, too. It prints a line that ends in ok, or fails with the
first fault.`,
		Example: `  normlet verify genes.normpack
  openssl pkey -in key.pem -pubout -out public.pem
  normlet verify --key public.pem genes.normpack`,
		Args: argCount(0, 1, "one pack file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			keys, err := a.readPublicKeys(keyFiles)
			if err != nil {
				return err
			}
			if path := first(args); isSet(path) {
				return a.verifySet(cmd.Context(), path, keys)
			}
			content, name, err := a.readPack(first(args))
			if err != nil {
				return err
			}
			n, err := core.OpenBytesWith(content, core.OpenOptions{Keys: keys})
			if err == nil {
				err = a.checkCodes(cmd.Context(), n)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			c := n.Contents()
			_, err = fmt.Fprintf(a.stdout, "%s: %d bytes, %d names of %d entities, %d self-checks: ok\n",
				name, len(content), c.Names.Len(), c.IDs.Len(), len(c.Self))
			return err
		},
	}
	addKeyFlag(cmd, &keyFiles)
	return readsArgs(cmd)
}

// checkCodes encodes every name.
func (a *app) checkCodes(ctx context.Context, n *core.Normalizer) error {
	bar := a.progress()
	defer bar.close()
	return n.CheckCodes(ctx, func(rows, of int) { bar.set("codes", rows, of) })
}

// verifySet is verify for a pack set, whose rows have an order over all members, too.
func (a *app) verifySet(ctx context.Context, path string, keys []ed25519.PublicKey) error {
	n, err := core.OpenWith(path, core.OpenOptions{Keys: keys})
	if err != nil {
		return err
	}
	defer n.Close()
	if err := a.checkCodes(ctx, n); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	info := n.Info()
	_, err = fmt.Fprintf(a.stdout, "%s: %d names of %d entities: ok\n", path, info.Names, info.Entities)
	return err
}
