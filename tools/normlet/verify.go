package main

import (
	"context"
	"fmt"

	"github.com/normlet/normlet/core"
	"github.com/spf13/cobra"
)

func (a *app) verifyCommand() *cobra.Command {
	var keyFiles []string
	cmd := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Check every byte and every code of a pack",
		Long: `Check a pack, without FILE the embedded pack: all that opening checks (checksums, tables,
the order of names, the self-check), and that the encoder gives each name its code here.
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
	groups(cmd, "Signature: key")
	return readsArgs(cmd)
}

// checkCodes encodes every name.
func (a *app) checkCodes(ctx context.Context, n *core.Normalizer) error {
	bar := newProgress(a.stderr)
	defer bar.close()
	return n.CheckCodes(ctx, func(rows, of int) { bar.set("codes", rows, of) })
}
