package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/program"
)

type webOptions struct {
	listen, pack, out string
	updates, root     string
	namespaces        []string
}

// The page starts with the genes of the embedded pack, which load in half the time of all of it.
const (
	pageNamespace = "NCBIGene"
	pageName      = "Human genes"
)

func (a *app) webCommand() *cobra.Command {
	var o webOptions
	cmd := &cobra.Command{
		Use:   "web",
		Short: "Serve the page that looks up names in the browser",
		Long: `Serve, on this machine only, the page that looks up names in the browser, and print its
address. The browser keeps the page, which works offline from then on; names never leave
it. Ctrl-C ends the command.

The page starts with the genes of the embedded pack or with --pack; --namespace chooses
other namespaces. Programs of a release have the page inside; others compile it with the
go command, in the source folder of normlet. --out writes the page to a folder for a
static server instead.

With --updates, such a page offers newer packs of a name, from the repository that lies
beside it in packs/ (normlet publish makes it), and goes back on request. It trusts the
root that --root names, which becomes a part of the page.`,
		Example: `  normlet web
  normlet web --pack chebi.normpack --listen 127.0.0.1:9000
  normlet web --out public --namespace NCBIGene,GO
  normlet web --out public --updates genes --root public/packs/metadata/1.root.json`,
		Args: argCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, _, err := net.SplitHostPort(o.listen); err != nil {
				return usagef(cmd, "--listen %s: want HOST:PORT", o.listen)
			}
			if (o.updates == "") != (o.root == "") || o.updates != "" && o.out == "" {
				return usagef(cmd, "--updates, --root and --out belong together: the repository lies beside the page that --out writes, in packs/")
			}
			return a.web(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.listen, "listen", "127.0.0.1:8040", "`address` to listen on; port 0 means any free one")
	f.StringVar(&o.pack, "pack", "", "pack `file` that the page begins with (default: the embedded pack)")
	f.StringSliceVar(&o.namespaces, "namespace", nil, "only entities of these `namespaces`, separated by commas (default: genes of the embedded pack, all of another)")
	f.StringVar(&o.out, "out", "", "write the page into this `folder` and do not serve it")
	f.StringVar(&o.updates, "updates", "", "offer newer packs of this `name` from the repository in packs/ beside the page")
	f.StringVar(&o.root, "root", "", "`file` with the root of that repository, which says whose packs to trust")
	reads(cmd, "pack", "root")
	writesInto(cmd, "out")
	groups(cmd, "Pack: pack namespace", "Packs over the air: updates root", "Output: listen out force")
	return cmd
}

// pageProgram returns the program of the page; tests have one that needs no compiler.
var pageProgram = program.Get

func (a *app) web(ctx context.Context, o webOptions) error {
	content, err := a.pagePack(o)
	if err != nil {
		return err
	}
	p, err := pageProgram(ctx)
	if err != nil {
		return err
	}
	s, err := newSite(content, p)
	if err != nil {
		return err
	}
	if o.updates != "" {
		if err := s.offerUpdates(o.updates, o.root); err != nil {
			return err
		}
	}
	if o.out != "" {
		return a.writeSite(ctx, o.out, s)
	}
	return a.serve(ctx, o.listen, s)
}

// pagePack returns the first pack of the page, its sections stored plain. A page for other servers has it compressed by
// gzip as a whole, which browsers undo faster than the program would; from this machine, plain bytes are there sooner.
func (a *app) pagePack(o webOptions) ([]byte, error) {
	content, path, err := a.readPack(o.pack)
	if err != nil {
		return nil, err
	}
	name := ""
	if o.pack == "" && len(o.namespaces) == 0 {
		o.namespaces, name = []string{pageNamespace}, pageName
	}
	c, err := selected(content, o.namespaces, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err) // rather here than in every browser
	}
	plain, err := c.Append(nil, &pack.WriteOptions{Plain: true})
	if err != nil || o.out == "" {
		return plain, err
	}
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(plain); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

func (a *app) serve(ctx context.Context, addr string, s site) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: s.handler(l.Addr()), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		grace, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		server.Shutdown(grace) // fails when requests outlast the grace: they end with the program
	})
	defer stop()
	fmt.Fprintf(a.stdout, "http://%s/\n", l.Addr())
	fmt.Fprintln(a.stderr, "serving the page at this address; Ctrl-C ends it")
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-ended
	return nil
}

// contentTypes does not depend on the system's table, which may lack or alter types.
var contentTypes = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".normpack":    "application/octet-stream",
	".gz":          "application/gzip", // of pages written by earlier releases
	".json":        "application/json", // the root of a repository
}

// siteHeaders go with every file. Workers need the policy of index.html from the server, too.
var siteHeaders = map[string]string{
	"Cache-Control":                "no-cache", // always ask whether it changed
	"Content-Security-Policy":      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Embedder-Policy": "require-corp",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
}

// handler serves the files of s under exactly their paths. On a loopback address it answers only to names of this
// machine: a foreign page could otherwise resolve its own name to this address and read the pack.
func (s site) handler(addr net.Addr) http.Handler {
	tags := make(map[string]string, len(s))
	for name, content := range s {
		tags[name] = fmt.Sprintf(`"%x"`, sha256.Sum256(content))
	}
	tcp, ok := addr.(*net.TCPAddr)
	loopback := ok && tcp.IP.IsLoopback()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if loopback && !localName(r.Host) {
			http.Error(w, "this page is served on this machine only", http.StatusMisdirectedRequest)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = siteIndex
		}
		content, ok := s[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		for key, value := range siteHeaders {
			w.Header().Set(key, value)
		}
		w.Header().Set("Content-Type", contentTypes[path.Ext(name)])
		w.Header().Set("ETag", tags[name])
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
	})
}

// localName reports whether a host is this machine.
func localName(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
