package cli

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

// AllProcessors is shown where a default is the number of processors.
const AllProcessors = "all processors"

// Groups puts flags of a command under headings of its help and manual, in this order, each "Heading: flag flag | flag".
// A flag in no group is listed under otherFlags, and a test fails. Flags after the bar are rare: manual and shells have
// them, but --help leaves them out.
func Groups(cmd *cobra.Command, lines ...string) {
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
	SourceFlags  = "columns sheet prefix sources skip-bad | input-format header-row no-header encoding delimiter no-column-check language synonym-separator taxon raise-limits"
	SourcesGroup = "Reading terminologies: " + SourceFlags
	SigningGroup = "Signature: key sign trust-input"
)

const otherFlags = "Other flags"

// Grouped returns the flags of a command under their headings, those that no group names last.
func Grouped(cmd *cobra.Command) []reference.Group { return grouped(cmd, nil) }

// rareFlags returns the flags of a command that its groups name after a bar.
func rareFlags(cmd *cobra.Command) (rare []string) {
	for line := range strings.Lines(cmd.Annotations[flagGroups]) {
		_, names, _ := strings.Cut(line, "|")
		rare = append(rare, strings.Fields(names)...)
	}
	return rare
}

func grouped(cmd *cobra.Command, without []string) []reference.Group {
	all := allFlags(cmd)
	var list []reference.Group
	for _, line := range append(strings.Split(cmd.Annotations[flagGroups], "\n"), otherFlags) {
		heading, names, _ := strings.Cut(line, ": ")
		flags := pflag.NewFlagSet(heading, pflag.ContinueOnError)
		flags.SortFlags = false
		for _, name := range strings.Fields(names) {
			if f := all.Lookup(name); f != nil && !slices.Contains(without, name) {
				flags.AddFlag(f)
			}
		}
		list = append(list, reference.Group{Heading: heading, Flags: flags})
	}
	rest := list[len(list)-1].Flags
	all.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(without, f.Name) && !slices.ContainsFunc(list, func(g reference.Group) bool { return g.Flags.Lookup(f.Name) != nil }) {
			rest.AddFlag(f)
		}
	})
	return slices.DeleteFunc(list, func(g reference.Group) bool { return !g.Flags.HasAvailableFlags() })
}

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
{{shownExamples .}}{{end}}{{if .HasAvailableSubCommands}}

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{range flagGroups .}}

{{.Heading}}:
{{trimTrailingWhitespaces .Flags.FlagUsages}}{{end}}{{if .HasAvailableSubCommands}}

