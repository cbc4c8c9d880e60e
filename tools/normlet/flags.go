package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/tools/normlet/reference"
	"github.com/normlet/normlet/train/data/limit"
	"github.com/normlet/normlet/train/data/sheet"
)

// groups puts flags of a command under headings of its help and manual, in this order, each "Heading: flag flag". A flag
// in no group is listed under otherFlags, and a test fails.
func groups(cmd *cobra.Command, lines ...string) {
	annotate(cmd, flagGroups, strings.Join(lines, "\n"))
}

// flagGroups annotates commands with their groups.
const flagGroups = "flag-groups"

func annotate(cmd *cobra.Command, key, value string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[key] = value
}

// Groups that several commands have.
const (
	sourceFlags  = "input-format columns no-header encoding delimiter sheet trust-columns prefix language sources taxon skip-bad raise-limits"
	sourcesGroup = "Reading terminologies: " + sourceFlags
	signingGroup = "Signature: key sign trust-input"
)

const otherFlags = "Other flags"

// grouped returns the flags of a command under their headings, those that no group names last.
func grouped(cmd *cobra.Command) []reference.Group {
	all := allFlags(cmd)
	var list []reference.Group
	for _, line := range append(strings.Split(cmd.Annotations[flagGroups], "\n"), otherFlags) {
		heading, names, _ := strings.Cut(line, ": ")
		flags := pflag.NewFlagSet(heading, pflag.ContinueOnError)
		flags.SortFlags = false
		for _, name := range strings.Fields(names) {
			if f := all.Lookup(name); f != nil {
				flags.AddFlag(f)
			}
		}
		list = append(list, reference.Group{Heading: heading, Flags: flags})
	}
	rest := list[len(list)-1].Flags
	all.VisitAll(func(f *pflag.Flag) {
		if !slices.ContainsFunc(list, func(g reference.Group) bool { return g.Flags.Lookup(f.Name) != nil }) {
			rest.AddFlag(f)
		}
	})
	return slices.DeleteFunc(list, func(g reference.Group) bool { return !g.Flags.HasAvailableFlags() })
}

// allFlags returns the flags of a command, inherited ones included.
func allFlags(cmd *cobra.Command) *pflag.FlagSet {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.AddFlagSet(cmd.LocalFlags())
	all.AddFlagSet(cmd.InheritedFlags())
	return all
}

// usageTemplate is cobra's without aliases and with flags in groups.
const usageTemplate = `Usage:
  {{.UseLine}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{range flagGroups .}}

{{.Heading}}:
{{trimTrailingWhitespaces .Flags.FlagUsages}}{{end}}{{if .HasAvailableSubCommands}}

{{.CommandPath}} COMMAND --help says more about a command.{{end}}
`

func init() { cobra.AddTemplateFunc("flagGroups", grouped) }

// word is the value of a flag that takes one of a few words.
type word struct {
	to    *string
	words []string
}

func (w word) Type() string   { return "string" }
func (w word) String() string { return *w.to }

func (w word) Set(s string) error {
	if !slices.Contains(w.words, s) {
		return fmt.Errorf("want one of %s", strings.Join(w.words, ", "))
	}
	*w.to = s
	return nil
}

// wordFlag adds a flag that takes one of a few words, which shells complete. The default is what to holds.
func wordFlag(cmd *cobra.Command, to *string, name string, words []string, usage string) {
	cmd.Flags().Var(word{to, words}, name, usage)
	completes(cmd, name, cobra.ShellCompDirectiveNoFileComp, words...)
}

// completes tells shells words that a flag may be; the directive says whether files are possible, too.
func completes(cmd *cobra.Command, flag string, directive cobra.ShellCompDirective, words ...string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, directive)) // the flag exists
}

// Flags that several commands have.

func addPackFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "pack", "", "pack `file`, or the name of an installed pack (default: the embedded pack)")
	reads(cmd, "pack")
}

// addSheetFlags adds the flags of what reads tables.
func addSheetFlags(cmd *cobra.Command, encoding, delimiter, name *string) {
	f := cmd.Flags()
	wordFlag(cmd, encoding, "encoding", sheet.Encodings(), "`encoding` of texts: "+strings.Join(sheet.Encodings(), ", ")+" (default: found out)")
	f.StringVar(delimiter, "delimiter", "", "`character` between cells, or comma, semicolon, tab or bar (default: found out)")
	f.StringVar(name, "sheet", "", "`name` or number of the sheet of a workbook (default: the first visible one that is not empty)")
	addRaiseFlag(cmd)
}

const raiseFlag = "raise-limits"

func addRaiseFlag(cmd *cobra.Command) {
	cmd.Flags().Int(raiseFlag, 1, "`TIMES` the usual limits of what a file may take to read")
}

// raiseLimits applies the flag, if a command has it.
func raiseLimits(cmd *cobra.Command) error {
	if cmd.Flags().Lookup(raiseFlag) == nil {
		return nil
	}
	times, err := cmd.Flags().GetInt(raiseFlag)
	if err == nil && (times < 1 || times > limit.MaxFactor) {
		err = usagef(cmd, "--%s %d: want 1 to %d", raiseFlag, times, limit.MaxFactor)
	}
	if err == nil && cmd.Flags().Changed(raiseFlag) {
		limit.Raise(times)
	}
	return err
}

func addNamespaceFlag(cmd *cobra.Command, namespaces *[]string) {
	cmd.Flags().StringSliceVar(namespaces, "namespace", nil, "only entities of these `namespaces`, separated by commas")
}

func addPreferFlag(cmd *cobra.Command, namespaces *[]string) {
	cmd.Flags().StringSliceVar(namespaces, "prefer", nil, "`namespaces`, separated by commas: of entities that are the same thing, only that of the first of these")
}

func addSeedFlag(cmd *cobra.Command, seed *uint64) {
	cmd.Flags().Uint64Var(seed, "seed", 0, "seed of everything random")
}

func addThreadsFlag(cmd *cobra.Command, threads *int, usage string) {
	cmd.Flags().IntVar(threads, "threads", *threads, usage)
	cmd.Flags().Lookup("threads").DefValue = allProcessors
}
