// Package verify is the command normlet verify.
package verify

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
)

func New(std *cli.IO) *cobra.Command {
	var keyFiles []string
	cmd := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Check every byte and every code of a pack",
		Long: `Check a pack, without FILE the embedded pack: all that opening checks (checksums, tables,
the order of names, the self-check), and that the encoder computes the code of each name
on this machine. With --key it must also be signed. Verify prints a line that ends in ok,
or fails with the first fault.`,
		Example: `  normlet verify genes.normpack
  openssl pkey -in key.pem -pubout -out public.pem
  normlet verify --key public.pem genes.normpack`,
		Args: cli.ArgCount(0, 1, "one pack file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			keys, err := packfile.PublicKeys(keyFiles)
			if err != nil {
				return err
			}
			content, name, err := packfile.Read(std, cli.First(args))
			if err != nil {
				return err
			}
			n, err := core.OpenBytes(content, &core.OpenOptions{Keys: keys})
			if err == nil {
				bar := progress.New(std.Err)
				err = n.CheckCodes(cmd.Context(), func(rows, of int) { bar.Set("codes", rows, of) })
				bar.Close()
			}
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			c := engine.Of(n).Contents()
			_, err = fmt.Fprintf(std.Out, "%s: %d bytes, %d names of %d entities, %d self-checks: ok\n",
				name, len(content), c.Names.Len(), c.IDs.Len(), len(c.Self))
			return err
		},
	}
	cli.AddKeyFlag(cmd, &keyFiles)
	cli.Groups(cmd, "Signature: key")
	return cli.ReadsArgs(cmd)
}
