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

// flagGroup is a heading of help and manual with its flags in order.
type flagGroup struct{ heading, flags string }

// Groups that several commands have.
var (
	sources  = flagGroup{"Reading terminologies", "input-format columns no-header encoding delimiter sheet trust-columns prefix language sources taxon skip-bad raise-limits"}
	signing  = flagGroup{"Signature", "key sign trust-input"}
	measures = flagGroup{"Output", "json"}
	resuming = flagGroup{"Checkpoint", "checkpoint every resume"}

	keysOfRepository = flagGroup{"Keys", "root-key threshold targets-key key root-expires targets-expires expires"}
)

// flagGroups declares the groups of every command. A flag in no group is listed under otherFlags, and a test fails.
var flagGroups = map[string][]flagGroup{
	"": {{"Program", "version"}},
	"lookup": {
		{"Pack", "pack key"},
		{"Answers", "k namespace prefer min-precision context skip-near"},
		{"Output", "format details raw-cells"},
	},
	"names": {
		{"Pack", "pack key"},
		{"Output", "format raw-cells"},
	},
	"map": {
		{"Input", "column context-column document-column in-order input-format no-header encoding delimiter sheet raise-limits"},
		{"Pack", "pack key"},
		{"Answers", "k namespace types prefer min-p min-precision composites compare-near"},
		{"Output", "out format add nil-as raw-cells only report force"},
		{"Review", "review review-limit decisions"},
		{"Run", "threads shard resume"},
	},
	"arrow": {
		{"Input", "column raise-limits"},
		{"Pack", "pack"},
		{"Answers", "namespace prefer min-p min-precision composites compare-near"},
		{"Output", "add nil-as plain"},
		{"Run", "threads"},
	},
	"build": {
		sources,
		{"Recipe", "recipe from any-version private"},
		{"Encoder", "encoder"},
		{"Codes", "method bits head raw-codes seed"},
		{"Ranking", "mentions weights weights-from texts text-column"},
		{"Context", "profiles relations definitions"},
		{"Details", "details xrefs"},
		{"Metadata", "name source version date license"},
		{"Output", "out report sign force"},
	},
	"train": {
		sources,
		{"Encoder", "dim hidden rows"},
		{"Loss", "loss temperature alpha margin relations bit-share teacher teacher-share"},
		{"Negatives", "negatives rounds mixed neighbours in-batch fgsm epsilon lambda"},
		{"Optimization", "epochs steps until batch balance block rate table-rate max-norm dropout seed threads"},
		resuming,
		{"Output", "out report force"},
	},
	"binarize": {
		{"Input", "in apply"},
		{"Codes", "method bits cut sample seed"},
		{"Random projection", "gaussian orthogonal"},
		{"Autoencoder", "start epochs batch rate lambda triples stochastic uncentred"},
		{"Output", "head out report force"},
	},
	"eval": {
		{"Input", "queries unlinked train pack encoding delimiter sheet raise-limits"},
		{"Answers", "stage protocol score namespace context skip-near"},
		{"Output", "answers baselines json force"},
	},
	"packs":          {{"Installed", "newer store"}, {"Input", "from"}},
	"packs rollback": {{"Installed", "store"}},
	"packs remove":   {{"Installed", "store"}},
	"pull": {
		{"Repository", "from root fingerprint list"},
		{"Installed", "store"},
	},
	"publish":        {{"Signature", "key expires targets-expires"}, {"Packs", "deltas withdraw"}},
	"publish init":   {keysOfRepository},
	"publish rotate": {{"Signature", "old-root-key"}, keysOfRepository},
	"inspect":        {{"Output", "dump"}},
	"verify":         {{"Signature", "key"}},
	"pack apply":     {signing, {"Output", "out force"}},
	"pack compact":   {signing, {"Output", "out raw-codes force"}},
	"pack select":    {{"Selection", "namespace without-details name"}, signing, {"Output", "out raw-codes force"}},
	"bench":          {measures},
	"bench search":   {{"Codes", "n bits quick"}, measures},
	"bench lookup":   {{"Input", "pack queries"}, measures},
	"bench open":     {{"Input", "pack"}, measures},
	"web": {
		{"Pack", "pack namespace"},
		{"Packs over the air", "updates root"},
		{"Output", "listen out force"},
	},
	"serve": {
		{"Packs", "pack key"},
		{"Addresses", "listen public-url origin web"},
		{"Limits of a request", "max-body max-batch max-namespaces max-answer"},
		{"Limits of the server", "max-held max-lookups max-together max-wait max-connections"},
		{"Times", "read-timeout write-timeout drain grace"},
		{"Log", "log-format log-requests"},
	},
	"mcp": {
		{"Pack", "pack key"},
		{"Input", "folder"},
	},
	"version": {{"Output", "json"}},
	"docs":    {{"Output", "format out force"}},
}

const otherFlags = "Other flags"

// tableKey is the key of a command in flagGroups: its path without the program.
func tableKey(cmd *cobra.Command) string {
	_, name, _ := strings.Cut(cmd.CommandPath(), " ")
	return name
}

// grouped returns the flags of a command under their headings, those that the table lacks last.
func grouped(cmd *cobra.Command) []reference.Group {
	all := allFlags(cmd)
	var groups []reference.Group
	for _, g := range append(slices.Clip(flagGroups[tableKey(cmd)]), flagGroup{heading: otherFlags}) {
		list := pflag.NewFlagSet(g.heading, pflag.ContinueOnError)
		list.SortFlags = false
		for _, name := range strings.Fields(g.flags) {
			if f := all.Lookup(name); f != nil {
				list.AddFlag(f)
			}
		}
		groups = append(groups, reference.Group{Heading: g.heading, Flags: list})
	}
	rest := groups[len(groups)-1].Flags
	all.VisitAll(func(f *pflag.Flag) {
		if !slices.ContainsFunc(groups, func(g reference.Group) bool { return g.Flags.Lookup(f.Name) != nil }) {
			rest.AddFlag(f)
		}
	})
	return slices.DeleteFunc(groups, func(g reference.Group) bool { return !g.Flags.HasAvailableFlags() })
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
