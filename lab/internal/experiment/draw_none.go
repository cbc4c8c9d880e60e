//go:build !plot

package experiment

// Draw returns ErrNoPlot.
func Draw(*Figure) ([]byte, error) { return nil, ErrNoPlot }
