package packs

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/installed"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
)

// describeInstalled writes a table of the installed packs, if there are some.
func describeInstalled(ctx context.Context, std *cli.IO, w io.Writer, store string, newer bool) (some bool, err error) {
	p, err := packfile.Installed(std, store)
	if err != nil {
		return false, nil // there is no folder for them
	}
	list, err := p.List()
	if err != nil || len(list) == 0 {
		return false, err
	}
	table := [][]string{{"INSTALLED", "VERSION", "BYTES", "NEWER", "FROM"}}
	for _, x := range list {
		found := "not asked"
		if newer {
			found = available(ctx, std, p, x)
		}
		table = append(table, []string{x.Name, strconv.FormatInt(x.Version, 10), strconv.FormatInt(x.Bytes, 10), found, x.Origin})
	}
	return true, tabular.Write(w, table, 1, 2)
}

func available(ctx context.Context, std *cli.IO, p *installed.Packs, x installed.Pack) string {
	there, err := p.Pull(ctx, installed.Request{Name: x.Name, Look: true})
	switch {
	case err != nil:
		fmt.Fprintf(std.Err, "normlet: %s: %s\n", x.Name, cli.Describe(err))
		return "unknown"
	case there.UpToDate:
		return "none"
	}
	return fmt.Sprintf("%d (%d bytes)", there.Found, there.Need)
}

func rollbackCommand(std *cli.IO) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rollback NAME",
		Short: "Go back to the version of an installed pack before the last pull",
		Long: `Return to the version of an installed pack before the last pull. Later pulls skip the
version that you left, until there is a newer one or you name it: pull NAME@VERSION.`,
		Example: `  normlet packs rollback genes`,
	}
	return onInstalled(std, cmd, func(p *installed.Packs, name string) error {
		version, err := p.Rollback(name)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(std.Out, "%s %d: in use again\n", name, version)
		return err
	})
}

func removeCommand(std *cli.IO) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "remove NAME",
		Short: "Delete an installed pack",
		Long: `Delete an installed pack, its versions and what it trusts: the next pull of the name needs
--root or --fingerprint again.`,
		Example: `  normlet packs remove genes`,
	}
	return onInstalled(std, cmd, (*installed.Packs).Remove)
}

// onInstalled has a command do something to an installed pack.
func onInstalled(std *cli.IO, cmd *cobra.Command, do func(p *installed.Packs, name string) error) *cobra.Command {
	var store string
	cmd.Args = cli.ArgCount(1, 1, "the name of a pack")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		p, err := packfile.Installed(std, store)
		if err != nil {
			return err
		}
		return do(p, args[0])
	}
	cli.AddStoreFlag(cmd, &store)
	cli.Groups(cmd, "Installed: store")
	return cmd
}
