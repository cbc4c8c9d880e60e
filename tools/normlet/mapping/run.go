package mapping

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/normlet/normlet/core/document"
)

// The limits of a block, and how often a state is saved. Other limits would change the bytes of compressed outputs, and
// earlier runs could not be resumed.
const (
	blockRows  = 2048
	blockBytes = 4 << 20
	saveEvery  = time.Second
)

// block is a run of rows, from reading to writing.
type block struct {
	rows          []Row
	before, after []Row // nearby, if rows are in the order of a text
	places        []document.Place
	results       [][]document.Result // of each row
	err           error               // that ends the input after rows
	sum           [32]byte            // digest of all rows up to the last
	out           []byte              // rendered
	stats         Stats               // of it
	unmapped      sightings
	doubtful      sightings
	done          chan struct{} // closed when out, stats and err are set
}

type run struct {
	*Mapper
	in    *Input
	table *Table
	last  []Row    // before those that are read next
	sum   [32]byte // of the rows read so far
	left  int      // blocks of the shard that are not read yet; negative for a whole table
}

// Run maps the table in to out, a file of that name, which the caller commits after success, and calls progress after
// every block. Its errors about rows name file and line. After an error or the end of ctx, a run to a file can go on
// later.
func Run(ctx context.Context, c *Config, in *Input, name string, out Output, progress func(Stats)) (Stats, error) {
	r, err := newRun(c, in)
	if err != nil {
		return Stats{}, err
	}
	if c.Chosen != nil {
		c.Chosen(r.choice(in))
	}
	current := place{}
	if err := out.Last(&current); err != nil {
		return Stats{}, err
	}
	if err := r.skip(ctx, &current); err != nil {
		return current.Stats, err
	}
	current.Settings, current.Shard = r.settings(), c.Shard.String()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work, queue, err := r.start(ctx, name)
	if err != nil {
		return current.Stats, err
	}
	if current.Stats.Rows == 0 && c.Shard.Index <= 1 {
		if err := r.begin(name, out); err != nil {
			return current.Stats, err
		}
	}
	read := make(chan struct{})
	go func() { defer close(read); r.read(ctx, work, queue) }()
	if in.Size > 0 { // else it may be a pipe, whose read may never end
		defer func() { cancel(); <-read }() // before the caller closes the file
	}
	if c.Together() {
		if queue, err = r.together(ctx, queue, name, progress); err != nil {
			return current.Stats, err
		}
	}
	saved := time.Now()
	for b := range queue {
		select {
		case <-b.done:
		case <-ctx.Done():
			return current.Stats, errors.Join(ctx.Err(), current.save(out))
		}
		if b.err != nil {
			return current.Stats, errors.Join(b.err, current.save(out))
		}
		if _, err := out.Write(b.out); err != nil {
			return current.Stats, err // the last saved state still holds
		}
		current.Stats.add(b.stats)
		c.Unmapped.add(&b.unmapped)
		c.Doubtful.add(&b.doubtful)
		current.Input = hex.EncodeToString(b.sum[:])
		if time.Since(saved) >= saveEvery {
			if err := current.save(out); err != nil {
				return current.Stats, err
			}
			saved = time.Now()
		}
		progress(current.Stats)
	}
	if err := ctx.Err(); err != nil {
		return current.Stats, errors.Join(err, current.save(out))
	}
	if r.left > 0 {
		return current.Stats, fmt.Errorf("%s: it became shorter while it was read; start over when it stays as it is", r.table.Name)
	}
	return current.Stats, nil
}

// save records the place, if rows are done.
func (p *place) save(out Output) error {
	if p.Stats.Rows == 0 {
		return nil
	}
	return out.Save(p)
}

// newRun reads the beginning of the table.
func newRun(c *Config, in *Input) (*run, error) {
	t, err := NewTable(in, c)
	if err != nil {
		return nil, err
	}
	if err := c.estimate(t); err != nil {
		return nil, err
	}
	m, err := NewMapper(c, &t.Shape)
	return &run{Mapper: m, in: in, table: t, left: -1}, err
}

