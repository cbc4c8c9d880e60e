package mapper

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/plugin"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// Where IN and OUT are Parquet, the plug-in maps. Where one is, it converts, and normlet maps as it maps other tables:
//
//	IN.parquet --plug-in--> CSV --map--> OUT
//	IN --map--> arrays in JSON --plug-in--> OUT.parquet

const parquetEnd = ".parquet"

// FromParquet reports whether IN is Parquet.
func (o *Options) FromParquet() bool { return strings.HasSuffix(strings.ToLower(o.In), parquetEnd) }

// ToParquet reports whether OUT is Parquet.
func (o *Options) ToParquet() bool { return o.Table.Format == mapping.FormatParquet }

// Parquet reports whether Parquet is mapped to Parquet.
func (o *Options) Parquet() bool { return o.FromParquet() && o.ToParquet() }

// checkParquet refuses flags that do not go with Parquet. If the plug-in converts IN, it sets the format that it writes.
func (o *Options) checkParquet(cmd *cobra.Command) error {
	c := &o.Table
	switch {
	case o.Only && !o.Parquet():
		return cli.Usagef(cmd, "--only is for Parquet to Parquet")
	case o.Parquet() && (o.Review != "" || o.Decisions != "" || o.Report != ""):
		return cli.Usagef(cmd, "--review, --decisions and --report do not go with Parquet to Parquet; map to .csv or .xlsx")
	case o.ToParquet() && (o.Resume || o.Shard != ""):
		return cli.Usagef(cmd, "Parquet ends with what says where all is, so --resume and --shard do not go with --out .parquet; map to .csv")
	case o.Parquet() || !o.FromParquet():
		return nil
	case c.From != "" || c.Encoding != "" || c.Delimiter != "" || c.Sheet != "" || c.NoHeader || c.HeaderRow > 0:
		return cli.Usagef(cmd, "%s: Parquet says itself how it is read, so --input-format, --encoding, --delimiter, --sheet, --header-row and --no-header do not go with it", o.In)
	}
	c.From, c.Delimiter, c.Encoding = "csv", "comma", "utf-8"
	return nil
}

// openTable opens IN, and chooses its columns unless the user has.
func openTable(ctx context.Context, std *cli.IO, o *Options, c *mapping.Config) (*mapping.Input, error) {
	in, err := openInput(ctx, std, o, c)
	if err == nil && o.choose != nil && len(c.Columns) == 0 {
		if err = o.choose(in, c); err != nil {
			in.Close()
		}
	}
	return in, err
}

func openInput(ctx context.Context, std *cli.IO, o *Options, c *mapping.Config) (*mapping.Input, error) {
	if o.Opened != nil {
		return mapping.OpenFile(o.Opened, o.In, c.Encoding)
	}
	if !o.FromParquet() {
		return mapping.Open(o.In, c.Encoding, std.In)
	}
	p, err := newArrowPipe(ctx, "csv", "--", o.In)
	if err != nil {
		return nil, err
	}
	r := &parquetReader{pipe: p}
	if r.rows, err = p.command.StdoutPipe(); err == nil {
		err = p.command.Start()
	}
	if err != nil {
		return nil, err
	}
	in, err := mapping.NewInput(o.In, r, c.Encoding)
	if err != nil {
		r.Close()
	}
	return in, err
}

// arrowPipe is the plug-in at one end of the work. Nothing is lost when it is killed: it writes to a pipe.
type arrowPipe struct {
	command *exec.Cmd
	wait    func() error // waits for its end; may be called again
}

func newArrowPipe(ctx context.Context, args ...string) (*arrowPipe, error) {
	program, err := plugin.Find(plugin.Arrow)
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, program, args...)
	said := new(bytes.Buffer) // kept until it ends, since normlet writes to standard error, too
	c.Stderr, c.WaitDelay = said, plugin.Delay
	return &arrowPipe{c, sync.OnceValue(func() error {
		err := plugin.Error(c.Wait())
		if e, ok := errors.AsType[*plugin.Exit](err); ok {
			e.Said = said.String()
		}
		return err
	})}, nil
}

func (p *arrowPipe) kill() {
	if p.command.Process != nil {
		_ = p.command.Process.Kill() // it may have ended
		_ = p.wait()                 // says only that it was killed
	}
}

// parquetReader reads the rows of a Parquet file. It returns io.EOF only if the plug-in has ended without an error.
type parquetReader struct {
	pipe *arrowPipe
	rows io.ReadCloser
	err  error // that ended them
}

func (r *parquetReader) Read(p []byte) (n int, err error) {
	if r.err == nil {
		n, r.err = r.rows.Read(p)
		if r.err == io.EOF {
			r.err = cmp.Or(r.pipe.wait(), r.err)
		}
	}
	return n, r.err
}

func (r *parquetReader) Close() error {
	r.pipe.kill()
	return nil
}

// parquetOutput turns the rows that are written to it into Parquet.
type parquetOutput struct {
	io.WriteCloser // to the plug-in
	pipe           *arrowPipe
	file           *output.File
}

func createParquet(ctx context.Context, std *cli.IO, name string, c *mapping.Config) (p *parquetOutput, err error) {
	args := []string{"parquet", fmt.Sprintf("--added=%d", len(c.Columns)*len(mapping.Added(nil, "", c.Add...)))}
	for _, n := range c.NumberColumns() {
		args = append(args, fmt.Sprintf("--number=%d", n))
	}
	p = new(parquetOutput)
	if p.pipe, err = newArrowPipe(ctx, args...); err != nil {
		return nil, err
	}
	if p.file, err = std.Files.Create(name, unknownFile); err != nil {
		return nil, err
	}
	p.pipe.command.Stdout = p.file
	if p.WriteCloser, err = p.pipe.command.StdinPipe(); err == nil {
		err = p.pipe.command.Start()
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Write implements io.Writer. If the plug-in has stopped reading, its error says why.
func (p *parquetOutput) Write(rows []byte) (int, error) {
	n, err := p.WriteCloser.Write(rows)
	if err != nil {
		err = cmp.Or(p.pipe.wait(), err)
	}
	return n, err
}

func (p *parquetOutput) Commit() error {
	if err := p.WriteCloser.Close(); err != nil {
		return err
	}
	if err := p.pipe.wait(); err != nil {
		return err
	}
	return p.file.Commit()
}

func (p *parquetOutput) Close() error {
	p.pipe.kill()
	return p.file.Close()
}
