package mobile

import (
	"runtime/debug"
	"strings"
	"sync"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/document"
)

// Normalizer answers mentions from one pack, for any number of threads. One made
// without an Open function is closed.
type Normalizer struct {
	mu    sync.RWMutex                     // held for reading by all that use core
	core  *core.Normalizer                 // nil at rest, and once closed
	again func() (*core.Normalizer, error) // opens the same pack; nil if it cannot, and once closed

	answered sync.Once // the first look-up since it was opened

	annotating sync.Mutex
	annotator  *annotate.Annotator // nil until it is needed
}

// Lookup maps a mention, a name as somebody wrote it, to its k most likely entities, in
// any namespace. Every text has an answer, perhaps without a match. k is at least 1;
// more than 128 means 128. It takes a fraction of a millisecond, the first one up to
// some tens.
func (n *Normalizer) Lookup(mention string, k int) (*Matches, error) {
	return n.LookupIn(mention, "", k)
}

// LookupIn is Lookup among the entities of one namespace, or of several joined by
// commas: "NCBIGene,MESH". An empty text means all. A namespace that Info does not
// have is an error.
func (n *Normalizer) LookupIn(mention, namespaces string, k int) (*Matches, error) {
	return n.LookupContext(mention, "", namespaces, k)
}

// LookupContext is LookupIn of a mention in a text, such as a sentence. If the
// mention alone leaves several entities close, their other names in the text decide, and,
// in a pack with company, what else it names.
func (n *Normalizer) LookupContext(mention, context, namespaces string, k int) (*Matches, error) {
	if n.closed() {
		return nil, errClosed
	}
	if err := checkK(k); err != nil {
		return nil, err
	}
	return n.LookupWith(mention, &Options{K: k, Namespaces: namespaces, Context: context})
}

// LookupWith is Lookup with options; null means those of a new Options.
func (n *Normalizer) LookupWith(mention string, options *Options) (m *Matches, err error) {
	defer rescue(&err)
	// A mapped file that another program cuts short faults when it is read: make that
	// an error, not the end of the app.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	c, done, err := n.use()
	if err != nil {
		return nil, err
	}
	defer done()
	o, err := options.core()
	if err != nil {
		return nil, err
	}
	a, err := document.Each(c.LookupMany, []core.Query{{Mention: mention, Context: o.Context}}, o)
	if err != nil {
		return nil, failed(err, KindInternal)
	}
	// Opening a pack and making its index, by the first look-up, leave a third of what the
	// process holds behind. Go alone would keep it for minutes, and a phone ends the apps
	// that hold most.
	n.answered.Do(func() { go debug.FreeOSMemory() })
	return &Matches{a[0]}, nil
}

// Info describes the pack.
func (n *Normalizer) Info() (i *Info, err error) {
	defer rescue(&err)
	c, done, err := n.use()
	if err != nil {
		return nil, err
	}
	defer done()
	is := c.Info()
	return &Info{
		Name: is.Value("name"), Version: is.Value("version"), Date: is.Value("date"), License: is.Value("license"),
		Source: is.Value("source"), Namespaces: strings.Join(is.Namespaces, ","), EntityCount: is.Entities, NameCount: is.Names,
	}, nil
}

// Close waits for running look-ups and frees the pack. Closing twice is fine; every
// other use of a closed Normalizer is the error "closed".
func (n *Normalizer) Close() {
	var ignored error // giving back a mapping fails only if it is none
	defer rescue(&ignored)
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.drop()
	n.again = nil
}
