package data

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/edit"

	"github.com/normlet/normlet/core/pack"
)

func TestReadChanges(t *testing.T) {
	in := "\ufeff# comment\r\n+\tG:1\tFOXP2\tsymbol\t12.5\tgene\r\n+\tG:1\t- dash\n-\tG:2\tname with  blanks \n-\tG:3\n"
	changes, lines, err := ReadChanges(strings.NewReader(in), "c.tsv")
	want := []edit.Change{
		{ID: "G:1", Name: "FOXP2", Kind: pack.KindPrimary, Weight: 12.5, Namespace: "gene"},
		{ID: "G:1", Name: "- dash", Kind: pack.KindAlias},
		{Remove: true, ID: "G:2", Name: "name with  blanks "},
		{Remove: true, ID: "G:3"},
	}
	if err != nil || !slices.Equal(changes, want) || !slices.Equal(lines, []int{2, 3, 4, 5}) {
		t.Errorf("%+v\nlines %v, error %v", changes, lines, err)
	}
}

func TestReadChangesBad(t *testing.T) {
	for in, want := range map[string]string{
		"G:1\tFOXP2\n":           "begins with + or -",
		"\n":                     "begins with + or -",
		"+ G:1\tFOXP2\n":         "begins with + or -",
		"+\n":                    "no TAB",
		"+\tG:1\n":               "no TAB",
		"+\t\tFOXP2\n":           "empty id",
		"+\tG:1\t \n":            "empty name",
		"+\tG:1\tx\talias\t-1\n": "weight",
		"+\tG:1\t\xff\n":         "UTF-8",
		"-\n":                    "empty id",
		"-\tG:1\t\n":             "empty name",
		"-\tG:1\tx\ty\n":         "too many columns",
		"-\tG:\xff\n":            "UTF-8",
		"-\tG:1\tx\x00\n":        "NUL",
	} {
		_, _, err := ReadChanges(strings.NewReader("-\tG:9\n"+in), "c.tsv")
		var bad *BadRow
		if !errors.As(err, &bad) || bad.File != "c.tsv" || bad.Line != 2 || !strings.Contains(bad.Reason, want) {
			t.Errorf("%q: %v, want %q in line 2", in, err, want)
		}
	}
	if _, _, err := ReadChanges(strings.NewReader("# only\n"), "c.tsv"); err == nil || !strings.Contains(err.Error(), "c.tsv: no changes") {
		t.Errorf("no change: %v", err)
	}
}
