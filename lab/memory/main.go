// Command memory prints how much memory a program with only package mobile, an open pack and one answer holds:
//
//	go -C lab run ./memory [FILE]
//
// Without a file it takes the default pack and fails above 24 MB straight after opening, 40 MB, some 90 bytes for each
// of the 467,000 names, after one answer, 33 MB once the runtime has returned the garbage, or 12 MB at rest. A file is
// mapped. (lab bench open tells the same of a program that is larger.)
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/normlet/normlet/internal/memory"
	"github.com/normlet/normlet/mobile"
)

// With the default pack.
const openLimit, limit, freeLimit, restLimit = 24_000_000, 40_000_000, 33_000_000, 12_000_000

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
	if _, err := n.Lookup("FOX-P2", 1); err != nil {
		return err
	}
	runtime.GC()
	resident := memory.Of("self", memory.Resident)
	debug.FreeOSMemory()
	free := memory.Of("self", memory.Resident)
	n.Rest()
	rest := memory.Of("self", memory.Resident)
	if _, err := n.Lookup("FOX-P2", 1); err != nil {
		return err
	}
	if resident == 0 {
		return errors.New("this system does not say how much memory a process holds")
	}
	fmt.Printf("%.1f MB resident with %s open, %.1f after one answer, %.1f once the runtime has given back what they left behind, %.1f at rest\n",
		float64(opened)/1e6, name, float64(resident)/1e6, float64(free)/1e6, float64(rest)/1e6)
	if len(args) == 0 && (opened > openLimit || resident > limit || free > freeLimit || rest > restLimit) {
		return fmt.Errorf("at most %.0f, %.0f, %.0f and %.0f MB are wanted", openLimit/1e6, limit/1e6, freeLimit/1e6, restLimit/1e6)
	}
	return nil
}

// open opens the pack that the arguments name.
func open(args []string) (n *mobile.Normalizer, name string, err error) {
	switch len(args) {
	case 0:
		n, err = mobile.OpenDefault()
		return n, "the default pack", err
	case 1:
		n, err = mobile.Open(args[0])
		return n, args[0], err
	}
	return nil, "", fmt.Errorf("%d arguments; want none, or the pack file to open", len(args))
}
