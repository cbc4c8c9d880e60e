// Package completion is the command normlet completion.
package completion

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func New(std *cli.IO) *cobra.Command {
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
		Args:      cli.ArgCount(1, 1, "one of "+strings.Join(shells, ", ")),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(std.Out, true)
			case "zsh":
				return root.GenZshCompletion(std.Out)
			case "fish":
				return root.GenFishCompletion(std.Out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(std.Out)
			}
			return cli.Usagef(cmd, "there is no script for %q; want %s", args[0], strings.Join(shells, ", "))
		},
	}
}
