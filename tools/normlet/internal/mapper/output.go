package mapper

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/tools/normlet/workbook"
)

// endings are the endings of file names with the formats that they stand for. The first that fits counts: .sssom.tsv
// also ends in .tsv.
var endings = []struct {
	end, format string
	packed      bool // .gz and .zst may follow
}{
	{".sssom.tsv", "sssom", true}, {".csv", "csv", true}, {".tsv", "tsv", true}, {".jsonl", "jsonl", true}, {".ndjson", "jsonl", true},
	{".xlsx", mapping.FormatXLSX, false}, {parquetEnd, mapping.FormatParquet, false},
}

// NoFormat is the message about a name whose ending FormatOfName does not know.
const NoFormat = "the ending says no format; the endings are .csv, .tsv, .jsonl, .ndjson and .sssom.tsv, also with .gz or .zst, and .xlsx and .parquet"

// FormatOfName returns the format that the ending of a name says, "" for none.
func FormatOfName(name string) string {
	name = strings.ToLower(name)
	bare := strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	for _, e := range endings {
		if strings.HasSuffix(bare, e.end) && (e.packed || bare == name) {
			return e.format
		}
	}
	return ""
}

// isStream reports whether a name is standard output, a pipe or a device, whose name does not tell a format.
func isStream(name string) bool {
	if name == "-" {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// chooseFormat sets the format of the output by its name, unless --format says it.
func (o *Options) chooseFormat(cmd *cobra.Command) error {
	c := &o.Table
	if c.Format == "" && o.Out != "" && !isStream(o.Out) {
		if c.Format = FormatOfName(o.Out); c.Format == "" {
			return cli.Usagef(cmd, "--out %s: %s; or say --format", o.Out, NoFormat)
		}
	}
	switch {
	case c.Format == mapping.FormatXLSX && (o.Resume || o.Shard != ""):
		return cli.Usagef(cmd, "a workbook is written as a whole, so --resume and --shard do not go with .xlsx; map to .csv")
	case len(c.Add) > 0 && (c.Format == "jsonl" || c.Format == "sssom"):
		return cli.Usagef(cmd, "--add is for formats with columns: csv, tsv, xlsx and parquet; jsonl has the matches of a mention already")
	}
	return nil
}

// mapOutput is where Run writes. Commit it, and Close it in any case.
type mapOutput interface {
	mapping.Output
	Commit() error
	Close() error // discards what was not committed
}

// wholeOutput takes rows, and cannot be resumed.
type wholeOutput struct{ writer }

type writer interface {
	io.WriteCloser
	Commit() error
}

func (wholeOutput) Save(any) error { return nil }

func (wholeOutput) Last(any) error { return nil }

// standardOutput is not ours to close.
type standardOutput struct{ io.Writer }

func (standardOutput) Commit() error { return nil }

func (standardOutput) Close() error { return nil }

func createMapped(ctx context.Context, std *cli.IO, o *Options, c *mapping.Config) (mapOutput, error) {
	var whole writer
	var err error
	switch stream := isStream(o.Out) && !o.Resume; {
	case o.Out == "": // only the review is wanted
		whole = standardOutput{io.Discard}
	case c.Format == mapping.FormatXLSX:
		whole, err = createBook(std, o.Out, c)
	case c.Format == mapping.FormatParquet:
		whole, err = createParquet(ctx, std, o.Out, c)
	case o.Out == "-" && stream:
		whole = standardOutput{std.Out}
	case stream || std.Files.Root != nil || c.Together(): // nothing is done until all is
		whole, err = std.Files.Create(o.Out, &output.Kind{What: mapping.Kind.What, Ours: mapping.Kind.Ours, Plain: true}) // Run compresses
	default:
		return std.Files.Resumable(o.Out, mapping.Kind, o.Resume)
	}
	return wholeOutput{whole}, err
}

// bookOutput turns the CSV that is written to it into a workbook.
type bookOutput struct {
	name  string
	file  *output.File
	table *workbook.Writer
}

func createBook(std *cli.IO, name string, c *mapping.Config) (*bookOutput, error) {
	file, err := std.Files.Create(name, unknownFile)
	if err != nil {
		return nil, err
	}
	var to io.Writer = file
	if name == "-" {
		to = std.Out
	}
	table, err := workbook.New(to, !c.NoHeader, c.NumberColumns()...)
	if tell := c.Chosen; err == nil {
		c.Chosen = func(choice *mapping.Choice) { table.Below(len(choice.Before)); tell(choice) }
	}
	return &bookOutput{name, file, table}, err
}

// Write implements io.Writer for whole rows.
func (b *bookOutput) Write(rows []byte) (int, error) {
	r := csv.NewReader(bytes.NewReader(rows))
	r.FieldsPerRecord = -1
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return len(rows), nil
		}
		if err == nil {
			err = b.table.Row(fields)
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w", b.name, err)
		}
	}
}

func (b *bookOutput) Commit() error { return errors.Join(b.table.Close(), b.file.Commit()) }

func (b *bookOutput) Close() error { return b.file.Close() }

// unknownFile matches no file: we cannot recognise our own workbooks and Parquet files, and a sheet may
// hold decisions.
var unknownFile = &output.Kind{What: "a file", Plain: true, Ours: func([]byte) bool { return false }}
