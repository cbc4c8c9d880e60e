package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/train/data"
)

// TestLists runs the commands that ask all development lists, each list being one of siblings.
func TestLists(t *testing.T) {
	f := newFixture(t)
	var rows strings.Builder
	for i, place := range strings.Fields("Vesta Arden Torrance Caledon Soro Lind") {
		fmt.Fprintf(&rows, "P:%d\t%s\tprimary\n", 2*i, place)
		if i < 5 {
			fmt.Fprintf(&rows, "P:%d\tNorth %s\tprimary\n", 2*i+1, place)
		}
	}
	f.pack("t.normpack", rows.String())
	content, err := data.ReadFile(filepath.Join(f.dir, "t.normpack"))
	f.check(err)
	sources, packs := corpora.WithFields(true)
	for _, p := range packs {
		f.write(p.Name+".normpack", string(content))
	}
	for _, s := range sources {
		f.check(os.MkdirAll(filepath.Join(f.dir, filepath.Dir(s.Mentions)), 0o777))
		f.write(s.Mentions+".tsv.gz", "north vesta\tP:1\narden\tP:4\nno such thing\tP:9\n")
	}
	f.write("default.normpack", string(content))
	f.check(os.MkdirAll(filepath.Join(f.dir, "documents"), 0o777))
	f.check(os.MkdirAll(filepath.Join(f.dir, "mesh"), 0o777))
	f.write("documents/BioRED_TrainDev.pubtator.gz", "1|t|North vesta.\n1|a|\n1\t0\t11\tNorth vesta\tDisease\tP:1\n\n")
	f.write("mesh/tree_numbers.tsv.gz", "id\tname\tnumber\nP:0\tVesta\tC1\nP:1\tNorth Vesta\tC1.1\n")
	for args, want := range map[string]string{
		"hits DIR DIR DIR":      "gnormplus/train         3  0.3333  0.3333",
		"siblings DIR":          "mean of 17     added        17 ",
		"siblings DIR --show 1": "genes\t",
		"parents DIR DIR":       "ncbi_disease/train    ncbi_disease                        3       1  ",
	} {
		if code, stdout, stderr := f.run(strings.Fields(args)...); code != exitDone || !strings.Contains(stdout+stderr, want) {
			t.Errorf("%s: status %d, %s%s; want %s", args, code, stdout, stderr, want)
		}
	}
}
