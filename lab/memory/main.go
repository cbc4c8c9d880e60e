// Command memory prints how much memory a program with only package core, an open pack and one answer holds:
//
//	go -C lab run ./memory [FILE]
//
// Without a file it takes the default pack and fails above 26 MB straight after opening, 50 MB, some 120 bytes for each
// of the 415,000 names, after one answer, or 30 MB once the runtime has returned the garbage. A file is mapped. (normlet
// bench open tells the same of the command line program, which is larger.)
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/memory"
)

// With the default pack.
const openLimit, limit, restLimit = 26_000_000, 50_000_000, 30_000_000

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "memory:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	n, name, err := open(args)
	if err != nil {
		return err
	}
	opened := memory.Of("self", memory.Resident)
	n.Lookup("FOX-P2", 1)
	runtime.GC()
	resident := memory.Of("self", memory.Resident)
	debug.FreeOSMemory()
	rest := memory.Of("self", memory.Resident)
	runtime.KeepAlive(n)
	if resident == 0 {
		return errors.New("this system does not say how much memory a process holds")
	}
	fmt.Printf("%.1f MB resident with %s open, %.1f after one answer, %.1f once the runtime has given back what they left behind\n",
		float64(opened)/1e6, name, float64(resident)/1e6, float64(rest)/1e6)
	if len(args) == 0 && (opened > openLimit || resident > limit || rest > restLimit) {
		return fmt.Errorf("at most %.0f, %.0f and %.0f MB are wanted", openLimit/1e6, limit/1e6, restLimit/1e6)
	}
	return nil
}

// open opens the pack that the arguments name.
func open(args []string) (n *core.Normalizer, name string, err error) {
	switch len(args) {
	case 0:
		n, err = core.OpenBytes(assets.Default(), &core.OpenOptions{Trusted: true})
		assets.Release()
		return n, "the default pack", err
	case 1:
		n, err = core.Open(args[0], nil)
		return n, args[0], err
	}
	return nil, "", fmt.Errorf("%d arguments; want none, or the pack file to open", len(args))
}
