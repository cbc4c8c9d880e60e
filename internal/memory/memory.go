// Package memory says how much memory a process holds, on systems that report it.
package memory

import (
	"fmt"
	"os"
	"strings"
)

// The sizes that Linux states of a process.
const (
	Resident = "VmRSS" // what is not swapped out, with its code
	Peak     = "VmHWM" // the most that was
)

// Of returns a size of a process, "self" or its number, in bytes; 0 where the system does not tell.
func Of(process, size string) int64 {
	status, _ := os.ReadFile("/proc/" + process + "/status") // there is none on other systems
	_, line, _ := strings.Cut(string(status), "\n"+size+":")
	var kib int64
	_, _ = fmt.Sscan(line, &kib)
	return kib << 10
}
