package core

import "github.com/normlet/normlet/internal/mmap"

// OpenMapped opens a pack in memory that unmap gives back.
func OpenMapped(data []byte, unmap func() error) (*Normalizer, error) {
	return openMapped(&mmap.File{Data: data, Unmap: unmap}, OpenOptions{})
}

// Remembered returns how many candidates and names c remembers, and how many bytes it takes them for.
func (c *LookupCache) Remembered() (candidates, words int, size int64) {
	for _, e := range c.known {
		candidates += len(e.folded)
	}
	return candidates, len(c.words) + len(c.ids), c.size
}

// LookupNames is LookupMany as a LookupCache asks, complete.
func LookupNames(n *Normalizer, queries []Query, o Options) ([]Answer, error) {
	o.named = true
	return n.LookupMany(queries, o)
}

// DependsOnText reports whether a text can change an answer.
func DependsOnText(a *Answer) bool {
	return dependsOnText(a)
}
