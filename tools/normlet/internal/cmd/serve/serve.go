// Package serve is the command normlet serve.
package serve

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/release"
	"github.com/normlet/normlet/tools/normlet/internal/site"
	"github.com/normlet/normlet/tools/normlet/server"
	"github.com/normlet/normlet/train/data"
)

type options struct {
	server.Options
	listen, web, logFormat string
	packs, keys, origins   []string
	debug                  bool
}

func New(std *cli.IO) *cobra.Command {
	o := options{logFormat: "text"}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer lookups over HTTP",
		Long: `Answer lookups over HTTP: in normlet's own JSON (/lookup), as Gilda's web service (/ground,
/ground_multi, /names), and as a reconciliation service for OpenRefine at the address that
is printed. /docs lists everything.

Several packs are served at /NAME/ each, the part of the file name before the first dot. If
a pack's file is replaced by renaming a new one over it, the server switches to it within
seconds, or at once on SIGHUP, without interruption. A pack that cannot be opened is
reported, and the old one stays. After Ctrl-C or SIGTERM the command ends once the running
requests are answered.

There is no password and no encryption: beyond this machine, put a server with both in
front.`,
		Example: `  normlet serve
  normlet serve --pack genes.normpack --pack chebi.normpack --listen 127.0.0.1:9000
  curl '127.0.0.1:8010/lookup?q=FOX-P2'`,
		Args: cli.ArgCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error { return runServe(std, cmd, o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.listen, "listen", "127.0.0.1:8010", "`address` to listen on; port 0 means any free one")
	f.StringSliceVar(&o.packs, "pack", nil, "pack `files`, or names of installed packs (default: the embedded pack)")
	cli.AddKeyFlag(cmd, &o.keys)
	f.StringVar(&o.web, "web", "", "serve the page in this `folder`, written by normlet web --out, at /web/")
	cli.Reads(cmd, "pack", "web")
	f.StringSliceVar(&o.origins, "origin", nil, "web `origins` whose pages may read answers, beside those of this machine; * allows all")
	f.StringVar(&o.PublicURL, "public-url", "", "`URL` of the server for clients, if it is behind another")
	f.Int64Var(&o.MaxBody, "max-body", 8<<20, "most bytes of the body of a request")
	f.IntVar(&o.MaxBatch, "max-batch", 1000, "most mentions of a request")
	f.IntVar(&o.MaxNamespaces, "max-namespaces", 64, "most namespaces of a request")
	f.Int64Var(&o.MaxAnswer, "max-answer", 16<<20, "most bytes of an answer")
	f.Int64Var(&o.MaxHeld, "max-held", 64<<20, "most bytes of large bodies and answers at the same time; further requests are refused")
	f.IntVar(&o.MaxLookups, "max-lookups", 0, "most requests that look up at the same time; others wait (default: one for each processor, at least two)")
	f.IntVar(&o.MaxTogether, "max-together", 16, "most waiting look-ups that are answered together; 1: none")
	f.DurationVar(&o.MaxWait, "max-wait", 5*time.Second, "longest wait before a look-up; a request that would wait longer is refused (429)")
	f.IntVar(&o.MaxConns, "max-connections", 4096, "most connections; beyond, the one that keeps the server waiting longest is closed")
	f.DurationVar(&o.ReadTimeout, "read-timeout", 30*time.Second, "time for a client to send a request")
	f.DurationVar(&o.WriteTimeout, "write-timeout", time.Minute, "time from the end of a request's header to the end of its answer")
	f.DurationVar(&o.Drain, "drain", 0, "time to keep answering after the signal that ends the command; /readyz fails at once")
	f.DurationVar(&o.Grace, "grace", 10*time.Second, "time for running requests after that")
	cli.WordFlag(cmd, &o.logFormat, "log-format", []string{"text", "json"}, "text or json")
	f.BoolVar(&o.debug, "log-requests", false, "log every request, without its mentions")
	cli.Groups(cmd,
		"Packs: pack key",
		"Addresses: listen public-url origin web",
		"Limits of a request: max-body max-batch | max-namespaces max-answer",
		"Limits of the server: max-lookups max-wait | max-held max-together max-connections",
		"Times: drain grace | read-timeout write-timeout",
		"Log: log-format log-requests")
	return cmd
}

func runServe(std *cli.IO, cmd *cobra.Command, o options) error {
	host, _, err := net.SplitHostPort(o.listen)
	if err != nil {
		return cli.Usagef(cmd, "--listen %s: want HOST:PORT", o.listen)
	}
	if min(o.MaxBody, o.MaxAnswer, o.MaxHeld) < 1 || min(o.MaxBatch, o.MaxNamespaces, o.MaxConns, o.MaxTogether) < 1 || o.MaxLookups < 0 || o.Drain < 0 || min(o.MaxWait, o.ReadTimeout, o.WriteTimeout, o.Grace) <= 0 {
		return cli.Usagef(cmd, "limits and times have to be more than 0")
	}
	o.Log = logger(std, o.logFormat, o.debug)
	if o.Packs, err = servedPacks(std, o.packs, o.keys); err != nil {
		return err
	}
	if o.web != "" {
		site, err := readSite(o.web)
		if err != nil {
			return err
		}
		o.Site = http.StripPrefix("/web", site.Handler(nil)) // the server knows the hosts
	}
	if site.LocalName(host) {
		o.LocalName = site.LocalName
	}
	o.AllowOrigin = allowOrigins(o.origins)
	o.Version = release.Version()
	return serveAll(cmd.Context(), std, o)
}

// gcPercent limits garbage to half of what Go allows by default, unless GOGC is set: lookups leave little, and it saves
// memory when clients send too much.
const gcPercent = 50

// serveAll serves until ctx ends.
func serveAll(ctx context.Context, std *cli.IO, o options) error {
	s, err := server.New(o.Options)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", o.listen)
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(memoryLimit(o.MaxHeld)))
	}
	for _, p := range o.Packs {
		server.LogPack(o.Log, "serving", p)
	}
	if o.LocalName == nil {
		o.Log.Warn("other machines can ask this server, without a password and without encryption")
	}
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	watching, stop := context.WithCancel(ctx)
	defer stop()
	go s.Watch(watching, tick.C, hup)
	fmt.Fprintf(std.Out, "http://%s/\n", l.Addr())
	err = s.Serve(ctx, l)
	o.Log.Info("ended")
	return err
}

