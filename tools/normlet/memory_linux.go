package main

import (
	"fmt"
	"os"
	"strings"
)

// peakMemory returns the most memory that this process has held, in bytes.
func peakMemory() (int64, bool) {
	// Not getrusage, whose figure a process inherits from the one that started it.
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 {
			return kib << 10, true
		}
	}
	return 0, false
}
