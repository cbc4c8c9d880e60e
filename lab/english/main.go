// Command english prints knowledge/en/english.bin, which says how ordinary words are, from the word lists of
// SCOWL as Debian's package scowl has them.
//
//	go -C lab run ./english /usr/share/dict/scowl >knowledge/en/english.bin
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
)

// properNames are the lists of words that are always written with a capital.
var properNames = []string{"english-upper.10", "english-upper.35", "english-upper.40", "english-upper.50", "english-proper-names.50"}

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
	e := &english{table: make([]byte, 2*names.EnglishSlots)}
	for i, size := range sizes {
		for _, list := range []string{"english", "american", "british"} {
			if err := e.read(filepath.Join(scowl, list+"-words."+size), names.MostOrdinary-i); err != nil {
				return err
			}
		}
	}
	for _, list := range properNames { // last, so that they take no word's place
		if err := e.read(filepath.Join(scowl, list), names.ProperName); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "%d words, %d without a place\n", e.words, e.lost)
	_, err := os.Stdout.Write(e.packed())
	return err
}

// packed returns the table as package names reads it.
func (e *english) packed() []byte {
	taken, upper, lower := make([]byte, names.EnglishSlots/8), []byte(nil), []byte(nil)
	for i := range names.EnglishSlots {
		if entry := binary.LittleEndian.Uint16(e.table[2*i:]); entry != 0 {
			taken[i/8] |= 1 << (i % 8)
			upper, lower = append(upper, byte(entry>>8)), append(lower, byte(entry))
		}
	}
	return slices.Concat(taken, upper, lower)
}

// english is the table in the making, the number of its words and of those that it has no place for.
type english struct {
	table       []byte
	words, lost int
}

// read enters the words of a list of SCOWL.
func (e *english) read(path string, grade int) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		word := strings.TrimSuffix(lines.Text(), "'s")
		if grade == names.ProperName {
			word = strings.ToLower(word[:1]) + word[1:] // AOL is no word
		}
		if len(word) < 2 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
			continue
		}
		switch place(e.table, names.HashWord([]byte(word)), grade) {
		case placed:
			e.words++
		case full:
			e.lost++
		}
	}
	return nil
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
