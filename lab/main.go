// Command lab runs the laboratory of normlet: recorded experiments, knowledge graphs, NSEEN's encoder.
//
//	go -C lab run . experiment accuracy --data DATA
//	go -C lab run . kg train umls --out umls.normkg --preset umls
//
// README.md beside it lists its commands and the programs in the folders below. Nothing that people install imports the
// laboratory. Files are named from the folder lab, or by absolute paths.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/internal/interrupt"
	"github.com/normlet/normlet/internal/output"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// Exit statuses, as those of normlet.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// app is what the commands read and write.
type app struct {
	stdout, stderr io.Writer
	defaultPack    []byte
	files          *output.Set // that the command reads and writes
}

// run runs a command line and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	a := &app{stdout: stdout, stderr: stderr, defaultPack: assets.Default(), files: new(output.Set)}
	root := a.root()
	root.SetArgs(args)
	var err error
	if !interrupt.Within(ctx, interrupt.Patience, func() { err = root.ExecuteContext(ctx) }) {
		a.files.Abandon()
		fmt.Fprintln(stderr, "lab: interrupted")
		return exitInterrupted
	}
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "lab: interrupted")
		return exitInterrupted
	}
	text := err.Error()
	if p, ok := errors.AsType[*fs.PathError](err); ok && text == p.Error() {
		text = p.Path + ": " + p.Err.Error()
	}
	fmt.Fprintln(stderr, "lab: "+strings.ReplaceAll(text, "\n", "; "))
	if _, ok := errors.AsType[*usageError](err); ok {
		return exitUsage
	}
	return exitFailed
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "lab COMMAND",
		Short: "Run experiments of normlet",
		Args:  cobra.ArbitraryArgs,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return a.checkFiles(cmd)
		},
		RunE:          choose,
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usagef(cmd, "%v", err) })
	root.AddCommand(a.experimentCommand(), a.reportCommand(), a.kgCommand(), a.bilstmCommand(), a.searchCommand(), a.knowledgeCommand(), a.benchCommand(), a.protocolCommand(), a.zeshelCommand(), a.siblingsCommand(), a.parentsCommand(), a.hitsCommand(), a.abbreviationsCommand(), a.genesCommand())
	return root
}

type usageError struct{ reason string }

func (e *usageError) Error() string { return e.reason }

func usagef(cmd *cobra.Command, format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...) + "; see " + cmd.CommandPath() + " --help"}
}

// argCount checks for least to most arguments, which what names.
func argCount(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least {
			return usagef(cmd, "%s is missing", what)
		}
		if len(args) > most {
			return usagef(cmd, "%q is one argument too many; want %s", args[most], what)
		}
		return nil
	}
}

// choose runs a command that only has commands below it: it asks for one of them.
func choose(cmd *cobra.Command, args []string) error {
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			names = append(names, sub.Name())
		}
	}
	wanted := strings.Join(names, " or ")
	if len(args) == 0 {
		return usagef(cmd, "%s is missing", wanted)
	}
	return usagef(cmd, "there is no command %q; want %s", args[0], wanted)
}
