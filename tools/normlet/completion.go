package main

import (
	"strings"

	"github.com/spf13/cobra"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func (a *app) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion " + strings.Join(shells, "|"),
		Short: "Write a completion script for a shell",
		Long: `Write the script with which a shell completes commands, flags and their values. For this
session:

  source <(normlet completion bash)
  source <(normlet completion zsh)
  normlet completion fish | source
  normlet completion powershell | Out-String | Invoke-Expression

For every session, write it to where the shell looks for such scripts, as in the examples.
bash needs the package bash-completion.`,
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
