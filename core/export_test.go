package core

import "github.com/normlet/normlet/internal/mmap"

// OpenMapped opens a pack in memory that unmap gives back.
func OpenMapped(data []byte, unmap func() error) (*Normalizer, error) {
	return openMapped(&mmap.File{Data: data, Unmap: unmap}, OpenOptions{})
}

// Remembered returns how many mentions c remembers, and how many bytes it takes what it remembers for.
func (c *LookupCache) Remembered() (mentions int, size int64) {
	for _, of := range []map[asked]*remembered{c.known.young, c.known.old} {
		mentions += len(of)
		for _, e := range of {
			size += int64(e.bytes())
		}
	}
	return mentions, size
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
