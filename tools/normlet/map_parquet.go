package main

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
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// Where IN and OUT are Parquet, the plug-in maps. Where one is, it converts, and normlet maps as it maps other tables:
//
//	IN.parquet --plug-in--> CSV --map--> OUT
//	IN --map--> arrays in JSON --plug-in--> OUT.parquet

const parquetEnd = ".parquet"

// fromParquet reports whether IN is Parquet.
func (o *mapOptions) fromParquet() bool { return strings.HasSuffix(strings.ToLower(o.in), parquetEnd) }

// toParquet reports whether OUT is Parquet.
func (o *mapOptions) toParquet() bool { return o.table.Format == mapping.FormatParquet }

// parquet reports whether Parquet is mapped to Parquet.
func (o *mapOptions) parquet() bool { return o.fromParquet() && o.toParquet() }

// checkParquet refuses what does not go with Parquet, and has IN read as the plug-in converts it.
func (o *mapOptions) checkParquet(cmd *cobra.Command) error {
	c := &o.table
	switch {
	case o.only && !o.parquet():
		return usagef(cmd, "--only is for Parquet to Parquet")
	case o.parquet() && (o.review != "" || o.decisions != "" || o.report != ""):
		return usagef(cmd, "--review, --decisions and --report do not go with Parquet to Parquet; map to .csv or .xlsx")
	case o.toParquet() && (o.resume || o.shard != ""):
		return usagef(cmd, "Parquet ends with what says where all is, so --resume and --shard do not go with --out .parquet; map to .csv")
	case o.parquet() || !o.fromParquet():
		return nil
	case c.From != "" || c.Encoding != "" || c.Delimiter != "" || c.Sheet != "" || c.NoHeader:
		return usagef(cmd, "%s: Parquet says itself how it is read, so --input-format, --encoding, --delimiter, --sheet and --no-header do not go with it", o.in)
	}
	c.From, c.Delimiter, c.Encoding = "csv", "comma", "utf-8"
	return nil
}

// openTable opens IN.
func (a *app) openTable(ctx context.Context, o *mapOptions, c *mapping.Config) (*mapping.Input, error) {
	if o.opened != nil {
		return mapping.OpenFile(o.opened, o.in, c.Encoding)
	}
	if !o.fromParquet() {
		return mapping.Open(o.in, c.Encoding, a.stdin)
	}
	p, err := newArrowPipe(ctx, "csv", "--", o.in)
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
	in, err := mapping.NewInput(o.in, r, c.Encoding)
	if err != nil {
		r.Close()
	}
	return in, err
}

// tellParquet says how IN is read, not how its rows come.
func (a *app) tellParquet(c *mapping.Choice) {
	c.Format, c.Delimiter = "parquet", ""
	a.tellTable(c)
}

// arrowPipe is the plug-in at one end of the work. Nothing is lost when it is killed: it writes to a pipe.
type arrowPipe struct {
	command *exec.Cmd
	wait    func() error // for its end; it may be called again
}

func newArrowPipe(ctx context.Context, args ...string) (*arrowPipe, error) {
	program, err := findPlugin(arrowPlugin)
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, program, args...)
	said := new(bytes.Buffer) // until its end: normlet writes to standard error, too
	c.Stderr, c.WaitDelay = said, pluginDelay
	return &arrowPipe{c, sync.OnceValue(func() error {
		err := pluginError(c.Wait())
		if e, ok := errors.AsType[*pluginExit](err); ok {
			e.said = said.String()
		}
		return err
	})}, nil
}

// kill ends the plug-in if it runs.
func (p *arrowPipe) kill() {
	if p.command.Process != nil {
		_ = p.command.Process.Kill() // it may have ended
		_ = p.wait()                 // as it was killed
	}
}

// parquetReader reads the rows of a Parquet file. They end only when the plug-in says that they are all.
type parquetReader struct {
	pipe *arrowPipe
	rows io.ReadCloser
	err  error // that ended them
}

// Read implements io.Reader.
func (r *parquetReader) Read(p []byte) (n int, err error) {
	if r.err == nil {
		n, r.err = r.rows.Read(p)
		if r.err == io.EOF {
			r.err = cmp.Or(r.pipe.wait(), r.err)
		}
	}
	return n, r.err
}

// Close implements io.Closer.
func (r *parquetReader) Close() error {
	r.pipe.kill()
	return nil
}

// parquetOutput makes Parquet of the rows that are written to it.
type parquetOutput struct {
	io.WriteCloser // to the plug-in
	pipe           *arrowPipe
	file           *output.File
}

func (a *app) createParquet(ctx context.Context, name string, c *mapping.Config) (p *parquetOutput, err error) {
	args := []string{"parquet", fmt.Sprintf("--added=%d", len(c.Columns)*len(mapping.Added(nil, "", c.Add...)))}
	for _, n := range c.NumberColumns() {
		args = append(args, fmt.Sprintf("--number=%d", n))
	}
	p = new(parquetOutput)
	if p.pipe, err = newArrowPipe(ctx, args...); err != nil {
		return nil, err
	}
	if p.file, err = a.files.Create(name, mappedWhole); err != nil {
		return nil, err
	}
	p.pipe.command.Stdout = p.file
	if p.WriteCloser, err = p.pipe.command.StdinPipe(); err == nil {
		err = p.pipe.command.Start()
	}
	if err != nil {
		p.discard()
		return nil, err
	}
	return p, nil
}

// Write implements io.Writer. The plug-in says why it reads no more.
func (p *parquetOutput) Write(rows []byte) (int, error) {
	n, err := p.WriteCloser.Write(rows)
	if err != nil {
		err = cmp.Or(p.pipe.wait(), err)
	}
	return n, err
}

func (p *parquetOutput) commit() error {
	if err := p.WriteCloser.Close(); err != nil {
		return err
	}
	if err := p.pipe.wait(); err != nil {
		return err
	}
	return p.file.Commit()
}

func (p *parquetOutput) discard() error {
	p.pipe.kill()
	return p.file.Close()
}
