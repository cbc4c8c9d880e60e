//go:build linux

package abuse

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/normlet/normlet/assets"
)

// abuse is what some clients do over and over.
type abuse struct {
	clients int
	once    func(ctx context.Context)
}

const (
	asJSON = "application/json"
	asForm = "application/x-www-form-urlencoded"
	size   = 8 << 20 // of a body: as much as there may be
)

// fill repeats text between begin and end up to the size of a body.
func fill(begin, text, end string) string {
	return begin + strings.Repeat(text, (size-len(begin)-len(end))/len(text)) + end
}

var bodies = sync.OnceValue(func() map[string]string {
	ids := make([]string, 1000)
	for i := range ids {
		ids[i] = fmt.Sprintf(`"NCBIGene:%d"`, i)
	}
	long := strings.Repeat("long ", 700)
	mention := `{"mention":"FOX-P2","context":"` + long + long + `"},`
	return map[string]string{
		"many properties":     fill(`extend={"ids":[`+strings.Join(ids, ",")+`],"properties":[`, `{"id":"name"},`, `{"id":"name"}]}`),
		"many mentions":       fill(`{"mentions":[`, `"",`, `""]}`),
		"deep lists":          strings.Repeat("[", size),
		"deep objects":        strings.Repeat(`{"a":`, size/5),
		"one long text":       fill(`{"text":"`, "x", `"}`),
		"one long number":     fill(`{"k":`, "1", `}`),
		"blanks alone":        strings.Repeat(" ", size),
		"many unknown values": fill(`{"text":"a","x":[`, `[],`, `[]]}`),
		"many texts":          fill(`[`, `{"text":""},`, `{"text":""}]`),
		"a form of escapes":   "queries=" + strings.Repeat("%20", size/3-3),
		"a form of fields":    strings.Repeat("a=b&", size/4),
		"many queries":        "queries=" + fill("{", `"a":{"query":"x"},`, `"b":{}}`)[:size-8],
		"a full batch":        `{"k":128,"mentions":[` + strings.Repeat(mention, 999) + `"x"]}`,
		"a large answer":      `{"k":128,"mentions":[` + strings.Repeat(`"kinase",`, 400) + `"x"]}`,
		"a text of names":     `{"text":"` + strings.Repeat("kinase AKT1 of mice with asthma and aspirin. ", 200) + `"}`,
		"a middling answer":   `{"k":20,"mentions":[` + strings.Repeat(`"kinase",`, 300) + `"x"]}`,
	}
})

func abuses(s *server) map[string]abuse {
	b := bodies()
	all := map[string]abuse{
		"4 slow readers":            {1, s.slowReaders(4, b["a large answer"])},
		"100 slow readers":          {1, s.slowReaders(100, b["a middling answer"])},
		"1000 slow readers":         {1, s.slowReaders(1000, `{"k":128,"mentions":["kinase"]}`)},
		"20 slow readers of texts":  {1, s.held(20, 30, head("/annotate", asJSON, len(b["a text of names"]))+b["a text of names"])},
		"300 slow writers of texts": {1, s.held(300, 20, head("/annotate", asJSON, size)+b["a text of names"][:5000])},
		"48 bodies at once":         {1, s.together(48, "many mentions")},
		"48 full batches at once":   {1, s.together(48, "a full batch")},
		"300 slow writers":          {1, s.held(300, 20, head("/lookup", asJSON, size)+b["a full batch"][:100_000])},
		"300 slow headers":          {1, s.held(300, 20, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"+headers(15<<10))},
		"300 idle connections":      {1, s.held(300, 20, "")},
		"cancelled requests": {4, func(ctx context.Context) {
			s.send(ctx, head("/lookup", asJSON, len(b["a full batch"]))+b["a full batch"], false)
		}},
		"large headers": {4, func(ctx context.Context) {
			s.send(ctx, "GET /lookup?q=a HTTP/1.1\r\nHost: 127.0.0.1\r\n"+headers(15<<10)+"\r\n", true)
		}},
		"many parameters": {2, func(ctx context.Context) {
			s.send(ctx, "GET /?"+strings.Repeat("a&", 7000)+" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", true)
		}},
		"foreign forms":              {2, s.request("POST", "/", asForm, "queries="+url.QueryEscape(`{"a":{"query":"x"}}`), "Origin: https://evil.example\r\n")},
		"HEAD":                       {2, s.request("HEAD", "/lookup?q=kinase&k=128", "", "", "")},
		"OPTIONS":                    {2, s.request("OPTIONS", "/lookup", "", "", "Origin: https://evil.example\r\n")},
		"unheard-of methods":         {1, s.request("BREW", "/lookup", "", "", "")},
		"noise":                      {2, s.noise},
		"packs replaced by anything": {1, s.replaceByAnything},
	}
	for name, path := range map[string]string{
		"many properties": "/", "a form of escapes": "/", "a form of fields": "/", "many queries": "/", "deep lists": "/ground_multi", "deep objects": "/ground",
		"one long text": "/ground", "one long number": "/lookup", "blanks alone": "/names", "many unknown values": "/ground", "many texts": "/ground_multi",
		"many mentions": "/lookup", "a full batch": "/lookup", "a text of names": "/annotate",
	} {
		kind := asJSON
		if path == "/" {
			kind = asForm
		}
		all[name] = abuse{1, s.request("POST", path, kind, b[name], "")}
	}
	return all
}

func head(path, kind string, length int) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", path, kind, length)
}

// headers returns as many small header lines as fit.
func headers(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size-8; i++ {
		fmt.Fprintf(&b, "%x:\r\n", i)
	}
	return b.String()
}

// dial connects with a small receive buffer.
func (s *server) dial(ctx context.Context) net.Conn {
	d := net.Dialer{Timeout: 5 * time.Second, Control: func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) { _ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096) })
	}}
	c, err := d.DialContext(ctx, "tcp", s.address)
	if err != nil {
		pause(ctx, 100*time.Millisecond) // as many connections as there can be
		return nil
	}
	return c
}