{{.CommandPath}} COMMAND --help says more about a command.{{end}}
`

// word is the value of a flag that takes one of a few words.
type word struct {
	to    *string
	words []string
}

func (w word) Type() string { return "string" }

func (w word) String() string { return *w.to }

func (w word) Words() []string { return w.words }

func (w word) Set(s string) error {
	if !slices.Contains(w.words, s) {
		return fmt.Errorf("want one of %s", strings.Join(w.words, ", "))
	}
	*w.to = s
	return nil
}

// WordFlag adds a flag that takes one of a few words, which shells complete. The default is what to holds.
func WordFlag(cmd *cobra.Command, to *string, name string, words []string, usage string) {
	cmd.Flags().Var(word{to, words}, name, usage)
	Completes(cmd, name, cobra.ShellCompDirectiveNoFileComp, words...)
}

// Completes tells shells words that a flag may be; the directive says whether files are possible, too.
func Completes(cmd *cobra.Command, flag string, directive cobra.ShellCompDirective, words ...string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, directive)) // the flag exists
}

// Flags that several commands have.

// AddPackFlag adds the flag of what opens one pack.
func AddPackFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "pack", "", "pack `file`, or the name of an installed pack (default: the embedded pack)")
	Reads(cmd, "pack")
}

// AddSheetFlags adds the flags of what reads tables.
func AddSheetFlags(cmd *cobra.Command, encoding, delimiter, name *string) {
	f := cmd.Flags()
	WordFlag(cmd, encoding, "encoding", sheet.Encodings(), "`encoding` of texts: "+strings.Join(sheet.Encodings(), ", ")+" (default: found out)")
	f.StringVar(delimiter, "delimiter", "", "`character` between cells, or comma, semicolon, tab or bar (default: found out)")
	f.StringVar(name, "sheet", "", "`name` or number of the sheet of a workbook (default: the first visible one that is not empty)")
	AddRaiseFlag(cmd)
}

// AddHeaderRowFlag adds the flag that says where the header of a table is.
func AddHeaderRowFlag(cmd *cobra.Command, row *int) {
	cmd.Flags().IntVar(row, "header-row", 0, "`row` of the header of a table: a line of a text (default: found out)")
}

// RaiseFlag is the name of the flag that AddRaiseFlag adds.
const RaiseFlag = "raise-limits"

// AddRaiseFlag adds the flag of what reads files that may be large.
func AddRaiseFlag(cmd *cobra.Command) {
	cmd.Flags().Int(RaiseFlag, 1, "`TIMES` the usual limits on files")
}

// RaiseLimits applies the flag, if a command has it.
func RaiseLimits(cmd *cobra.Command) error {
	if cmd.Flags().Lookup(RaiseFlag) == nil {
		return nil
	}
	times, err := cmd.Flags().GetInt(RaiseFlag)
	if err == nil && (times < 1 || times > limit.MaxFactor) {
		err = Usagef(cmd, "--%s %d: want 1 to %d", RaiseFlag, times, limit.MaxFactor)
	}
	if err == nil && cmd.Flags().Changed(RaiseFlag) {
		limit.Raise(times)
	}
	return err
}

// AddNamespaceFlag adds the flag that narrows answers to namespaces.
func AddNamespaceFlag(cmd *cobra.Command, namespaces *[]string) {
	cmd.Flags().StringSliceVar(namespaces, "namespace", nil, "only entities of these `namespaces`, or kinds such as gene and drug, separated by commas")
}

// AddTaxonFlag adds the flag that says whose genes are meant.
func AddTaxonFlag(cmd *cobra.Command, organisms *[]string) {
	cmd.Flags().StringSliceVar(organisms, "taxon", nil, "`organisms` whose genes are meant, the likeliest first: NCBI Taxonomy ids or words such as mouse (default: as the text says, or else human)")
}

// AddPreferFlag adds the flag that chooses one of the ids of the same thing.
func AddPreferFlag(cmd *cobra.Command, namespaces *[]string) {
	cmd.Flags().StringSliceVar(namespaces, "prefer", nil, "`namespaces`, separated by commas: which of the ids of the same thing comes first, by this order")
}

// AddShowFlag adds the flag that says in which language names are shown.
func AddShowFlag(cmd *cobra.Command, language *string) {
	cmd.Flags().StringVar(language, "show", "", "`LANGUAGE` of the names of entities, such as es or pt-BR, in a pack that has names in it (default: primary names)")
}

// AddLangFlag adds the flag that says in which language mentions are.
func AddLangFlag(cmd *cobra.Command, language *string) {
	cmd.Flags().StringVar(language, "lang", "", "`LANGUAGE` of the mentions, such as es, in a pack with tables of other languages (default: as their words show)")
}

// AddExactlyFlag adds the flag that leaves out what is broader than a mention.
func AddExactlyFlag(cmd *cobra.Command, exactly *bool) {
	cmd.Flags().BoolVar(exactly, "exactly", false, "leave out entities that are broader than the mention, as the species of a strain")
}

// AddSeedFlag adds the flag of what draws at random.
func AddSeedFlag(cmd *cobra.Command, seed *uint64) {
	cmd.Flags().Uint64Var(seed, "seed", 0, "seed of everything random")
}

// AddThreadsFlag adds the flag of what works in parallel. The default is what threads holds.
func AddThreadsFlag(cmd *cobra.Command, threads *int, usage string) {
	cmd.Flags().IntVar(threads, "threads", *threads, usage)
	cmd.Flags().Lookup("threads").DefValue = AllProcessors
}

// AddSignFlag adds the flag of what writes a pack that may be signed.
func AddSignFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "sign", "", "sign the pack with the Ed25519 private key in this PEM `file`")
	Reads(cmd, "sign")
}

// AddRawCodesFlag adds the flag of what writes a pack of large codes.
func AddRawCodesFlag(cmd *cobra.Command, raw *bool) {
	cmd.Flags().BoolVar(raw, "raw-codes", false, "store codes uncompressed, for packs that are mapped: a larger file")
}

// AddKeyFlag adds the flag of what may insist on a signature.
func AddKeyFlag(cmd *cobra.Command, paths *[]string) {
	cmd.Flags().StringSliceVar(paths, "key", nil, "require a signature by an Ed25519 public key in these PEM `files`")
	Reads(cmd, "key")
}

// AddStoreFlag adds the flag of what works on installed packs.
func AddStoreFlag(cmd *cobra.Command, store *string) {
	cmd.Flags().StringVar(store, "store", "", "`folder` of installed packs (default: normlet/packs in the user's configuration)")
	mark(cmd, keepsFiles, []string{"store"})
}

// AddFromFlag adds the flag of what reads recipes.
func AddFromFlag(cmd *cobra.Command, folders *[]string) {
	cmd.Flags().StringSliceVar(folders, "from", nil, "`folders` with the files of recipes, separated by commas")
	ReadsFrom(cmd, "from")
}
