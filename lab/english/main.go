// Command english prints internal/core/names/english.bin, which says how ordinary words are, from the word lists of
// SCOWL as Debian's package scowl has them.
//
//	go -C lab run ./english /usr/share/dict/scowl >internal/core/names/english.bin
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
)

// sizes are those of SCOWL's lists, the most ordinary words first.
var sizes = [names.MostOrdinary]string{"10", "20", "35", "40", "50"}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: english SCOWL >FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "english:", err)
		os.Exit(1)
	}
}

func run(scowl string) error {
	table, lost, words := make([]byte, 2*names.EnglishSlots), 0, 0
	for i, size := range sizes {
		for _, list := range []string{"english", "american", "british"} {
			text, err := os.ReadFile(filepath.Join(scowl, list+"-words."+size))
			if err != nil {
				return err
			}
			for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
				word := strings.TrimSuffix(lines.Text(), "'s")
				if len(word) < 2 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
					continue
				}
				switch place(table, names.HashWord([]byte(word)), names.MostOrdinary-i) {
				case placed:
					words++
				case full:
					lost++
				}
			}
		}
	}
	fmt.Fprintf(os.Stderr, "%d words, %d without a place\n", words, lost)
	_, err := os.Stdout.Write(table)
	return err
}

const (
	placed = iota
	known
	full
)

// place enters a word unless it is there, with a better grade.
func place(table []byte, word uint32, grade int) int {
	slot, mark := names.EnglishSlot(word)
	for i := range names.EnglishProbes {
		entry := table[2*((slot+i)%names.EnglishSlots):]
		switch old := binary.LittleEndian.Uint16(entry); {
		case old == 0:
			binary.LittleEndian.PutUint16(entry, mark|uint16(grade))
			return placed
		case old&^7 == mark:
			return known
		}
	}
	return full
}
