package mapping

import (
	_ "embed"
	"strings"
	"sync"
)

// missingTable has what people and programs write for a missing value, one a line. One in lower case stands for all
// cases.
//
//go:embed missing.txt
var missingTable string

// markers are the texts of cells whose value is missing.
type markers map[string]bool

// usualMissing are the markers of the table.
var usualMissing = sync.OnceValue(func() markers {
	m := markers{}
	for line := range strings.Lines(missingTable) {
		if text := strings.TrimSuffix(line, "\n"); text != "" && !strings.HasPrefix(text, "# ") {
			m[text] = true
		}
	}
	return m
})

// missing returns the markers that c asks for.
func (c *Config) missing() markers {
	if c.Missing == nil {
		return usualMissing()
	}
	m := markers{}
	for _, text := range c.Missing {
		m[strings.TrimSpace(text)] = true
	}
	return m
}

// leaveOut empties the cells that are markers.
func (m markers) leaveOut(cells []string) {
	for i, cell := range cells {
		if m.has(cell) {
			cells[i] = ""
		}
	}
}

// has reports whether a cell is a marker.
func (m markers) has(cell string) bool {
	text := strings.TrimSpace(cell)
	return m[text] || m[strings.ToLower(text)]
}
