// Command memory prints how much memory a program holds that has nothing but package
// core, the default pack, opened, and one answer. It fails above 45 MB, some 190 bytes
// a name. (normlet bench open measures the command line program, which is larger.)
package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

const limit = 45_000_000

func main() {
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, "memory:", err)
		os.Exit(1)
	}
}

func measure() error {
	n, err := core.OpenBytes(assets.Default())
	if err != nil {
		return err
	}
	n.Lookup("FOX-P2", 1)
	runtime.GC()
	resident, err := residentBytes()
	if err == nil && resident > limit {
		err = fmt.Errorf("more than %.0f MB", limit/1e6)
	}
	fmt.Printf("%.1f MB resident with the default pack open (at most %.0f)\n", float64(resident)/1e6, limit/1e6)
	return err
}

// residentBytes reads what Linux says of this process.
func residentBytes() (int64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "VmRSS: %d kB", &kib); n == 1 {
			return kib << 10, nil
		}
	}
	return 0, fmt.Errorf("/proc/self/status has no VmRSS")
}
