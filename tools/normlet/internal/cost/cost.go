// Package cost reports the time and memory that work took.
package cost

import (
	"fmt"
	"time"

	"github.com/normlet/normlet/internal/memory"
)

// PeakMemory returns the peak memory of this process in bytes, 0 if unknown. On Linux, getrusage would include the
// parent process.
func PeakMemory() int64 {
	if peak := memory.Of("self", memory.Peak); peak > 0 {
		return peak
	}
	return usedMemory()
}

// Since says what the work since start took.
func Since(start time.Time) string {
	text := fmt.Sprintf("took %.1f s", time.Since(start).Seconds())
	if peak := PeakMemory(); peak > 0 {
		text += fmt.Sprintf(", peak memory %.0f MiB", float64(peak)/(1<<20))
	}
	return text
}
