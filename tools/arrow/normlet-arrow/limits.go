package main

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/normlet/normlet/train/data/limit"
)

// newStreamReader returns a reader that allocates no more than a stream may ask for. What is compressed in the stream is
// counted when it is decompressed.
func newStreamReader(in io.Reader) (r *ipc.Reader, err error) {
	m := &messages{in: in}
	a := &allocator{Allocator: memory.DefaultAllocator, in: m, grown: limit.Growth{What: "the compressed stream grows"}}
	// messages has checked the lengths; no limits here.
	from := ipc.NewMessageReader(m, ipc.WithMetadataSizeLimit(0), ipc.WithBodySizeLimit(0))
	err = guard(func() (err error) {
		r, err = ipc.NewReaderFromMessageReader(from, ipc.WithAllocator(a))
		return err
	})
	return r, err
}

// messages passes on a stream, once it has checked what a message says of itself: a library that believed it would
// allocate any number of bytes.
//
//	0xffffffff, length of the metadata, metadata (a flatbuffer), body
type messages struct {
	in    io.Reader
	head  []byte // of the message, checked and not read yet
	body  int64  // bytes of the message to pass on
	bytes atomic.Int64
	err   error
}

// Read implements io.Reader.
func (m *messages) Read(p []byte) (int, error) {
	if len(m.head) == 0 && m.body == 0 && m.err == nil {
		m.err = m.next()
	}
	if n := copy(p, m.head); n > 0 {
		m.head = m.head[n:]
		return n, nil
	}
	if m.err != nil {
		return 0, m.err
	}
	n, err := m.in.Read(p[:min(int64(len(p)), m.body)])
	m.body -= int64(n)
	m.bytes.Add(int64(n))
	return n, err
}

// next reads the head of a message.
func (m *messages) next() error {
	var prefix [8]byte
	n, err := io.ReadFull(m.in, prefix[:])
	m.head = append([]byte(nil), prefix[:n]...)
	start := binary.LittleEndian.Uint32(prefix[:])
	switch {
	case err == io.ErrUnexpectedEOF || err == nil && start == 0: // what ended streams before Arrow 0.15
		return io.EOF
	case err == nil && start != 0xffffffff:
		m.head = nil
		return errors.New("damaged: there is no message where one is expected")
	}
	length := int64(binary.LittleEndian.Uint32(prefix[4:]))
	if err != nil || length == 0 { // the end
		return err
	}
	if most := limit.Of().Value; length > int64(most) {
		m.head = nil
		return limit.Exceeded("a message says that it has %d bytes of metadata, more than %s", length, limit.Bytes(most))
	}
	meta, err := io.ReadAll(io.LimitReader(m.in, length))
	if err != nil || int64(len(meta)) < length {
		m.head = nil
		return cmp.Or(err, fmt.Errorf("the stream ends within a message: %w", io.ErrUnexpectedEOF))
	}
	m.head = append(m.head, meta...)
	m.bytes.Add(int64(len(m.head)))
	err = guard(func() (err error) {
		m.body, err = bodyOf(meta)
		return err
	})
	if err != nil {
		m.head = nil
	}
	return err
}

// The places of what is looked at in the tables of Arrow's Message.fbs and Schema.fbs.
const (
	messageKind, messageHeader, messageBody = 1, 2, 3
	schemaFields, schemaMeta                = 1, 2
	fieldFields, fieldMeta                  = 5, 6

	kindSchema = 1 // of a message

	bytesOfReference = 4 // to a table
	bytesOfTable     = 8 // at least
)

var errLies = errors.New("damaged: a length in the metadata of a message is larger than the metadata")

// bodyOf checks metadata and returns the length of the body that follows. It panics at some kinds of damage.
func bodyOf(meta []byte) (body int64, err error) {
	m := &flatbuffers.Table{Bytes: meta, Pos: flatbuffers.GetUOffsetT(meta)}
	if o := m.Offset(slot(messageBody)); o != 0 {
		body = m.GetInt64(m.Pos + flatbuffers.UOffsetT(o))
	}
	if most := int64(limit.Of().Whole); body < 0 || body > most {
		return 0, limit.Exceeded("a message says that it has %d bytes, more than %s", body, limit.Bytes(int(most)))
	}
	header := m.Offset(slot(messageHeader))
	if kind := m.Offset(slot(messageKind)); kind == 0 || header == 0 || m.GetByte(m.Pos+flatbuffers.UOffsetT(kind)) != kindSchema {
		return body, nil // whose arrays are checked against the body
	}
	t := &flatbuffers.Table{Bytes: meta, Pos: m.Indirect(m.Pos + flatbuffers.UOffsetT(header))}
	c := checker{left: len(meta) / bytesOfTable}
	if _, err := c.vector(t, schemaMeta); err != nil {
		return 0, err
	}
	return body, c.fields(t, schemaFields, 0)
}

func slot(place int) flatbuffers.VOffsetT { return flatbuffers.VOffsetT(4 + 2*place) }

// checker counts tables: references to one table from many places make more of them than there are bytes.
type checker struct{ left int }

// vector returns the place of a vector of tables and takes their number.
func (c *checker) vector(t *flatbuffers.Table, place int) (tables []flatbuffers.UOffsetT, err error) {
	o := t.Offset(slot(place))
	if o == 0 {
		return nil, nil
	}
	at, n := t.Vector(flatbuffers.UOffsetT(o)), t.VectorLen(flatbuffers.UOffsetT(o))
	if c.left -= n; c.left < 0 || n < 0 {
		return nil, errLies
	}
	for i := range n {
		tables = append(tables, t.Indirect(at+flatbuffers.UOffsetT(i*bytesOfReference)))
	}
	return tables, nil
}

// fields checks fields and those within them.
func (c *checker) fields(t *flatbuffers.Table, place, depth int) error {
	if most := limit.Of().Depth; depth > most {
		return limit.Exceeded("columns within columns, more than %d deep", most)
	}
	list, err := c.vector(t, place)
	for _, at := range list {
		f := &flatbuffers.Table{Bytes: t.Bytes, Pos: at}
		if _, err := c.vector(f, fieldMeta); err != nil {
			return err
		}
		if err := c.fields(f, fieldFields, depth+1); err != nil {
			return err
		}
	}
	return err
}

// allocator is for what is made of a stream. It panics at a limit, since it has no other way to refuse.
type allocator struct {
	memory.Allocator
	in    *messages
	mu    sync.Mutex
	grown limit.Growth
}

// Allocate implements memory.Allocator.
func (a *allocator) Allocate(size int) []byte {
	a.take(size)
	return a.Allocator.Allocate(size)
}

// Reallocate implements memory.Allocator.
func (a *allocator) Reallocate(size int, b []byte) []byte {
	a.take(size - len(b))
	return a.Allocator.Reallocate(size, b)
}

func (a *allocator) take(size int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.grown.Add(int64(max(size, 0)), a.in.bytes.Load()); err != nil {
		panic(err)
	}
}
