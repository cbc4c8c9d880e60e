// Package annotate is the command normlet annotate.
package annotate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data"
)

type options struct {
	pack, format, out, exclude, only string
	show                             string
	column, id                       string
	encoding, delimiter, sheet       string
	types, prefer, taxa, keys        []string
	minP                             float64
	all, exactly, resume             bool
}

func New(std *cli.IO) *cobra.Command {
	o := options{format: "table"}
	cmd := &cobra.Command{
		Use:   "annotate [FILE|FOLDER...]",
		Short: "Find the entities in texts, and name them",
		Long: `Find where texts name entities of the pack, and write their ids. Without FILE, standard
input is a text. The files of a FOLDER, and of those in it, are read in the order of their
names.

A file may be plain text or Markdown; HTML; XML of PubMed or PMC (JATS), of which titles,
abstracts and bodies are read; PDF, if pdftotext is installed; documents in PubTator, BioC,
CoNLL or brat, whose marks are left out; JSON of HL7 FHIR: the texts of DocumentReference and
DiagnosticReport, also in a Bundle or one a line. --column reads a text of each row of a table
(CSV, TSV, JSONL, a workbook). Offsets are in characters of the text that was read. Long texts
are read a part at a time.

A pack with a tagger, such as one of genes, diseases, chemicals, species, cell lines, cell
types, anatomy or GO, finds what looks like an entity there: also names that the pack
lacks, which have no id. In long texts, of more than 1,500 words and signs, it leaves out
spans with p below 0.25. In other packs and namespaces the names of the pack are found, and
p, the probability that a name means its entity in this text, decides. --min-p leaves out
spans that are less likely. Overlapping spans are left out, the likeliest stays; --all
keeps them, and those with a low p.

Negated ("no fever", "fever: no"), hypothetical ("to rule out pneumonia"), other ("mother
had diabetes") and past ("h/o stroke") are marked in English texts and sections of notes,
by a table of words that packs of biology and medicine have, and in German, Spanish, French,
Italian or Portuguese ones if names of the pack are in that language: inspect says so. The
words of a text tell its language; in others nothing is marked.

--exclude and --only read lines of texts or ids that are never found, or alone.

Formats: table; json, one array, and jsonl, an object a line for each document, with all
matches; pubtator; bioc (JSON); brat (.ann); conll (a token a line, B- and I- types); spacy
(an object a line with text and ents); html, a page to look at. --out writes a file for each
document, named after it, in folders as those of IN: brat, whose files hold one document,
needs it for several. After an interruption the same command with --resume leaves out the
documents that have their files: these appear whole.`,
		Example: `  echo 'Metformin lowered HbA1c in patients with type 2 diabetes.' | normlet annotate
  normlet annotate paper.xml --format html > paper.html
  normlet annotate notes/ --types Disease,Chemical --format jsonl > found.jsonl
  normlet annotate notes/ --format brat --out found/
  normlet annotate notes.csv --column text --id-column note_id --format jsonl > found.jsonl
  normlet annotate abstracts.pubtator --format pubtator --exclude common.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(o.minP >= 0 && o.minP <= 1) {
				return cli.Usagef(cmd, "--min-p %v: want 0 to 1", o.minP)
			}
			if o.column == "" && o.id+o.delimiter+o.sheet != "" {
				return cli.Usagef(cmd, "--id-column, --delimiter and --sheet are for tables: name the --column with the texts")
			}
			if o.resume && o.out == "" {
				return cli.Usagef(cmd, "--resume goes on with the files in a folder: name it by --out")
			}
			return run(cmd.Context(), std, &o, args)
		},
	}
	f := cmd.Flags()
	cli.AddPackFlag(cmd, &o.pack)
	cli.AddKeyFlag(cmd, &o.keys)
	cli.WordFlag(cmd, &o.format, "format", formatNames(), strings.Join(formatNames(), ", "))
	f.Float64Var(&o.minP, "min-p", 0, "leave out spans that are entities with a lower probability")
	f.StringSliceVar(&o.types, "types", nil, "find only these `types` or namespaces, separated by commas")
	f.StringVar(&o.out, "out", "", "write a file for each document into this `folder`")
	f.BoolVar(&o.resume, "resume", false, "go on with a run into --out that was cut short")
	cli.AddPreferFlag(cmd, &o.prefer)
	cli.AddTaxonFlag(cmd, &o.taxa)
	cli.AddExactlyFlag(cmd, &o.exactly)
	cli.AddShowFlag(cmd, &o.show)
	f.BoolVar(&o.all, "all", false, "keep spans that overlap likelier ones")
	f.StringVar(&o.exclude, "exclude", "", "`file` of texts and ids that are never found, one a line")
	f.StringVar(&o.only, "only", "", "`file` of texts and ids that alone are found, one a line")
	f.StringVar(&o.column, "column", "", "`name` or number of the column of a table with a text in each row")
	f.StringVar(&o.id, "id-column", "", "`name` or number of the column with the id of the text (default: file and line)")
	cli.AddSheetFlags(cmd, &o.encoding, &o.delimiter, &o.sheet)
	cli.Reads(cmd, "exclude", "only")
	cli.WritesInto(cmd, "out")
	cli.Groups(cmd, "Input: column id-column encoding delimiter sheet raise-limits", "Pack: pack key", "Spans: types min-p all exclude only | prefer taxon exactly", "Output: format show out resume force")
	return cli.ReadsArgs(cmd)
}

func run(ctx context.Context, std *cli.IO, o *options, files []string) error {
	n, err := packfile.Open(std, o.pack, o.keys...)
	if err != nil {
		return err
	}
	a, err := annotate.New(n)
	if err != nil {
		return err
	}
	how := annotate.Options{Lookup: core.Options{Prefer: o.prefer, Organisms: o.taxa, Exactly: o.exactly, Show: o.show}, MinP: o.minP, Types: o.types, Overlaps: o.all}
	if how.Exclude, err = readList(o.exclude); err != nil {
		return err
	}
	if how.Only, err = readList(o.only); err != nil {
		return err
	}
	if _, err := a.Annotate("", how); err != nil {
		return err // before any output: the types
	}
	if len(a.Tagged()) == 0 {
		fmt.Fprintln(std.Err, "the pack has no tagger: its names are found, and p decides which are entities")
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	texts, err := data.Files(files...)
	if p, ok := errors.AsType[*fs.PathError](err); ok && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENAMETOOLONG)) {
		err = fmt.Errorf("%.60q: no such file or folder; a text comes from standard input: echo 'TEXT' | normlet annotate", p.Path)
	}
	if err != nil {
		return err
	}
	w := bufio.NewWriter(std.Out)
	out, err := outputTo(std, w, o, n, len(texts))
	if err != nil {
		return err
	}
	if folder, ok := out.(*folderWriter); ok {
		defer folder.close()
	}
	bar := progress.New(std.Err)
	defer bar.Close()
	documents, found, before := 0, 0, 0
	for _, file := range texts {
		err := read(ctx, std, o, file, func(t *text, at, size int) error {
			bar.Set("annotate", at, size)
			if wanted, err := out.begin(t); err != nil || !wanted {
				before++
				return errors.Join(err, ctx.Err())
			}
			spans, err := a.Annotate(t.Text, how)
			if err != nil {
				return err
			}
			documents, found = documents+1, found+len(spans)
			return errors.Join(out.print(t, spans), ctx.Err())
		})
		if err != nil {
			return errors.Join(err, w.Flush())
		}
	}
	bar.Close()
	if err := errors.Join(out.end(), w.Flush()); err != nil {
		return err
	}
	if o.out == "" && o.format != "table" {
		return nil // programs read it
	}
	fmt.Fprintf(std.Err, "%s: %s\n", cli.Count(documents, "texts"), cli.Count(found, "entities"))
	if before > 0 {
		fmt.Fprintf(std.Err, "%s had files before\n", cli.Count(before, "texts"))
	}
	return nil
}

// outputTo returns the writer of so many files.
func outputTo(std *cli.IO, w *bufio.Writer, o *options, n *core.Normalizer, files int) (writer, error) {
	switch {
	case o.out != "":
		return &folderWriter{std: std, folder: o.out, format: o.format, n: n, resume: o.resume, names: map[string]int{}}, output.Folder(o.out)
	case o.format == "brat" && files > 1:
		return nil, errSeveral
	}
	p := newPrinter(o.format, w, n)
	p.look = tabular.LookOn(std.Out)
	return p, nil
}

// readList reads a file of texts and ids, nil without one.
func readList(path string) (*annotate.List, error) {
	if path == "" {
		return nil, nil
	}
	in, err := mapping.Open(path, "", nil)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	b, err := io.ReadAll(in.Text())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var lines []string
	for line := range strings.Lines(string(b)) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return annotate.NewList(lines), nil
}
