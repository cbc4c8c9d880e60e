// Command memory prints how much memory a program holds that has nothing but package core and the default pack, opened,
// and one answer. It fails above 45 MB, some 190 bytes for each of the 234,000 names. (normlet bench open tells the
// same of the command line program, which is larger.)
package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/memory"
)

const limit = 45_000_000

func main() {
	n, err := core.OpenBytes(assets.Default())
	if err != nil {
		fmt.Fprintln(os.Stderr, "memory:", err)
		os.Exit(1)
	}
	n.Lookup("FOX-P2", 1)
	runtime.GC()
	resident := memory.Of("self", memory.Resident)
	if resident == 0 {
		fmt.Fprintln(os.Stderr, "memory: this system does not say how much memory a process holds")
		os.Exit(1)
	}
	fmt.Printf("%.1f MB resident with the default pack open (at most %.0f)\n", float64(resident)/1e6, limit/1e6)
	if resident > limit {
		os.Exit(1)
	}
}
