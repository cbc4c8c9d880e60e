package mobile

import (
	"os"
	"runtime/debug"
	"sync"

	"github.com/normlet/normlet/core"
)

// Rest gives back the memory that can be made again from the pack: nearly all of it, for OpenDefault and packs in files.
// Call it when the system says that memory is low, or when the app goes to the background. It waits for running
// look-ups. The next one opens the pack again, which takes as long as at first, and answers the same. If the file has
// changed until then, that is the error "unreadable file".
func (n *Normalizer) Rest() {
	var ignored error
	defer rescue(&ignored)
	if n == nil {
		return
	}
	n.mu.Lock()
	if n.annotator = nil; n.again != nil {
		n.drop()
	}
	n.mu.Unlock()
	debug.FreeOSMemory()
}

// drop gives up what was opened, while nobody else has n.mu.
func (n *Normalizer) drop() {
	if n.core != nil {
		_ = n.core.Close() // giving back a mapping fails only if it is none
	}
	n.core, n.annotator, n.answered = nil, nil, sync.Once{}
}

// closed reports whether n was closed or never opened.
func (n *Normalizer) closed() bool {
	if n == nil {
		return true
	}
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.core == nil && n.again == nil
}

// use returns the Normalizer of core, which it opens again if n is at rest, and what to call when it is no longer used.
func (n *Normalizer) use() (c *core.Normalizer, done func(), err error) {
	if n == nil {
		return nil, nil, errClosed
	}
	for {
		n.mu.RLock()
		if n.core != nil {
			return n.core, n.mu.RUnlock, nil
		}
		n.mu.RUnlock()
		if err := n.wake(); err != nil {
			return nil, nil, err
		}
	}
}

// wake opens the pack again, unless somebody else did.
func (n *Normalizer) wake() (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // see Normalizer.LookupWith
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.core == nil && n.again == nil {
		return errClosed
	}
	if n.core == nil {
		if n.core, err = n.again(); err != nil {
			n.core, err = nil, failed(err, KindBadPack)
		}
	}
	return err
}

// ofFile returns what opens a file by how, and refuses to once the file is another than at first.
func ofFile(path string, how func() (*core.Normalizer, error)) func() (*core.Normalizer, error) {
	var first os.FileInfo
	return func() (*core.Normalizer, error) {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = info
		}
		if !os.SameFile(first, info) || info.Size() != first.Size() || !info.ModTime().Equal(first.ModTime()) {
			return nil, failuref(KindFile, "%s has changed since it was opened: open it again", path)
		}
		return how()
	}
}
