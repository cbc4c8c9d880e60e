package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/eval"
	"github.com/normlet/normlet/train/experiment"
	"github.com/normlet/normlet/train/kg"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func (a *app) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion " + strings.Join(shells, "|"),
		Short: "Write the script that lets a shell complete commands and flags",
		Long: `Write the script that lets a shell complete commands, flags and, where they are few,
the values of flags. For this session:

  source <(normlet completion bash)
  source <(normlet completion zsh)
  normlet completion fish | source
  normlet completion powershell | Out-String | Invoke-Expression

To have it in every session, write it where the shell looks for such scripts, as in
the examples. bash needs the package bash-completion.`,
		Example: `  normlet completion bash > ~/.local/share/bash-completion/completions/normlet
  normlet completion zsh > "${fpath[1]}/_normlet"
  normlet completion fish > ~/.config/fish/completions/normlet.fish`,
		Args:      argCount(1, 1, "one of "+strings.Join(shells, ", ")),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.stdout, true)
			case "zsh":
				return root.GenZshCompletion(a.stdout)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.stdout)
			}
			return usagef(cmd, "there is no script for %q; want %s", args[0], strings.Join(shells, ", "))
		},
	}
}

// values are the words that a flag of a command may be, and whether files are
// possible, too.
type values struct {
	command, flag string
	words         []string
	orFile        bool
}

func flagValues() []values {
	return []values{
		{"lookup", "format", []string{"table", "json", "tsv"}, false},
		{"map", "from", []string{"csv", "tsv", "jsonl"}, false},
		{"map", "format", []string{"csv", "tsv", "jsonl", "sssom", "pubtator", "bioc"}, false},
		{"map", "encoding", []string{"utf-8", "utf-16", "latin1"}, false},
		{"build", "encoder", []string{"default", "train"}, true},
		{"build", "method", fit.Methods(), false},
		{"build", "input-format", formatNames(), false},
		{"train", "encoder", train.Encoders, false},
		{"train", "loss", train.Losses, false},
		{"train", "negatives", train.AllNegatives, false},
		{"train", "input-format", formatNames(), false},
		{"binarize", "method", fit.Methods(), false},
		{"binarize", "cut", cutNames, false},
		{"binarize", "triples", tripleNames, false},
		{"binarize", "start", startNames, false},
		{"eval", "stage", []string{eval.Full, eval.Hamming, eval.Float}, false},
		{"eval", "protocol", []string{eval.Plain, eval.Abbreviations, eval.Document}, false},
		{"experiment", "", append(experiment.Names(), "all"), false},
		{"experiment", "input-format", formatNames(), false},
		{"serve", "log-format", []string{"text", "json"}, false},
		{"kg train", "preset", kg.Presets(), false},
		{"kg train", "optimizer", []string{"adagrad", "adam"}, false},
		{"kg train", "reg", []string{"n3", "l2"}, false},
		{"kg train", "loss", []string{"1vsall", "sampled"}, false},
		{"docs", "format", docFormats, false},
	}
}

// completeValues tells a shell the values of flags, and the arguments of commands
// that take no files.
func completeValues(root *cobra.Command) {
	for _, v := range flagValues() {
		cmd, _, _ := root.Find(strings.Fields(v.command)) // which finds root at least
		directive := cobra.ShellCompDirectiveNoFileComp
		if v.orFile {
			directive = cobra.ShellCompDirectiveDefault
		}
		if v.flag == "" {
			cmd.ValidArgs = slices.Clone(v.words)
			continue
		}
		_ = cmd.RegisterFlagCompletionFunc(v.flag, cobra.FixedCompletions(v.words, directive)) // there is such a flag: a test asks for each
	}
}
