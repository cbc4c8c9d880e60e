// Command normlet-beam maps tables on Apache Beam, as normlet map does on one machine.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/beam/normlet"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

const usage = `usage: normlet-beam map --input 'in/*.csv.gz' --output out/ --column NAME [flags]

Maps tables as normlet map does, on a runner of Apache Beam: prism, in this process, or
flink, spark, dataflow (--runner, --endpoint). docs/engines.md says more.
`

// list is a flag that may be given again.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(s string) error {
	*l = append(*l, s)
	return nil
}

// flags registers those of the job, beside those of Beam.
func flags(f *flag.FlagSet) (j *normlet.Job, input *string) {
	j = &normlet.Job{}
	input = f.String("input", "", "input `files`: CSV, TSV, JSONL, each plain, .gz or .zst, or Parquet; may have * and ?")
	f.StringVar(&j.Out, "output", "", "output `folder`")
	f.IntVar(&j.Parts, "parts", 0, "output `files` (default: one for each 16 MiB of input as it is stored)")
	f.StringVar(&j.Compress, "compress", "", "gz or zst: compress the parts")
	f.BoolVar(&j.Force, "force", false, "replace files that normlet did not write, and parts of another number")
	f.Var((*list)(&j.Columns), "column", "`name` or number of a column to map; may be given again")
	f.Var((*list)(&j.Context), "context-column", "`name` or number of a column with text around the mentions; may be given again")
	f.StringVar(&j.Document, "document-column", "", "`name` or number of the column with the document of a row, whose rows are resolved jointly")
	f.StringVar(&j.Pack, "pack", "", "pack `file` (default: the pack in the program)")
	f.Var((*list)(&j.Namespaces), "namespace", "only entities of this `namespace`; may be given again")
	f.Var((*list)(&j.Prefer), "prefer", "`namespace` whose entities are preferred; may be given again")
	f.Var((*list)(&j.Organisms), "taxon", "`organism` whose genes are meant, the likeliest first; may be given again")
	f.StringVar(&j.Lang, "lang", "", "`language` of the mentions, such as es, in a pack with tables of other languages")
	f.StringVar(&j.Show, "show", "", "`language` of the names of entities, such as es or pt-BR, in a pack that has names in it")
	f.BoolVar(&j.Exactly, "exactly", false, "leave out entities that are broader than the mention, as the species of a strain")
	f.Var((*list)(&j.Add), "add", "further `column`, as normlet map --add has them; may be given again")
	f.Float64Var(&j.MinP, "min-p", mapping.DefaultMinP, "mentions whose best entity has a lower p are NIL")
	f.StringVar(&j.Coverage, "coverage", "auto", "share of mentions that the pack has, 0 to 1; auto: estimated from the first rows; alone: each by itself")
	f.StringVar(&j.Coverage, "in-list", "auto", "the former name of -coverage")
	f.IntVar(&j.K, "k", 0, "entities for each mention in jsonl (default 5)")
	f.BoolVar(&j.Composites, "composites", true, "take cells of several entities apart")
	f.StringVar(&j.NilAs, "nil-as", "", "id of mentions without an entity")
	f.BoolVar(&j.RawCells, "raw-cells", false, "leave ids and names as the pack has them")
	f.StringVar(&j.From, "input-format", "", "csv, tsv, jsonl or parquet (default: found out; Parquet by the name FILE.parquet)")
	f.StringVar(&j.Encoding, "encoding", "", "utf-8, utf-16 or latin1 (default: found out)")
	f.BoolVar(&j.NoHeader, "no-header", false, "the first row is a row like others")
	f.IntVar(&j.Threads, "threads", runtime.GOMAXPROCS(0), "look-ups at the same time of a bundle; 1 where the runner has a bundle for each core")
	return j, input
}

func main() {
	flag.Usage = func() { fmt.Fprint(flag.CommandLine.Output(), usage); flag.PrintDefaults() }
	if len(os.Args) > 1 && os.Args[1] == "map" { // workers are started without it
		os.Args = slices.Delete(os.Args, 1, 2)
	}
	j, input := flags(flag.CommandLine)
	level := flag.String("log", "warn", "`level` of Beam's messages: debug, info, warn or error")
	flag.Parse()
	log.SetupLogging(*level, "text")
	beam.Init()
	if err := run(context.Background(), *j, *input, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "normlet-beam:", err)
		os.Exit(1)
	}
}

// run maps the files that match input, and tells what it did.
func run(ctx context.Context, j normlet.Job, input string, stderr io.Writer) (err error) {
	if j.Files, err = normlet.Glob(ctx, input); err != nil {
		return fmt.Errorf("--input %s: %w", input, err)
	}
	if len(j.Files) == 0 {
		return fmt.Errorf("--input %s: there is no such file; put patterns in quotes, and mind that workers read the same paths", input)
	}
	if err := j.Prepare(ctx); err != nil {
		return err
	}
	if err := clear(ctx, &j); err != nil {
		return err
	}
	var result beam.PipelineResult
	err = retry(func() (err error) {
		p, s := beam.NewPipelineWithRoot()
		normlet.Tables(s, j)
		result, err = beamx.RunWithMetrics(ctx, p)
		return err
	})
	if err != nil {
		return err
	}
	return report(ctx, &j, result, stderr)
}

// retry calls f up to three times as long as it fails by a bug of Prism's: if the system does not let it run for 100 ms,
// it may ask a stage without a worker how far that is, and the job dies of a nil pointer. A second run writes the same.
func retry(f func() error) error {
	for tries := 3; ; {
		err := f()
		tries--
		if err == nil || tries == 0 || !strings.Contains(err.Error(), "nil pointer") || !strings.Contains(err.Error(), prismProgress) {
			return err
		}
	}
}

// prismProgress is in the stack of that bug; the first argument is the worker.
const prismProgress = "/prism/internal/worker.(*B).Progress("

// countersFile is the kind of counters.json.
var countersFile = output.Begins("counters", `{"`)

// clear makes the output folder ready: no counters say that it is complete, and no part is of another number of parts.
func clear(ctx context.Context, j *normlet.Job) error {
	if j.Out == "" {
		return errors.New("--output is missing")
	}
	if !strings.Contains(j.Out, "://") {
		if err := output.Folder(j.Out); err != nil {
			return err
		}
	}
	others, err := j.OtherParts(ctx)
	if err != nil {
		return err
	}
	for _, name := range others {
		if !j.Force {
			return fmt.Errorf("%s is a part of another run; choose another folder, or remove such parts with --force", name)
		}
		if err := normlet.Remove(ctx, name); err != nil {
			return err
		}
	}
	return normlet.Remove(ctx, j.Counters())
}

// report writes the counters, and a line of them.
func report(ctx context.Context, j *normlet.Job, result beam.PipelineResult, stderr io.Writer) error {
	counts := map[string]int64{}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() == normlet.Namespace {
			counts[c.Name()] += c.Result()
		}
	}
	text, err := json.Marshal(counts) // in the order of the names
	if err != nil {
		return err
	}
	if err := j.Write(ctx, j.Counters(), countersFile, append(text, '\n')); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%d rows: %d mentions with an entity, %d NIL, %d empty; %d look-ups; %d parts; %s\n",
		counts["rows"], counts["answered"], counts["nil"], counts["empty"], counts["look-ups"], j.Parts, text)
	if n := counts["dead-letters"]; n > 0 {
		fmt.Fprintf(stderr, "%d rows or files could not be mapped: see %s\n", n, j.DeadLetters())
	}
	return nil
}
