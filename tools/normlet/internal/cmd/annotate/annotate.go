// Package annotate is the command normlet annotate.
package annotate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data/sheet"
)

type options struct {
	pack, format, out, exclude, only, encoding string
	types, prefer, keys                        []string
	minP                                       float64
	all                                        bool
}

func New(std *cli.IO) *cobra.Command {
	o := options{format: "table"}
	cmd := &cobra.Command{
		Use:   "annotate [FILE|FOLDER...]",
		Short: "Find the entities in texts, and name them",
		Long: `Find where texts name entities of the pack, and write their ids. Without FILE, standard
input is a text. The files of a FOLDER are read in the order of their names.

A file may be plain text or Markdown; HTML; XML of PubMed or PMC (JATS), of which titles,
abstracts and bodies are read; PDF, if pdftotext is installed; or documents in PubTator or
BioC, whose marks are left out. Offsets are in characters of the text that was read. Long
texts are read a part at a time.

A pack with a tagger, such as one of genes, diseases, chemicals, species or cell lines,
finds what looks like an entity there: also names that the pack lacks, which have no id.
In other packs and namespaces the names of the pack are found, and p, the probability that
a name means its entity in this text, decides. --min-p leaves out spans that are less
likely. Overlapping spans are left out, the likeliest stays; --all keeps them.

Negated ("no fever", "fever: no"), hypothetical ("to rule out pneumonia"), other ("mother
had diabetes") and past ("h/o stroke") are marked in English texts and sections of notes,
by a table of words that packs of biology and medicine have.

--exclude and --only read lines of texts or ids that are never found, or alone.

Formats: table; json, one array, and jsonl, an object a line for each document, with all
matches; pubtator; bioc (JSON); brat (.ann); conll (a token a line, B- and I- types); spacy
(an object a line with text and ents); html, a page to look at. --out writes a file for each
document, named after it: brat, whose files hold one document, needs it for several.`,
		Example: `  echo 'Metformin lowered HbA1c in patients with type 2 diabetes.' | normlet annotate
  normlet annotate paper.xml --format html > paper.html
  normlet annotate notes/ --types Disease,Chemical --format jsonl > found.jsonl
  normlet annotate notes/ --format brat --out found/
  normlet annotate abstracts.pubtator --format pubtator --exclude common.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(o.minP >= 0 && o.minP <= 1) {
				return cli.Usagef(cmd, "--min-p %v: want 0 to 1", o.minP)
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
	cli.AddPreferFlag(cmd, &o.prefer)
	f.BoolVar(&o.all, "all", false, "keep spans that overlap likelier ones")
	f.StringVar(&o.exclude, "exclude", "", "`file` of texts and ids that are never found, one a line")
	f.StringVar(&o.only, "only", "", "`file` of texts and ids that alone are found, one a line")
	cli.WordFlag(cmd, &o.encoding, "encoding", sheet.Encodings(), "of the files: "+strings.Join(sheet.Encodings(), ", ")+" (default: found out)")
	cli.Reads(cmd, "exclude", "only")
	cli.WritesInto(cmd, "out")
	cli.AddRaiseFlag(cmd)
	cli.Groups(cmd, "Input: encoding raise-limits", "Pack: pack key", "Spans: types min-p all exclude only | prefer", "Output: format out force")
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
	how := annotate.Options{Lookup: core.Options{Prefer: o.prefer}, MinP: o.minP, Types: o.types, Overlaps: o.all}
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
	if files, err = listed(files); err != nil {
		return err
	}
	w := bufio.NewWriter(std.Out)
	out, err := outputTo(std, w, o, n, len(files))
	if err != nil {
		return err
	}
	if folder, ok := out.(*folderWriter); ok {
		defer folder.close()
	}
	bar := progress.New(std.Err)
	defer bar.Close()
	documents, found := 0, 0
	for _, file := range files {
		err := read(ctx, std, file, o.encoding, func(t *text, done, size int) error {
			spans, err := a.Annotate(t.Text, how)
			if err != nil {
				return err
			}
			documents, found = documents+1, found+len(spans)
			bar.Set("annotate", done, size)
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
	fmt.Fprintf(std.Err, "%d texts: %d entities\n", documents, found)
	return nil
}

// outputTo returns the writer of so many files.
func outputTo(std *cli.IO, w *bufio.Writer, o *options, n *core.Normalizer, files int) (writer, error) {
	switch {
	case o.out != "":
		return &folderWriter{std: std, folder: o.out, format: o.format, n: n, names: map[string]int{}}, output.Folder(o.out)
	case o.format == "brat" && files > 1:
		return nil, errSeveral
	}
	return newPrinter(o.format, w, n), nil
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

// listed returns files, and those of folders in the order of their names, but for marks beside texts.
func listed(paths []string) (files []string, err error) {
	for _, p := range paths {
		info, err := os.Stat(p)
		if p == "-" || err == nil && !info.IsDir() {
			files = append(files, p)
			continue
		}
		if errors.Is(err, fs.ErrNotExist) && strings.Contains(p, " ") {
			return nil, fmt.Errorf("%w; a text comes from standard input: echo 'TEXT' | normlet annotate", err)
		}
		if err != nil {
			return nil, err
		}
		entries, err := os.ReadDir(p)
		if err != nil {
			return nil, err
		}
		before := len(files)
		for _, e := range entries {
			if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") && !isMarks(p, e.Name()) {
				files = append(files, p+string(os.PathSeparator)+e.Name())
			}
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s: there is no file in the folder", p)
		}
	}
	return files, nil
}

// isMarks reports whether a file of a folder has marks, as brat and BioNLP keep them, for the text of the same name.
func isMarks(folder, name string) bool {
	end := filepath.Ext(name)
	if !slices.Contains([]string{".ann", ".a1", ".a2"}, end) {
		return false
	}
	_, err := os.Stat(filepath.Join(folder, strings.TrimSuffix(name, end)+".txt"))
	return err == nil
}
