package agents

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Lines is the protocol's transport over standard input and output: a message a line. The library's own ends the session
// at the first line that is no message; this one answers it with an error and goes on. The end of the context ends all
// calls, and waits for no read and no write, either of which a client can keep from ending.
type Lines struct {
	Reader io.Reader
	Writer io.Writer
	most   int // bytes of a line, instead of maxLine
}

// maxLine bounds a message: 1,000 mentions take 12 MB, if each of their characters is escaped.
const maxLine = mcp.DefaultMaxLineLength

func (l *Lines) Connect(ctx context.Context) (mcp.Connection, error) {
	c := &lines{session: ctx, incoming: make(chan line), out: l.Writer}
	c.ctx, c.end = context.WithCancel(ctx)
	go c.read(bufio.NewReaderSize(l.Reader, 64<<10), cmp.Or(l.most, maxLine))
	return c, nil
}

// line is a line of standard input, or why there is none.
type line struct {
	text []byte
	long bool // too long, and left out
	err  error
}

type lines struct {
	session  context.Context
	ctx      context.Context // of the connection, which the library may close before
	end      context.CancelFunc
	incoming chan line
	writing  sync.Mutex
	out      io.Writer
}

// read passes on lines until the end of the input. A read of standard input cannot be interrupted, so the last one may
// outlive the connection.
func (c *lines) read(in *bufio.Reader, most int) {
	for {
		l := readLine(in, most)
		select {
		case c.incoming <- l:
		case <-c.ctx.Done():
			return
		}
		if l.err != nil {
			return
		}
	}
}

// readLine reads a line; one without an end before the end of the input counts.
func readLine(in *bufio.Reader, most int) (l line) {
	for {
		part, err := in.ReadSlice('\n')
		if l.long = l.long || len(l.text)+len(part) > most; l.long {
			l.text = nil
		} else {
			l.text = append(l.text, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && (len(l.text) > 0 || l.long):
			return l
		default:
			l.err = err
			return l
		}
	}
}

func (c *lines) Read(context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-c.ctx.Done():
			return nil, cmp.Or(c.session.Err(), io.EOF)
		case l := <-c.incoming:
			if l.err != nil {
				return nil, l.err
			}
			message, refusal := decode(l)
			if message != nil {
				return message, nil
			}
			if refusal == nil {
				continue // an empty line
			}
			if err := c.write(refusal); err != nil {
				return nil, err
			}
		}
	}
}

// decode returns the message of a line, or the answer to one that is none.
func decode(l line) (message jsonrpc.Message, refusal []byte) {
	text := bytes.TrimSpace(l.text)
	switch {
	case l.long:
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "the line is too long; at most 16 MiB are read")
	case len(text) == 0:
		return nil, nil
	case !json.Valid(text):
		return nil, refuse(nil, jsonrpc.CodeParseError, "the line is no JSON; want a message of JSON-RPC a line")
	case text[0] == '[':
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "batches are not taken; send a message a line")
	}
	message, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		return nil, refuse(text, jsonrpc.CodeInvalidRequest, err.Error())
	}
	return message, nil
}

// refuse returns the answer to what is no request: an error for the id that it has, or null.
func refuse(text []byte, code int64, why string) []byte {
	var request struct {
		ID any `json:"id"`
	}
	_ = json.Unmarshal(text, &request) // as far as it goes
	switch request.ID.(type) {
	case string, float64:
	default:
		request.ID = nil
	}
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": request.ID, "error": jsonrpc.Error{Code: code, Message: shown(why)}})
	if err != nil {
		panic(err) // strings and numbers
	}
	return answer
}

func (c *lines) Write(_ context.Context, message jsonrpc.Message) error {
	if r, ok := message.(*jsonrpc.Response); ok && r.Error != nil { // which may quote all that was sent
		told := &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: r.Error.Error()}
		errors.As(r.Error, &told)
		message = &jsonrpc.Response{ID: r.ID, Error: &jsonrpc.Error{Code: told.Code, Message: shown(told.Message)}}
	}
	text, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	return c.write(text)
}

// write writes a line, and waits for it as long as the connection lasts.
func (c *lines) write(text []byte) error {
	written := make(chan error, 1)
	go func() {
		c.writing.Lock()
		defer c.writing.Unlock()
		_, err := c.out.Write(append(text, '\n'))
		written <- err
	}()
	select {
	case err := <-written:
		return err
	case <-c.ctx.Done():
		return errors.New("the connection has ended")
	}
}

func (c *lines) Close() error {
	c.end()
	return nil
}

// SessionID implements mcp.Connection: there is one session.
func (c *lines) SessionID() string { return "" }
