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
	c := &lines{session: ctx, incoming: make(chan received), out: l.Writer}
	c.ctx, c.end = context.WithCancel(ctx)
	go c.read(bufio.NewReaderSize(l.Reader, 64<<10), cmp.Or(l.most, maxLine))
	return c, nil
}

// received is a message, or why there is none any more.
type received struct {
	message jsonrpc.Message
	err     error
}

type lines struct {
	session  context.Context
	ctx      context.Context // of the connection, which the library may close before
	end      context.CancelFunc
	incoming chan received
	writing  sync.Mutex
	out      io.Writer
}

// read passes on messages until the end of the input, and answers lines that are none. A read of standard input cannot be
// interrupted, so the last one may outlive the connection.
func (c *lines) read(in *bufio.Reader, most int) {
	for {
		text, long, err := readLine(in, most)
		var message jsonrpc.Message
		if err == nil {
			message, err = c.decode(text, long)
		}
		if message == nil && err == nil {
			continue
		}
		select {
		case c.incoming <- received{message, err}:
		case <-c.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// readLine reads a line; one without an end before the end of the input counts. A line that is too long is left out.
func readLine(in *bufio.Reader, most int) (text []byte, long bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(text)+len(part) > most; long {
			text = nil
		} else {
			text = append(text, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && (len(text) > 0 || long):
			return text, long, nil
		default:
			return text, long, err
		}
	}
}

func (c *lines) Read(context.Context) (jsonrpc.Message, error) {
	select {
	case <-c.ctx.Done():
		return nil, cmp.Or(c.session.Err(), io.EOF)
	case r := <-c.incoming:
		return r.message, r.err
	}
}

// decode returns the message of a line, or answers one that is none, unless it is empty.
func (c *lines) decode(text []byte, long bool) (jsonrpc.Message, error) {
	text = bytes.TrimSpace(text)
	switch {
	case long:
		return nil, c.refuse(nil, jsonrpc.CodeInvalidRequest, "the line is too long; at most 16 MiB are read")
	case len(text) == 0:
		return nil, nil
	case !json.Valid(text):
		return nil, c.refuse(nil, jsonrpc.CodeParseError, "the line is no JSON; want a message of JSON-RPC a line")
	case text[0] == '[':
		return nil, c.refuse(nil, jsonrpc.CodeInvalidRequest, "batches are not taken; send a message a line")
	}
	message, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		return nil, c.refuse(text, jsonrpc.CodeInvalidRequest, err.Error())
	}
	return message, nil
}

// refuse answers what is no request: an error for the id that it has, or null.
func (c *lines) refuse(text []byte, code int64, why string) error {
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
	return c.write(answer)
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
