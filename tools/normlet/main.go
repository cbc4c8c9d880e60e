// Command normlet maps noisy entity names to ids, and builds, measures and checks the packs for it.
//
//	normlet lookup FOX-P2 'PLCγ2'
//	normlet build genes.tsv.gz --out genes.normpack
//	normlet eval --queries dev.tsv.gz
//
// Results go to standard output, everything else to standard error. The exit status is 0 on success, 1 on failure, 2
// for wrong usage, and 130 after an interruption. A mention without an entity is an answer, not a failure.
//
// Every command is a method of app in its own file. This file lists them and turns errors into a line and a status. go
// generate writes docs/reference from the commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/interrupt"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/escape"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130 // as a shell reports SIGINT
)

// app is what the commands read and write.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	defaultPack    []byte
	files          *output.Set // that the command reads and writes
}

// run runs a command line and returns its exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, defaultPack: assets.Default(), files: new(output.Set)}
	root := a.root()
	root.SetArgs(args)
	var cmd *cobra.Command
	var err error
	if !interrupt.Within(ctx, patience(root, args), func() { cmd, err = root.ExecuteContextC(ctx) }) {
		a.files.Abandon()
		fmt.Fprintln(stderr, "normlet: interrupted")
		return exitInterrupted
	}
	if err == nil {
		return exitDone
	}
	if e, ok := errors.AsType[*pluginExit](err); ok {
		fmt.Fprint(stderr, e.said)
		return e.status
	}
	if ctx.Err() != nil {
		fmt.Fprintln(stderr, "normlet: interrupted")
		return exitInterrupted
	}
	if errors.Is(err, core.ErrNamespace) || errors.Is(err, core.ErrPrecision) {
		err = usagef(cmd, "%v", err)
	}
	if _, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintln(stderr, "normlet: "+describe(err))
		return exitUsage
	}
	text := describe(err)
	fmt.Fprintln(stderr, "normlet: "+text+variablesIn(cmd, text))
	return exitFailed
}

// patience is how long a command may take to end once it is interrupted. One with --drain says itself how long.
func patience(root *cobra.Command, args []string) time.Duration {
	if cmd, _, err := root.Find(args); err == nil && cmd.Flags().Lookup("drain") != nil {
		return math.MaxInt64
	}
	return interrupt.Patience
}

func (a *app) root() *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "normlet COMMAND",
		Short: "Map noisy entity names to ids",
		Long: `Map noisy names of entities, as people write them, to the ids of a terminology, on this
machine: no server, no network. normlet build makes a terminology of any list of names and
ids; human genes and the Gene Ontology come with the program.

Results go to standard output, everything else to standard error. The exit status is 0 on
success, 1 on failure, 2 for wrong usage and 130 after an interruption.

Environment variables set flags, too: NORMLET_MIN_P sets --min-p of all commands,
NORMLET_MAP_MIN_P that of normlet map. The longer name overrides the shorter one, and a
flag overrides both.`,
		Example: `  normlet lookup FOX-P2 'PLCγ2'
  normlet build terms.tsv --out terms.normpack
  normlet map genes.csv --column symbol --out mapped.csv`,
		Args: cobra.ArbitraryArgs,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if err := a.readEnvironment(cmd); err != nil {
				return err
			}
			if err := raiseLimits(cmd); err != nil {
				return err
			}
			if err := a.findInstalled(cmd); err != nil {
				return err
			}
			return a.checkFiles(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if version && len(args) == 0 {
				return a.version(false)
			}
			if len(args) == 0 {
				return usagef(cmd, "a command is missing")
			}
			hint := ""
			if s := cmd.SuggestionsFor(args[0]); len(s) > 0 {
				hint = "; did you mean " + strings.Join(s, " or ") + "?"
			}
			return usagef(cmd, "there is no command %q%s", args[0], hint)
		},
		SilenceErrors: true, SilenceUsage: true, SuggestionsMinimumDistance: 2,
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetUsageTemplate(usageTemplate)
	root.Flags().BoolVar(&version, "version", false, "the same as normlet version")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usagef(cmd, "%v", err) })
	root.AddCommand(a.lookupCommand(), a.namesCommand(), a.mapCommand(), a.arrowCommand(), a.buildCommand(), a.trainCommand(), a.binarizeCommand(), a.evalCommand(), a.inspectCommand(),
		a.verifyCommand(), a.packCommand(), a.packsCommand(), a.pullCommand(), a.publishCommand(), a.benchCommand(), a.webCommand(), a.serveCommand(), a.mcpCommand(),
		a.versionCommand(), a.completionCommand(), a.docsCommand())
	groups(root, "Program: version")
	return root
}

type usageError struct{ reason string }

func (e *usageError) Error() string { return e.reason }

func usagef(cmd *cobra.Command, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	return &usageError{text + variablesIn(cmd, text) + "; see " + cmd.CommandPath() + " --help"}
}

// argCount checks for least to most arguments, none of them empty; most < 0 means any number. what names them.
func argCount(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least {
			return usagef(cmd, "%s is missing", what)
		}
		if most >= 0 && len(args) > most {
			return usagef(cmd, "%q is one argument too many; want %s", args[most], what)
		}
		if slices.ContainsFunc(args, blank) {
			return usagef(cmd, "an argument is empty where %s is wanted", what)
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
	last := len(names) - 1
	wanted := strings.Join(names[:last], ", ") + " or " + names[last]
	if len(args) == 0 {
		return usagef(cmd, "%s is missing", wanted)
	}
	return usagef(cmd, "there is no command %q; want %s", args[0], wanted)
}

// describe returns an error in one line, escaped for a terminal.
func describe(err error) string {
	text := err.Error()
	if p, ok := errors.AsType[*fs.PathError](err); ok && text == p.Error() {
		text = p.Path + ": " + p.Err.Error()
	}
	return escape.Text(strings.ReplaceAll(text, "\n", "; "))
}
