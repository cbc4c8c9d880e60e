package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// TestBadLines: each line that is no message gets its error, and the messages between them arrive.
func TestBadLines(t *testing.T) {
	const most = 100_000
	const ping = `{"jsonrpc":"2.0","id":99,"method":"ping"}` + "\n"
	cases := []struct {
		line string
		id   any
		code int64
	}{
		{"garbage", nil, jsonrpc.CodeParseError},
		{`{"jsonrpc":"2.0","id":5,`, nil, jsonrpc.CodeParseError},
		{"\xff\xfe\x00", nil, jsonrpc.CodeParseError},
		{ping[:len(ping)-1] + " " + ping[:len(ping)-1], nil, jsonrpc.CodeParseError},
		{strings.Repeat("[", 50_000), nil, jsonrpc.CodeParseError},
		{strings.Repeat("x", most+1), nil, jsonrpc.CodeInvalidRequest},
		{"[]", nil, jsonrpc.CodeInvalidRequest},
		{"[" + ping[:len(ping)-1] + "]", nil, jsonrpc.CodeInvalidRequest},
		{"5", nil, jsonrpc.CodeInvalidRequest},
		{"null", nil, jsonrpc.CodeInvalidRequest},
		{`"ping"`, nil, jsonrpc.CodeInvalidRequest},
		{`{"jsonrpc":"2.0"}`, nil, jsonrpc.CodeInvalidRequest},
		{`{"jsonrpc":"1.0","id":6,"method":"ping"}`, 6.0, jsonrpc.CodeInvalidRequest},
		{`{"jsonrpc":"2.0","id":"six","method":7}`, "six", jsonrpc.CodeInvalidRequest},
		{`{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`, nil, jsonrpc.CodeInvalidRequest},
		{`{"jsonrpc":"2.0","id":7,"method":"ping","params":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, 7.0, jsonrpc.CodeInvalidRequest},
	}
	var in, out bytes.Buffer
	for _, c := range cases {
		in.WriteString(c.line + "\n\n\r\n" + ping)
	}
	in.WriteString(strings.TrimSpace(ping)) // without an end
	c, err := (&Lines{&in, &out, most}).Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(cases) + 1 {
		m, err := c.Read(t.Context())
		if r, ok := m.(*jsonrpc.Request); err != nil || !ok || r.Method != "ping" {
			t.Fatalf("message %d: %v, %v", i, m, err)
		}
	}
	if m, err := c.Read(t.Context()); err != io.EOF {
		t.Errorf("at the end: %v, %v", m, err)
	}
	answers := json.NewDecoder(&out)
	for _, c := range cases {
		var a struct {
			JSONRPC string
			ID      *any
			Error   jsonrpc.Error
		}
		var raw json.RawMessage
		if err := answers.Decode(&raw); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &a); err != nil || !bytes.Contains(raw, []byte(`"id":`)) {
			t.Fatalf("%s, %v", raw, err)
		}
		var id any
		if a.ID != nil {
			id = *a.ID
		}
		if a.JSONRPC != "2.0" || id != c.id || a.Error.Code != c.code || a.Error.Message == "" {
			t.Errorf("%.60s: %s, want id %v and code %d", c.line, raw, c.id, c.code)
		}
	}
	if answers.More() {
		t.Error("there are more answers than lines")
	}
}

// stuck is a client that neither sends nor reads.
type stuck struct{}

func (stuck) Read([]byte) (int, error)  { select {} }
func (stuck) Write([]byte) (int, error) { select {} }

// TestLinesEnd: the end of the session, or of the connection, waits for no client.
func TestLinesEnd(t *testing.T) {
	for _, c := range []struct {
		end  func(cancel func(), conn io.Closer)
		want error
	}{
		{func(cancel func(), _ io.Closer) { cancel() }, context.Canceled},
		{func(_ func(), conn io.Closer) { conn.Close() }, io.EOF},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		conn, err := (&Lines{Reader: stuck{}, Writer: stuck{}}).Connect(ctx)
		if err != nil {
			t.Fatal(err)
		}
		written := make(chan error)
		go func() { written <- conn.Write(context.Background(), &jsonrpc.Request{Method: "x"}) }()
		go c.end(cancel, conn)
		if _, err := conn.Read(context.Background()); !errors.Is(err, c.want) {
			t.Errorf("the read returns %v, want %v", err, c.want)
		}
		if err := <-written; err == nil {
			t.Error("what was never read counts as written")
		}
	}
}
