// Command normlet maps noisy entity names to ids, and builds, measures and checks the packs for it.
//
//	normlet lookup FOX-P2 'PLCγ2'
//	normlet build genes.tsv.gz --out genes.normpack
//	normlet eval --queries dev.tsv.gz
//
// Results go to standard output, everything else to standard error. The exit status is 0 on success, 1 on failure, 2
// for wrong usage, and 130 after an interruption. A mention without an entity is an answer, not a failure.
//
// Every command is a package of its own below internal/cmd. This file lists them and turns errors into a line and a status.
// go generate writes docs/reference from the commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/interrupt"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/annotate"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/arrow"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/binarize"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/build"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/completion"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/docs"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/eval"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/inspect"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/lookup"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/maptable"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/mcp"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/names"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/pack"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/packs"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/publish"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/pull"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/serve"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/train"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/verify"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/version"
	"github.com/normlet/normlet/tools/normlet/internal/cmd/web"
	"github.com/normlet/normlet/tools/normlet/internal/complete"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/plugin"
)

//go:generate go run . docs --out ../../docs/reference

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

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	std := &cli.IO{In: stdin, Out: stdout, Err: stderr, DefaultPack: assets.Default(), Files: new(output.Set)}
	root := root(std)
	root.SetArgs(args)
	var cmd *cobra.Command
	var err error
	if !interrupt.Within(ctx, patience(root, args), func() { cmd, err = root.ExecuteContextC(ctx) }) {
		std.Files.Abandon()
		fmt.Fprintln(stderr, "normlet: interrupted")
		return exitInterrupted
	}
	if err == nil {
		return exitDone
	}
	if e, ok := errors.AsType[*plugin.Exit](err); ok {
		fmt.Fprint(stderr, e.Said)
		return e.Status
	}
	if ctx.Err() != nil {
		fmt.Fprintln(stderr, "normlet: interrupted")
		return exitInterrupted
	}
	if errors.Is(err, core.ErrNamespace) {
		err = cli.Usagef(cmd, "%v", err)
	}
	if _, ok := errors.AsType[*cli.UsageError](err); ok {
		fmt.Fprintln(stderr, "normlet: "+cli.Describe(err))
		return exitUsage
	}
	text := cli.Describe(err)
	fmt.Fprintln(stderr, "normlet: "+text+cli.VariablesIn(cmd, text))
	return exitFailed
}

// patience is how long a command may take to end once it is interrupted. One with --drain says itself how long.
func patience(root *cobra.Command, args []string) time.Duration {
	if cmd, _, err := root.Find(args); err == nil && cmd.Flags().Lookup("drain") != nil {
		return math.MaxInt64
	}
	return interrupt.Patience
}

// firstSteps are for those who have just installed the program.
const firstSteps = `Names to ids, entities in a text, a column of a table:

  normlet lookup FOX-P2 'heart attack' Tylenol
  echo 'Metformin lowered HbA1c in type 2 diabetes.' | normlet annotate
  printf 'gene\nFOX-P2\nPLCg2\n' | normlet map - --out - --column gene`

func root(std *cli.IO) *cobra.Command {
	var showVersion bool
	root := &cobra.Command{
		Use:   "normlet COMMAND",
		Short: "Map noisy entity names to ids",
		Long: `Map noisy names of entities, as people write them, to the ids of a terminology, on this
machine: no server, no network. normlet build makes a terminology of any list of names and
ids; names of human genes, common diseases, chemicals, species, cell lines and of the Gene
Ontology come with the program.

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
			if err := std.ReadEnvironment(cmd); err != nil {
				return err
			}
			if err := cli.RaiseLimits(cmd); err != nil {
				return err
			}
			if err := packfile.FindInstalled(std, cmd); err != nil {
				return err
			}
			return std.CheckFiles(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if showVersion && len(args) == 0 {
				return version.Print(std, false)
			}
			if len(args) == 0 {
				fmt.Fprintf(std.Err, "%s\n\n", firstSteps)
				return cli.Usagef(cmd, "a command is missing")
			}
			hint := ""
			if s := cmd.SuggestionsFor(args[0]); len(s) > 0 {
				hint = "; did you mean " + strings.Join(s, " or ") + "?"
			}
			return cli.Usagef(cmd, "there is no command %q%s", args[0], hint)
		},
		SilenceErrors: true, SilenceUsage: true, SuggestionsMinimumDistance: 2,
	}
	root.SetIn(std.In)
	root.SetOut(std.Out)
	root.SetErr(std.Err)
	root.Flags().BoolVar(&showVersion, "version", false, "the same as normlet version")
	root.SetFlagErrorFunc(cli.FlagError)
	root.AddCommand(commands(std)...)
	cli.Help(root)
	complete.Flags(std, root)
	root.SetGlobalNormalizationFunc(cli.PresentName)
	cli.Groups(root, "Program: version")
	return root
}

// commands returns all commands, in the order of the help.
func commands(std *cli.IO) []*cobra.Command {
	return []*cobra.Command{
		annotate.New(std),
		lookup.New(std),
		names.New(std),
		maptable.New(std),
		arrow.New(std),
		build.New(std),
		train.New(std),
		binarize.New(std),
		eval.New(std),
		inspect.New(std),
		verify.New(std),
		pack.New(std),
		packs.New(std),
		pull.New(std),
		publish.New(std),
		web.New(std),
		serve.New(std),
		mcp.New(std),
		version.New(std),
		completion.New(std),
		docs.New(std),
	}
}
