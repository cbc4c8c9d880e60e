// Command licenses writes the licences of Go and of all modules linked into our programs, which every artifact must
// carry: the licence files of a module and of the folders of its used packages.
//
//	licenses OUT PACKAGE...           the texts, in the module of the current folder, for every system of a release
//	licenses --check OUT BINARY...    OUT has the texts of all modules that the programs say they are made of
//
// GOOS and GOARCH in the environment mean that system alone.
//
//	main.go      the command line
//	collect.go   what is linked, and its texts
//	check.go     what a program says of itself
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/normlet/normlet/internal/output"
)

var artifact = &output.Kind{What: "it is no artifact", Ours: func([]byte) bool { return true }, Plain: true}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "licenses:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 2 {
		return errors.New("want OUT PACKAGE... or --check OUT BINARY... (see the package comment)")
	}
	if args[0] == "--check" {
		return check(args[1], args[2:])
	}
	text, err := collect(args[1:])
	if err != nil {
		return err
	}
	return (&output.Set{Command: "licenses"}).Write(args[0], artifact, text)
}
