package main

import (
	"fmt"
	"time"
)

// cost returns what the work since start took, for people.
func cost(start time.Time) string {
	text := fmt.Sprintf("took %.1f s", time.Since(start).Seconds())
	if peak, ok := peakMemory(); ok {
		text += fmt.Sprintf(", peak memory %.0f MiB", float64(peak)/(1<<20))
	}
	return text
}
