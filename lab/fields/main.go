// Command fields makes lists outside biomedicine of files of Debian, with mentions that others wrote:
//
//	go -C lab run ./fields ROOT FOLDER
//
// ROOT is / with the packages below, or a folder where "dpkg -x" puts their files. FOLDER gets a folder of each list, with
// a terminology and mentions, as DATA has:
//
//	things    WordNet's artifacts, foods and plants: the first word of each synset, and as mentions the others
//	places    countries and their parts in English, from CLDR; mentions: as nine other languages write them
//	signs     symbols by their names in Unicode; mentions: what CLDR calls them in English
//	devices   USB's list of makers and their devices; mentions: how libraries for cameras and players write them
//	scanners  the same list; mentions: what SANE's backends call the scanners that they drive
//	printers  foomatic's printers; mentions: what printers answer when a computer asks what they are
//	graphics  PCI's list of makers and their devices; mentions: what libdrm calls graphics cards of AMD
//
// The packages are wordnet-base; unicode-cldr-core; unicode-data; usb.ids, libmtp-common and libgphoto2-6; libsane1;
// foomatic-db; pci.ids and libdrm-common.
//
// A mention whose letters and digits are those of a name in its list is left out. WordNet's licence and Unicode's allow
// all use with notice, and the lists of hardware are free; no name of theirs is in the repository.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/lab/internal/corpora"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fields:", err)
		os.Exit(1)
	}
}

// sources make the lists, by their folders.
var sources = map[string]func(root string) (*list, error){
	"things": things, "places": places, "signs": signs,
	"devices": devices, "scanners": scanners, "printers": printers, "graphics": graphics,
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: fields ROOT FOLDER; the package comment says more")
	}
	root := args[0]
	for _, l := range corpora.Fields {
		if !l.Made {
			continue
		}
		made, err := sources[l.Folder](root)
		if err != nil {
			return fmt.Errorf("%s: %w", l.Folder, err)
		}
		if err := made.write(filepath.Join(args[1], l.Folder)); err != nil {
			return err
		}
		fmt.Printf("%s: %d names, %d mentions\n", l.Folder, len(made.names), len(made.mentions))
	}
	return nil
}

// named is a name of something.
type named struct{ id, name string }

// list is a terminology with mentions. Entities have one name each.
type list struct {
	names    []named
	mentions []string
	ids      map[string][]string // of each mention
}

// listOf returns the list of names, with the other names as mentions whose letters and digits no name has.
func listOf(terminology, others []named) *list {
	l := &list{names: terminology, ids: map[string][]string{}}
	known := map[string]bool{"": true}
	for _, n := range terminology {
		known[names.Key(n.name)] = true
	}
	for _, m := range others {
		if known[names.Key(m.name)] {
			continue
		}
		if l.ids[m.name] == nil {
			l.mentions = append(l.mentions, m.name)
		}
		if !slices.Contains(l.ids[m.name], m.id) {
			l.ids[m.name] = append(l.ids[m.name], m.id)
		}
	}
	return l
}

// write writes the files of the list.
func (l *list) write(folder string) error {
	if len(l.mentions) == 0 {
		return errors.New("no mentions: the files are of another form than expected")
	}
	if err := output.Folder(folder); err != nil {
		return err
	}
	var terminology, queries strings.Builder
	for _, n := range l.names {
		fmt.Fprintf(&terminology, "%s\t%s\n", n.id, n.name)
	}
	for _, m := range l.mentions {
		fmt.Fprintf(&queries, "%s\t%s\n", m, strings.Join(l.ids[m], "|"))
	}
	set, prefix := &output.Set{Command: "fields"}, l.names[0].id[:strings.IndexByte(l.names[0].id, ':')+1]
	ours := &output.Kind{What: "mentions of " + prefix, Ours: func(head []byte) bool { return bytes.Contains(head, []byte("\t"+prefix)) }}
	return errors.Join(
		set.Write(filepath.Join(folder, corpora.TerminologyFile), output.Begins("a terminology", prefix), []byte(terminology.String())),
		set.Write(filepath.Join(folder, corpora.MentionsFile), ours, []byte(queries.String())))
}
