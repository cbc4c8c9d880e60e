package main

import (
	"fmt"
	"time"

	"github.com/normlet/normlet/internal/memory"
)

// peakMemory returns the most memory that this process has held, in bytes; 0 if it is not measured. On Linux the figure
// of getrusage includes the process that started this one.
func peakMemory() int64 {
	if peak := memory.Of("self", memory.Peak); peak > 0 {
		return peak
	}
	_, peak := usage()
	return peak
}

// cost returns what the work since start took, for people.
func cost(start time.Time) string {
	text := fmt.Sprintf("took %.1f s", time.Since(start).Seconds())
	if peak := peakMemory(); peak > 0 {
		text += fmt.Sprintf(", peak memory %.0f MiB", float64(peak)/(1<<20))
	}
	return text
}
