// Package web is the command normlet web.
package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/site"
	"github.com/normlet/normlet/tools/normlet/program"
)

type options struct {
	listen, pack, out string
	updates, root     string
	namespaces        []string
}

// A page for a static server starts with the genes of the embedded pack, which arrive in half the time of all of it.
const (
	pageNamespace = "NCBIGene"
	pageName      = "Human genes"
)

func New(std *cli.IO) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "web",
		Short: "Serve the page that looks up names in the browser",
		Long: `Serve, on this machine only, the page that looks up names in the browser, and print its
address. The browser keeps the page, which works offline from then on; names never leave
it. Ctrl-C ends the command.

The page starts with the embedded pack or with --pack; --namespace chooses namespaces.
Programs of a release have the page inside; others compile it with the go command, of the
source that they were made from. --out writes the page to a folder for a static server instead:
with the genes of the embedded pack alone, for the sake of its size, unless told otherwise.

With --updates, such a page offers newer packs of a name, from a repository of normlet
publish in packs/ beside it, and goes back on request. The root of --root, which it
trusts, becomes part of the page.`,
		Example: `  normlet web
  normlet web --pack chebi.normpack --listen 127.0.0.1:9000
  normlet web --out public --namespace NCBIGene,GO
  normlet web --out public --updates genes --root public/packs/metadata/1.root.json`,
		Args: cli.ArgCount(0, 0, "options"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, _, err := net.SplitHostPort(o.listen); err != nil {
				return cli.Usagef(cmd, "--listen %s: want HOST:PORT", o.listen)
			}
			if (o.updates == "") != (o.root == "") || o.updates != "" && o.out == "" {
				return cli.Usagef(cmd, "--updates, --root and --out belong together: the repository lies beside the page that --out writes, in packs/")
			}
			return run(cmd.Context(), std, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.listen, "listen", "127.0.0.1:8040", "`address` to listen on; port 0 means any free one")
	f.StringVar(&o.pack, "pack", "", "pack `file` that the page begins with (default: the embedded pack)")
	f.StringSliceVar(&o.namespaces, "namespace", nil, "only entities of these `namespaces`, separated by commas (default: all; with --out genes of the embedded pack)")
	f.StringVar(&o.out, "out", "", "write the page into this `folder` and do not serve it")
	f.StringVar(&o.updates, "updates", "", "offer newer packs of this `name` from the repository in packs/ beside the page")
	f.StringVar(&o.root, "root", "", "`file` with the root of that repository, which says whose packs to trust")
	cli.Reads(cmd, "pack", "root")
	cli.WritesInto(cmd, "out")
	cli.Groups(cmd, "Pack: pack namespace", "Packs over the air: updates root", "Output: listen out force")
	return cmd
}

func run(ctx context.Context, std *cli.IO, o options) error {
	content, err := pagePack(std, o)
	if err != nil {
		return err
	}
	if !program.Embedded {
		fmt.Fprintln(std.Err, "compiling the page, half a minute the first time")
	}
	p, err := hook.PageProgram(ctx)
	if err != nil {
		return err
	}
	s, err := site.New(content, p)
	if err != nil {
		return err
	}
	if o.updates != "" {
		if err := s.OfferUpdates(o.updates, o.root); err != nil {
			return err
		}
	}
	if o.out != "" {
		return site.Write(ctx, std, o.out, s)
	}
	return serve(ctx, std, o.listen, s)
}

// pagePack returns the first pack of the page, its sections stored plain. A page for other servers has it compressed by
// gzip as a whole, which browsers undo faster than the program would; from this machine, plain bytes are there sooner.
func pagePack(std *cli.IO, o options) ([]byte, error) {
	content, path, err := packfile.Read(std, o.pack)
	if err != nil {
		return nil, err
	}
	name := ""
	if o.pack == "" && len(o.namespaces) == 0 && o.out != "" {
		o.namespaces, name = []string{pageNamespace}, pageName
	}
	c, err := packfile.Select(content, o.namespaces, name)
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

func serve(ctx context.Context, std *cli.IO, addr string, s site.Site) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: s.Handler(l.Addr()), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		grace, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		server.Shutdown(grace) // fails when requests outlast the grace: they end with the program
	})
	defer stop()
	fmt.Fprintf(std.Out, "http://%s/\n", l.Addr())
	fmt.Fprintln(std.Err, "serving the page at this address; Ctrl-C ends it")
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-ended
	return nil
}