// memoryLimit returns the memory that suffices while packs are replaced and requests hold as much as they may. Beyond
// it, Go collects more often.
func memoryLimit(held int64) int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	const beside = 96 << 20 // connections, and what is made of requests
	return 2*int64(m.HeapAlloc) + 2*held + beside
}

func logger(std *cli.IO, format string, requests bool) *slog.Logger {
	o := &slog.HandlerOptions{}
	if requests {
		o.Level = slog.LevelDebug
	}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(std.Err, o))
	}
	return slog.New(slog.NewTextHandler(std.Err, o))
}

// servedPacks opens packs; no path means the default pack.
func servedPacks(std *cli.IO, paths, keyFiles []string) ([]*server.Pack, error) {
	keys, err := packfile.PublicKeys(keyFiles)
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		paths = []string{""}
	}
	var packs []*server.Pack
	for _, path := range paths {
		name, _, _ := strings.Cut(filepath.Base(path), ".")
		file := path
		if path == "" || path == "-" {
			name, file = "default", "" // nothing to watch
		}
		p, err := server.NewPack(name, file, packReopener(std, path, keys))
		if err != nil {
			return nil, err
		}
		packs = append(packs, p)
	}
	return packs, nil
}

// packReopener returns the function that opens a pack, or the file that replaced it. That may be anything, so the first
// pack limits what is read.
func packReopener(std *cli.IO, path string, keys []ed25519.PublicKey) func(*os.File) (*core.Normalizer, error) {
	var most core.Limits
	return func(replaced *os.File) (*core.Normalizer, error) {
		if replaced != nil {
			return reopen(replaced, path, core.OpenOptions{Keys: keys, Limits: most})
		}
		n, err := packfile.ReadAndOpen(std, path, keys)
		if err == nil {
			cost := n.Cost()
			most = core.Limits{SectionBytes: growth*cost.SectionBytes + growthBytes, TableBytes: growth*cost.TableBytes + growthBytes}
		}
		return n, err
	}
}

// A pack that replaces another may be growth times as large as the one that the server began with, and growthBytes more.
const (
	growth      = 4
	growthBytes = 64 << 20
)

// reopen opens the pack in a file.
func reopen(file *os.File, path string, o core.OpenOptions) (*core.Normalizer, error) {
	stored, err := data.NewReader(io.NopCloser(file), path)
	if err != nil {
		return nil, err
	}
	defer stored.Close()
	content, err := pack.Read(stored, o.Limits)
	var n *core.Normalizer
	if err == nil {
		n, err = core.OpenBytes(content, &o)
	}
	if _, large := errors.AsType[*pack.LimitError](err); large {
		return nil, fmt.Errorf("%s is much larger than the pack before (%w); to serve it, start the command again", path, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// allowOrigins allows the origins of the list and those of this machine, such as OpenRefine.
func allowOrigins(list []string) func(origin string) bool {
	return func(origin string) bool {
		u, err := url.Parse(origin)
		return slices.Contains(list, "*") || slices.Contains(list, origin) || err == nil && site.LocalName(u.Host)
	}
}

// readSite reads a page written by normlet web --out.
func readSite(dir string) (site.Site, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	s := make(site.Site)
	err = s.Read(root.FS(), func(path string) bool { return site.ContentTypes[filepath.Ext(path)] != "" })
	if err == nil && s[site.Index] == nil {
		err = fmt.Errorf("%s: holds no %s; normlet web --out %s writes the page", dir, site.Index, dir)
	}
	return s, err
}
