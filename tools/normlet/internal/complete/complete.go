// Package complete tells shells what a flag may be that only a pack, a table or the installed packs know.
package complete

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// known has what a flag may be, by its name, for a command line without it.
var known = map[string]func(std *cli.IO, cmd *cobra.Command, args []string) []string{
	"pack": installed, "namespace": namespaces, "prefer": namespaces, "types": types,
	"column": columns, "context-column": columns, "document-column": columns, "organism-column": columns, "id-column": columns,
}

// Flags registers the flags of all commands of a program that are known. What cannot be read completes nothing.
func Flags(std *cli.IO, root *cobra.Command) {
	for _, cmd := range root.Commands() {
		Flags(std, cmd)
	}
	for name, of := range known {
		f := root.Flags().Lookup(name)
		if f == nil {
			continue
		}
		_, list := f.Value.(pflag.SliceValue)
		directive := cobra.ShellCompDirectiveNoFileComp
		if name == "pack" {
			directive = cobra.ShellCompDirectiveDefault // a file
		}
		complete := func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			before := ""
			if list {
				before = typed[:strings.LastIndexByte(typed, ',')+1]
			}
			var words []string
			for _, w := range of(std, cmd, args) {
				if strings.HasPrefix(before+w, typed) {
					words = append(words, before+w)
				}
			}
			return words, directive
		}
		_ = root.RegisterFlagCompletionFunc(name, complete) // the flag exists
	}
}

func installed(std *cli.IO, _ *cobra.Command, _ []string) (names []string) {
	if p, err := packfile.Installed(std, ""); err == nil {
		list, _ := p.List()
		for _, in := range list {
			names = append(names, in.Name)
		}
	}
	return names
}

// opened returns the pack that a command line names.
func opened(std *cli.IO, cmd *cobra.Command) *engine.Engine {
	f := cmd.Flags().Lookup("pack")
	if f == nil || packfile.FindInstalled(std, cmd) != nil {
		return nil
	}
	n, err := packfile.Open(std, cli.First(cli.ValuesOf(f)))
	if err != nil {
		return nil
	}
	return engine.Of(n)
}

func namespaces(std *cli.IO, cmd *cobra.Command, _ []string) []string {
	if e := opened(std, cmd); e != nil {
		return e.LoadedContents().Namespaces
	}
	return nil
}

// types returns what annotate --types takes: types of the tagger, and namespaces.
func types(std *cli.IO, cmd *cobra.Command, _ []string) (names []string) {
	e := opened(std, cmd)
	if e == nil {
		return nil
	}
	c := e.LoadedContents().WithTagger()
	_, models, _ := tag.ParseModels(c.Tagger) // none completes none
	for _, m := range models {
		if !slices.Contains(names, m.Type) { // a type has a second model for long texts
			names = append(names, m.Type)
		}
	}
	return append(names, c.Namespaces...)
}

func columns(std *cli.IO, _ *cobra.Command, args []string) []string {
	in, err := mapping.Open(cli.First(args), "", std.In)
	if err != nil {
		return nil
	}
	defer in.Close()
	t, err := mapping.NewTable(in, &mapping.Config{})
	if err != nil {
		return nil
	}
	return t.Header
}
