package mapping

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/organism"
)

// FirstRows is how many rows of a table say what its columns hold.
const FirstRows = 1000

// first returns the cells of a column in the first rows of a table, and the namespace that its name states.
func first(t *Table, name string) (cells []string, namespace string) {
	rows := t.Peek(FirstRows)
	at, err := find(&t.Shape, name)
	for i := 0; i < len(rows) && err == nil; i++ {
		if cell, err := texts(&t.Shape, &rows[i], []column{at}); err == nil {
			cells = append(cells, cell[0])
		}
	}
	return cells, at.namespace
}

// Queries returns a query for each cell that is a mention.
func (c *Config) Queries(cells []string, namespace string) (out []core.Query) {
	missing := c.missing()
	for _, cell := range cells {
		if cell = strings.TrimSpace(cell); cell != "" && !missing.has(cell) && quantity(cell) == "" {
			out = append(out, core.Query{Mention: cell, Namespace: namespace})
		}
	}
	return out
}

// EstimateCoverage estimates how many of the queries the pack has, by Config.Estimate. Without one it returns nil.
func (c *Config) EstimateCoverage(queries []core.Query) (*core.Coverage, error) {
	if c.Estimate == nil {
		return nil, nil
	}
	return c.Estimate(queries)
}

// checkOrganisms refuses a column of organisms in whose first rows no known organism is named.
func (c *Config) checkOrganisms(t *Table) error {
	if c.Organism == "" || c.KnownOrganism == nil {
		return nil
	}
	if _, err := find(&t.Shape, c.Organism); err != nil {
		return err
	}
	cells, _ := first(t, c.Organism)
	why := errors.New("it is empty")
	for _, cell := range cells {
		for _, name := range organism.Split(cell) {
			_, err := c.KnownOrganism(name)
			if err == nil {
				return nil
			}
			why = err
		}
	}
	return fmt.Errorf("%s: the organism column %q says nothing in the first %d rows: %w", t.Name, c.Organism, len(cells), why)
}

// estimate sets the Coverage of the options from the first rows of a table, all mapped columns together.
func (c *Config) estimate(t *Table) (err error) {
	if err := c.checkOrganisms(t); err != nil {
		return err
	}
	var queries []core.Query
	for _, name := range c.Columns {
		queries = append(queries, c.Queries(first(t, name))...)
	}
	if l, err := c.EstimateCoverage(queries); l != nil || err != nil {
		c.Options.Lookup.Coverage = l
		return err
	}
	return nil
}

// The words that --coverage takes beside a share.
const (
	CoverageAuto  = "auto"  // estimated from the first rows
	CoverageAlone = "alone" // each mention by itself
)

// StateCoverage sets what --coverage asks for: an Estimate by n, nothing, or a share from 0 to 1.
func (c *Config) StateCoverage(n *core.Normalizer, said string) error {
	switch said {
	case CoverageAuto, "":
		asked := c.Options.Lookup
		c.Estimate = func(queries []core.Query) (*core.Coverage, error) { return n.EstimateCoverage(queries, asked) }
	case CoverageAlone:
	default:
		share, err := strconv.ParseFloat(said, 64)
		if err != nil || !(share >= 0 && share <= 1) {
			return fmt.Errorf("--coverage %s: want a share of 0 to 1, %s or %s", said, CoverageAuto, CoverageAlone)
		}
		c.Options.Lookup.Coverage = n.FixedCoverage(share)
	}
	return nil
}
