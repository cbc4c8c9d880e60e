//go:build race

package engine

// raceEnabled: the race detector makes sync.Pool drop entries at random, so allocations cannot be counted.
const raceEnabled = true
