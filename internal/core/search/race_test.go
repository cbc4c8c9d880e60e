//go:build race

package search

// raceEnabled: the race detector makes sync.Pool drop entries at random, so allocations cannot be counted.
const raceEnabled = true
