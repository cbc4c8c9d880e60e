package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/installed"
	"github.com/normlet/normlet/train/data"
)

// clock tells what has expired. Tests set it.
var clock = time.Now

// fetchOptions bound what servers may do. Tests set them.
var fetchOptions = download.Defaults

func (a *app) pullCommand() *cobra.Command {
	var store, root string
	var list bool
	var r installed.Request
	cmd := &cobra.Command{
		Use:   "pull NAME[@VERSION] --from URL|DIR",
		Short: "Install a pack of a repository, or bring it up to date",
		Long: `Install a pack of a repository that normlet publish made, or bring it up to date: the newest
version, or the one named. --pack NAME then finds it. A delta on the version that is here is
fetched in place of the pack where there is one. A download that broke off goes on.

The first time, --root names the root of the repository, which says whose packs to trust, or
--fingerprint the SHA-256 of its first root. Take either from where you trust, such as the
page or the program of who publishes, and not from the repository: whoever wrote the root
decides which packs are good. Later, NAME alone does.

Nothing is used before it is verified: signatures, versions, expiry, length and digest, then
the pack itself, which has to open and to find some of its own names. Until then, and if
anything is wrong, the pack of before stays. normlet packs rollback goes back to it.`,
		Example: `  normlet pull genes --from https://example.org/packs --root root.json
  normlet pull genes
  normlet pull genes@3
  normlet pull --list --from https://example.org/packs --root root.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if list {
				return argCount(0, 0, "--from")(cmd, args)
			}
			return argCount(1, 1, "the name of a pack")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if root != "" && r.Fingerprint != "" {
				return usagef(cmd, "--root and --fingerprint exclude each other")
			}
			if root != "" {
				text, err := data.ReadFile(root)
				if err != nil {
					return err
				}
				r.Root = text
			}
			p, err := a.installedPacks(store)
			if err != nil {
				return err
			}
			if list {
				return a.listReleases(cmd.Context(), p, r)
			}
			name, version, given := strings.Cut(args[0], "@")
			r.Name = name
			if given {
				if r.Version, err = strconv.ParseInt(version, 10, 64); err != nil || r.Version < 1 {
					return usagef(cmd, "%q: want NAME@VERSION with a version such as 3", args[0])
				}
			}
			return a.pull(cmd.Context(), p, r)
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.From, "from", "", "`address` or folder of the repository (default: where the pack came from)")
	f.StringVar(&root, "root", "", "`file` with the root to trust")
	f.StringVar(&r.Fingerprint, "fingerprint", "", "`SHA-256` of the first root, in place of --root")
	f.BoolVar(&list, "list", false, "list what the repository has, and install nothing")
	reads(cmd, "root")
	addStoreFlag(cmd, &store)
	groups(cmd, "Repository: from root fingerprint list", "Installed: store")
	return cmd
}

func addStoreFlag(cmd *cobra.Command, store *string) {
	cmd.Flags().StringVar(store, "store", "", "`folder` of installed packs (default: normlet/packs in the user's configuration)")
	mark(cmd, keepsFiles, []string{"store"})
}

// installedPacks returns the packs in a folder, "" for that of this user.
func (a *app) installedPacks(store string) (*installed.Packs, error) {
	store = cmp.Or(store, os.Getenv(variablePrefix+"STORE"))
	if store == "" {
		var err error
		if store, err = installed.DefaultDir(); err != nil {
			return nil, err
		}
	}
	warn := func(text string) { fmt.Fprintln(a.stderr, "normlet: warning: "+text) }
	return &installed.Packs{Dir: store, Files: a.files, Now: clock(), Fetch: fetchOptions, Warn: warn}, nil
}

// findInstalled puts the file of an installed pack in the place of its name, wherever --pack names no file.
func (a *app) findInstalled(cmd *cobra.Command) error {
	f := cmd.Flags().Lookup("pack")
	if f == nil || !f.Changed {
		return nil
	}
	values := valuesOf(f)
	for i, value := range values {
		if _, err := os.Stat(value); err == nil {
			continue
		}
		p, err := a.installedPacks("")
		if err != nil {
			continue // then there is none, and who opens the file says that there is no such file
		}
		path, err := p.Path(value)
		if err != nil {
			return err
		}
		values[i] = cmp.Or(path, value)
	}
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.Replace(values)
	}
	return f.Value.Set(values[0])
}

func (a *app) pull(ctx context.Context, p *installed.Packs, r installed.Request) error {
	bar := newProgress(a.stderr)
	defer bar.close()
	p.Fetch = func(kept string) download.Options {
		o := fetchOptions(kept)
		o.Progress = func(have, of int64) { bar.set("bytes", int(have), int(of)) }
		return o
	}
	done, err := p.Pull(ctx, r)
	bar.close()
	for _, note := range done.Notes {
		fmt.Fprintln(a.stderr, "normlet: note: "+note)
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
	_, err = fmt.Fprintf(a.stdout, "%s %d: %s, %d bytes transferred for a pack of %d (%.1f %%)\n",
		r.Name, done.Version, how, done.Transferred, done.Whole, 100*float64(done.Transferred)/float64(max(done.Whole, 1)))
	fmt.Fprintf(a.stderr, "in use: %s, %d bytes; --pack %s finds it\n", done.Path, done.Bytes, r.Name)
	return err
}

// listReleases writes what a repository has.
func (a *app) listReleases(ctx context.Context, p *installed.Packs, r installed.Request) error {
	list, err := p.Releases(ctx, r)
	if err != nil {
		return err
	}
	table := [][]string{{"NAME", "VERSION", "BYTES"}}
	for _, x := range list {
		table = append(table, []string{x.Name, strconv.FormatInt(x.Version, 10), strconv.FormatInt(x.Bytes, 10)})
	}
	return writeTable(a.stdout, table, 1, 2)
}

// describeInstalled writes a table of the installed packs, if there are some.
func (a *app) describeInstalled(ctx context.Context, w io.Writer, store string, newer bool) (some bool, err error) {
	p, err := a.installedPacks(store)
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
			found = a.newer(ctx, p, x)
		}
		table = append(table, []string{x.Name, strconv.FormatInt(x.Version, 10), strconv.FormatInt(x.Bytes, 10), found, x.Origin})
	}
	return true, writeTable(w, table, 1, 2)
}

// newer says what an update would bring.
func (a *app) newer(ctx context.Context, p *installed.Packs, x installed.Pack) string {
	there, err := p.Pull(ctx, installed.Request{Name: x.Name, Look: true})
	switch {
	case err != nil:
		fmt.Fprintf(a.stderr, "normlet: %s: %s\n", x.Name, describe(err))
		return "unknown"
	case there.UpToDate:
		return "none"
	}
	return fmt.Sprintf("%d (%d bytes)", there.Found, there.Need)
}

func (a *app) rollbackCommand() *cobra.Command {
	var store string
	cmd := &cobra.Command{
		Use:   "rollback NAME",
		Short: "Go back to the version of an installed pack before the last pull",
		Long: `Put the version of an installed pack in use that was before the last pull. Later pulls pass
the version over that was left, until there is a newer one or it is named: pull NAME@VERSION.`,
		Example: `  normlet packs rollback genes`,
		Args:    argCount(1, 1, "the name of a pack"),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := a.installedPacks(store)
			if err != nil {
				return err
			}
			version, err := p.Rollback(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.stdout, "%s %d: in use again\n", args[0], version)
			return err
		},
	}
	addStoreFlag(cmd, &store)
	groups(cmd, "Installed: store")
	return cmd
}

func (a *app) removeCommand() *cobra.Command {
	var store string
	cmd := &cobra.Command{
		Use:   "remove NAME",
		Short: "Delete an installed pack",
		Long: `Delete an installed pack, its versions and what it trusts: the next pull of the name needs
--root or --fingerprint again.`,
		Example: `  normlet packs remove genes`,
		Args:    argCount(1, 1, "the name of a pack"),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := a.installedPacks(store)
			if err != nil {
				return err
			}
			return p.Remove(args[0])
		},
	}
	addStoreFlag(cmd, &store)
	groups(cmd, "Installed: store")
	return cmd
}
