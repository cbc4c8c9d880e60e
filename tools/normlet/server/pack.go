package server

import (
	"cmp"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/regular"
	"github.com/normlet/normlet/tools/normlet/gilda"
)

// Pack is a served pack, replaced when its file is.
type Pack struct {
	Name string

	prefix  string // of its paths, "" or "/NAME"
	path    string // of its file, "" when it has none
	open    func(*os.File) (*core.Normalizer, error)
	current atomic.Pointer[view]

	reopen atomic.Bool // open the file although it has not changed
	reload sync.Mutex  // held by the one who replaces current
	seen   fs.FileInfo // of the file last opened or refused; nil when it was not there
}

// view is an open pack as requests see it.
type view struct {
	*core.Normalizer
	pack   *Pack
	tables *pack.Contents
	info   core.Info
	models func() []string // see gilda.Models
	curies func() bool     // most ids are CURIEs

	annotator func() (*annotate.Annotator, error) // made for the first text
}

// sureP is the P from which on a match needs no review. See docs/decisions/ambiguity.md.
const sureP = 0.8

// sure reports whether an answer counts as a match without being looked at.
func sure(a *core.Answer) bool {
	return !a.NIL && len(a.Ambiguous) == 0 && a.Matches[0].P >= sureP && a.Matches[0].Broader == ""
}

// NewPack opens a pack by open(nil). path is the file to watch, "" for none: open gets the regular file that replaced
// it, and must not close it. open must read the whole pack and map nothing, since the garbage collector frees views.
func NewPack(name, path string, open func(replaced *os.File) (*core.Normalizer, error)) (*Pack, error) {
	p := &Pack{Name: name, path: path, open: open}
	p.seen = p.stat()
	return p, p.replace(nil)
}

func (p *Pack) view() *view { return p.current.Load() }

// replace makes the pack that open returns current.
func (p *Pack) replace(f *os.File) error {
	n, err := p.open(f)
	if err != nil {
		return err
	}
	n.Lookup("warming up", 1) // makes tables that the first request would wait for
	v := &view{Normalizer: n, pack: p, tables: engine.Of(n).LoadedContents(), info: n.Info()}
	v.models = sync.OnceValue(func() []string { return gilda.Models(v.tables.WithCompany()) })
	v.curies = sync.OnceValue(func() bool { return mostCURIEs(v.tables) })
	v.annotator = sync.OnceValues(func() (*annotate.Annotator, error) { return annotate.New(n) })
	p.current.Store(v)
	return nil
}

// stat returns nil if there is no file at the moment.
func (p *Pack) stat() fs.FileInfo {
	if p.path == "" {
		return nil
	}
	info, _ := os.Stat(p.path)
	return info
}

// refresh opens the file if it was replaced, or always, and reports whether it did. After an error the old pack stays
// until the file changes again.
func (p *Pack) refresh(always bool) (bool, error) {
	p.reload.Lock()
	defer p.reload.Unlock()
	if p.path == "" {
		return false, nil
	}
	now := p.stat() // before it is read: a change while it is read is seen next time
	if !always && (now == nil || same(p.seen, now)) {
		return false, nil
	}
	p.seen = now
	f, err := regular.Open(p.path)
	if err != nil {
		return true, err
	}
	defer f.Close()
	return true, p.replace(f)
}

func same(a, b fs.FileInfo) bool {
	return a != nil && os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

func LogPack(log *slog.Logger, event string, p *Pack) {
	i := p.view().info
	log.Info(event, "pack", p.Name, "title", i.Value("name"), "version", i.Value("version"), "entities", i.Entities, "names", i.Names)
}

func (v *view) title() string {
	return cmp.Or(v.info.Value("name"), v.pack.Name)
}

func (v *view) describe() string {
	text := fmt.Sprintf("%d names of %d entities", v.info.Names, v.info.Entities)
	if version := v.info.Value("version"); version != "" {
		text += ", " + version
	}
	return text
}
