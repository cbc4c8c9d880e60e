// Package pull is the command normlet pull.
package pull

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/installed"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/train/data"
)

func New(std *cli.IO) *cobra.Command {
	var store, root string
	var list bool
	var r installed.Request
	cmd := &cobra.Command{
		Use:   "pull NAME[@VERSION] --from URL|DIR",
		Short: "Install a pack of a repository, or bring it up to date",
		Long: `Install a pack of a repository that normlet publish made, or bring it up to date: the
newest version, or the one named. --pack NAME then finds it. If there is a delta for the
installed version, pull fetches it instead. An interrupted download continues.

The first time, --root names the root of the repository, which says whose packs to trust,
or --fingerprint the SHA-256 of its first root. Take either from the publisher's page or
program, not from the repository: whoever wrote the root decides which packs are good.
Later, NAME alone is enough.

Pull verifies signatures, versions, expiry, length and digest, then that the pack opens
and finds some of its own names. If anything is wrong, the old pack stays. normlet packs
rollback returns to it.`,
		Example: `  normlet pull genes --from https://example.org/packs --root root.json
  normlet pull genes
  normlet pull genes@3
  normlet pull --list --from https://example.org/packs --root root.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if list {
				return cli.ArgCount(0, 0, "--from")(cmd, args)
			}
			return cli.ArgCount(1, 1, "the name of a pack")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if root != "" && r.Fingerprint != "" {
				return cli.Usagef(cmd, "--root and --fingerprint exclude each other")
			}
			if root != "" {
				text, err := data.ReadFile(root)
				if err != nil {
					return err
				}
				r.Root = text
			}
			p, err := packfile.Installed(std, store)
			if err != nil {
				return err
			}
			if list {
				return listReleases(cmd.Context(), std, p, r)
			}
			name, version, given := strings.Cut(args[0], "@")
			r.Name = name
			if given {
				if r.Version, err = strconv.ParseInt(version, 10, 64); err != nil || r.Version < 1 {
					return cli.Usagef(cmd, "%q: want NAME@VERSION with a version such as 3", args[0])
				}
			}
			return run(cmd.Context(), std, p, r)
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.From, "from", "", "`address` or folder of the repository (default: where the pack came from)")
	f.StringVar(&root, "root", "", "`file` with the root to trust")
	f.StringVar(&r.Fingerprint, "fingerprint", "", "`SHA-256` of the first root, in place of --root")
	f.BoolVar(&list, "list", false, "list what the repository has, and install nothing")
	cli.Reads(cmd, "root")
	cli.AddStoreFlag(cmd, &store)
	cli.Groups(cmd, "Repository: from root fingerprint list", "Installed: store")
	return cmd
}

func run(ctx context.Context, std *cli.IO, p *installed.Packs, r installed.Request) error {
	bar := progress.New(std.Err)
	defer bar.Close()
	p.Fetch = func(kept string) download.Options {
		o := hook.FetchOptions(kept)
		o.Progress = func(have, of int64) { bar.Set("bytes", int(have), int(of)) }
		return o
	}
	done, err := p.Pull(ctx, r)
	bar.Close()
	for _, note := range done.Notes {
		fmt.Fprintln(std.Err, "normlet: note: "+note)
	}
	if err != nil {
		return err
	}
	how := "the whole pack"
	switch {
	case done.UpToDate:
		how = "up to date"
	case done.Delta:
		how = "a delta on the version before"
	}
	_, err = fmt.Fprintf(std.Out, "%s %d: %s, %d bytes transferred for a pack of %d (%.1f %%)\n",
		r.Name, done.Version, how, done.Transferred, done.Whole, 100*float64(done.Transferred)/float64(max(done.Whole, 1)))
	fmt.Fprintf(std.Err, "in use: %s, %d bytes; --pack %s finds it\n", done.Path, done.Bytes, r.Name)
	return err
}

func listReleases(ctx context.Context, std *cli.IO, p *installed.Packs, r installed.Request) error {
	list, err := p.Releases(ctx, r)
	if err != nil {
		return err
	}
	table := [][]string{{"NAME", "VERSION", "BYTES"}}
	for _, x := range list {
		table = append(table, []string{x.Name, strconv.FormatInt(x.Version, 10), strconv.FormatInt(x.Bytes, 10)})
	}
	return tabular.Write(std.Out, table, 1, 2)
}