// send sends a request, and if read is set reads the answer for a second.
func (s *server) send(ctx context.Context, text string, read bool) {
	c := s.dial(ctx)
	if c == nil {
		return
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { c.Close() })()
	_ = c.SetDeadline(time.Now().Add(5 * time.Second))
	if _, err := io.WriteString(c, text); err == nil && read {
		_ = c.SetReadDeadline(time.Now().Add(time.Second))
		_, _ = io.Copy(io.Discard, c)
	}
}

func (s *server) request(method, path, kind, body, headers string) func(context.Context) {
	text := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n%s", method, path, headers)
	if kind != "" {
		text += fmt.Sprintf("Content-Type: %s\r\nContent-Length: %d\r\n", kind, len(body))
	}
	text += "\r\n" + body
	return func(ctx context.Context) {
		s.send(ctx, text, true)
		pause(ctx, 20*time.Millisecond) // the machine has to answer look-ups, too
	}
}

// together sends a body on several connections at once.
func (s *server) together(n int, name string) func(context.Context) {
	text := head("/lookup", asJSON, len(bodies()[name])) + bodies()[name]
	return func(ctx context.Context) {
		var wg sync.WaitGroup
		for range n {
			wg.Go(func() { s.send(ctx, text, true) })
		}
		wg.Wait()
		pause(ctx, 500*time.Millisecond)
	}
}

// held opens connections, sends the beginning of something on each, then nothing for some tenths of a second.
func (s *server) held(n, tenths int, begin string) func(context.Context) {
	return func(ctx context.Context) {
		var held []net.Conn
		for range n {
			if c := s.dial(ctx); c != nil {
				held = append(held, c)
				_ = c.SetWriteDeadline(time.Now().Add(time.Second))
				_, _ = io.WriteString(c, begin)
			}
		}
		pause(ctx, time.Duration(tenths)*100*time.Millisecond)
		for _, c := range held {
			c.Close()
		}
	}
}

// slowReaders ask and read nothing.
func (s *server) slowReaders(n int, body string) func(context.Context) {
	return s.held(n, 30, head("/lookup", asJSON, len(body))+body)
}

// noise sends junk and broken requests.
func (s *server) noise(ctx context.Context) {
	junk := make([]byte, 2000)
	for i := range junk {
		junk[i] = byte(rand.Uint32())
	}
	for _, text := range []string{
		string(junk), head("/lookup", asJSON, len(junk)) + string(junk), head("/", asForm, len(junk)) + string(junk),
		"POST /lookup HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{",
		"POST /lookup HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
	} {
		s.send(ctx, text, true)
	}
}

// replaceByAnything puts a pack and things that are none at the path of the pack in turn.
func (s *server) replaceByAnything(ctx context.Context) {
	for _, make := range []func(path string) error{
		func(path string) error {
			return os.WriteFile(path, assets.Default()[:len(assets.Default())/2], 0o644)
		},
		func(path string) error { return syscall.Mkfifo(path, 0o644) },
		func(path string) error { return os.WriteFile(path, assets.Default(), 0o644) },
		func(path string) error { return os.Mkdir(path, 0o755) },
		func(path string) error { return os.Symlink("/dev/zero", path) },
	} {
		s.replace(make)
		pause(ctx, 1300*time.Millisecond) // it looks once a second
	}
}

func pause(ctx context.Context, length time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(length):
	}
}
