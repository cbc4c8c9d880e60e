package packfile

import (
	"cmp"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/tools/normlet/installed"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
)

// Installed returns the packs in a folder, "" for that of this user.
func Installed(std *cli.IO, store string) (*installed.Packs, error) {
	store = cmp.Or(store, os.Getenv(cli.VariablePrefix+"STORE"))
	if store == "" {
		var err error
		if store, err = installed.DefaultDir(); err != nil {
			return nil, err
		}
	}
	warn := func(text string) { fmt.Fprintln(std.Err, "normlet: warning: "+text) }
	return &installed.Packs{Dir: store, Files: std.Files, Now: hook.Clock(), Fetch: hook.FetchOptions, Warn: warn}, nil
}

// FindInstalled puts the file of an installed pack in the place of its name, wherever --pack names no file.
func FindInstalled(std *cli.IO, cmd *cobra.Command) error {
	f := cmd.Flags().Lookup("pack")
	if f == nil || !f.Changed {
		return nil
	}
	values := cli.ValuesOf(f)
	for i, value := range values {
		if _, err := os.Stat(value); err == nil {
			continue
		}
		p, err := Installed(std, "")
		if err != nil {
			continue // no pack is installed, and opening the file will fail
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
