package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/reference"
)

// What --help shows: as many paragraphs as fit on a screen or two, some examples, and no rare flags. --help-all shows
// everything, as the manual does.
const (
	helpLines    = 60
	helpExamples = 6 // lines
)

const helpAll = "help-all"

func init() {
	cobra.AddTemplateFunc("helpText", helpText)
	cobra.AddTemplateFunc("shownExamples", shownExamples)
	cobra.AddTemplateFunc("flagGroups", func(cmd *cobra.Command) []reference.Group {
		if wantsAll(cmd) {
			return Grouped(cmd)
		}
		return grouped(cmd, rareFlags(cmd))
	})
}

// Help gives a program and its commands --help and --help-all.
func Help(root *cobra.Command) {
	root.SetUsageTemplate(usageTemplate)
	root.SetHelpTemplate("{{helpText .}}")
	eachCommand(root, func(cmd *cobra.Command) {
		f, only := cmd.Flags(), !cmd.HasAvailableFlags()
		f.BoolFunc(helpAll, "all that there is to say", func(yes string) error { return f.Set("help", yes) })
		f.Lookup(helpAll).Hidden = only // or a line of usage would promise flags
	})
}

func wantsAll(cmd *cobra.Command) bool { return cmd.Flags().Changed(helpAll) }

func helpText(cmd *cobra.Command) string {
	usage := cmd.UsageString()
	paragraphs := strings.Split(strings.TrimSpace(cmd.Long), "\n\n")
	said, room := paragraphs[0], helpLines-strings.Count(usage+paragraphs[0], "\n")-4 // and what stands between and behind them
	for _, p := range paragraphs[1:] {
		if room -= strings.Count(p, "\n") + 2; room < 0 && !wantsAll(cmd) {
			break
		}
		said += "\n\n" + p
	}
	if !wantsAll(cmd) && (len(said) < len(strings.TrimSpace(cmd.Long)) || shownExamples(cmd) != cmd.Example || len(rareFlags(cmd)) > 0) {
		usage += "\n" + cmd.CommandPath() + " --help-all says more.\n"
	}
	return said + "\n\n" + usage
}

// shownExamples returns the first examples, or all.
func shownExamples(cmd *cobra.Command) string {
	lines := strings.Split(cmd.Example, "\n")
	if len(lines) <= helpExamples || wantsAll(cmd) {
		return cmd.Example
	}
	return strings.Join(lines[:helpExamples], "\n")
}
