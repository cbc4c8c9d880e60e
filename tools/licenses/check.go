package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// check requires a text of licences to have those of all modules of the programs, and of Go.
func check(out string, binaries []string) error {
	text, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	if len(binaries) == 0 {
		return errors.New("--check needs a program")
	}
	for _, path := range binaries {
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if lack := lacking(text, info.Deps); len(lack) > 0 {
			return fmt.Errorf("%s has no licence of %s, which %s is made of", out, strings.Join(lack, ", "), path)
		}
		fmt.Printf("%s: the licences of %d modules\n", path, len(info.Deps))
	}
	return nil
}

// lacking returns the headings that a text lacks, or that have nothing below them.
func lacking(text []byte, deps []*debug.Module) (lack []string) {
	names := []string{golang}
	for _, m := range deps {
		if !ours(m.Path) {
			names = append(names, heading(m.Path, m.Version))
		}
	}
	rule := strings.Repeat("=", 80) + "\n"
	for _, name := range names {
		_, below, found := bytes.Cut(text, []byte(rule+name+"\n"))
		below, _, _ = bytes.Cut(below, []byte(rule))
		if !found || len(below) < 100 {
			lack = append(lack, name)
		}
	}
	return lack
}