// skip reads the blocks before the shard, and the rows that an earlier run has done.
func (r *run) skip(ctx context.Context, from *place) error {
	first, end := r.config.Shard.blocks()
	r.left = end - first
	for range first {
		if b := r.nextBlock(); b.err != nil && b.err != io.EOF {
			return b.err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if from.Stats.Rows == 0 {
		return nil
	}
	const over = "start over with --force"
	if from.Settings != r.settings() || from.Shard != r.config.Shard.String() {
		return fmt.Errorf("the run before was started with other flags, another pack or release; give the same, or %s", over)
	}
	for rows := 0; rows < from.Stats.Rows; {
		if err := ctx.Err(); err != nil {
			return err
		}
		b := r.nextBlock()
		rows += len(b.rows)
		r.left--
		if b.err != nil && b.err != io.EOF {
			return b.err
		}
		if len(b.rows) == 0 || rows > from.Stats.Rows {
			return fmt.Errorf("%s: not the rows that the run before has read; %s", r.table.Name, over)
		}
	}
	if hex.EncodeToString(r.sum[:]) != from.Input {
		return fmt.Errorf("%s: not the rows that the run before has read; %s", r.table.Name, over)
	}
	return nil
}

// begin writes what precedes the rows.
func (r *run) begin(name string, out io.Writer) error {
	head := r.Head()
	if len(head) == 0 {
		return nil
	}
	squeeze, err := newSqueezer(name)
	if err == nil {
		head, err = squeeze(head)
	}
	if err == nil {
		_, err = out.Write(head)
	}
	return err
}

// start starts the workers. Blocks go to work, and in their order to queue.
func (r *run) start(ctx context.Context, path string) (work, queue chan *block, err error) {
	jobs := max(1, r.config.Jobs)
	work, queue = make(chan *block), make(chan *block, 2*jobs)
	for range jobs {
		squeeze, err := newSqueezer(path)
		if err != nil {
			return nil, nil, err
		}
		go func() {
			for b := range work {
				r.do(ctx, b, squeeze)
				close(b.done)
			}
		}()
	}
	return work, queue, nil
}

// read reads blocks until the end, an error or the end of ctx.
func (r *run) read(ctx context.Context, work, queue chan *block) {
	defer close(work)
	defer close(queue)
	var next *block
	for ended := r.left == 0; !ended; ended = ended || r.left == 0 {
		b := next
		if b == nil {
			b = r.nextBlock()
		}
		ended = b.err != nil
		if r.config.inOrder() && !ended {
			next = r.nextBlock()
			b.after = next.rows[:min(len(next.rows), document.Reach)]
		}
		if b.err == io.EOF {
			b.err = nil
			if len(b.rows) == 0 {
				return
			}
		}
		r.left--
		select {
		case queue <- b:
		case <-ctx.Done():
			return
		}
		if b.err != nil {
			close(b.done)
			return
		}
		select {
		case work <- b:
		case <-ctx.Done():
			return
		}
	}
}

// nextBlock reads a block and continues the digest.
func (r *run) nextBlock() *block {
	b := &block{done: make(chan struct{}), before: r.last, unmapped: sightings{cut: r.cut}, doubtful: sightings{cut: r.cut}}
	h := sha256.New()
	h.Write(r.sum[:])
	var text []byte
	for size := 0; len(b.rows) < blockRows && size < blockBytes; {
		next, err := r.table.Next()
		if err != nil {
			b.err = err
			break
		}
		b.rows = append(b.rows, next)
		r.in.rows.Add(1)
		size += next.Size()
		text = text[:0]
		for _, f := range next.Fields {
			text = append(binary.AppendUvarint(text, uint64(len(f))), f...)
		}
		text = append(binary.AppendUvarint(text, uint64(len(next.Object))), next.Object...)
		h.Write(text)
	}
	h.Sum(r.sum[:0])
	b.sum = r.sum
	if r.config.inOrder() {
		r.last = b.rows[max(0, len(b.rows)-document.Reach):]
	}
	return b
}

// do answers a block and, unless that takes all rows, renders it.
func (r *run) do(ctx context.Context, b *block, squeeze squeezer) {
	b.err = r.resolve(ctx, b)
	b.before, b.after = nil, nil
	if !r.config.Together() {
		r.finish(b, squeeze)
	}
}

// finish renders a block. After an error it has no output, or a part would pass for the whole block.
func (r *run) finish(b *block, squeeze squeezer) {
	var out []byte
	if b.err == nil {
		out, b.err = r.show(b)
	}
	if b.err == nil {
		b.out, b.err = squeeze(out)
	}
	b.rows, b.places, b.results = nil, nil, nil
}
