package normlet

import (
	"sync"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
)

// shared is a pack that is open in this process.
type shared struct {
	*core.Normalizer
	path      string
	users     int
	annotator func() (*annotate.Annotator, error) // one for all, made at the first call
}

var (
	packsLock sync.Mutex
	packs     = map[string]*shared{}
)

// openPack opens a pack, or joins those who use it already. Close it in any case.
func openPack(path string) (*shared, error) {
	packsLock.Lock()
	defer packsLock.Unlock()
	s := packs[path]
	if s == nil {
		var n *core.Normalizer
		var err error
		if path == "" {
			n, err = core.OpenBytes(assets.Default(), nil)
		} else {
			n, err = core.Open(path, nil)
		}
		if err != nil {
			return nil, err
		}
		s = &shared{Normalizer: n, path: path, annotator: sync.OnceValues(func() (*annotate.Annotator, error) { return annotate.New(n) })}
		packs[path] = s
	}
	s.users++
	return s, nil
}

// close gives the pack back, if there is one; the last user closes it.
func (s *shared) close() error {
	if s == nil {
		return nil
	}
	packsLock.Lock()
	defer packsLock.Unlock()
	if s.users--; s.users > 0 {
		return nil
	}
	delete(packs, s.path)
	return s.Normalizer.Close()
}
