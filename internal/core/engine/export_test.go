package engine

import "github.com/normlet/normlet/internal/core/search"

// Reads returns how many bytes of codes the search for the mention that w looked up last has read.
func (e *Engine) Reads(w *Work, filter *search.RowFilter) int {
	if w.Decided {
		return 0
	}
	return e.codes.Reads(w.size, filter)
}
