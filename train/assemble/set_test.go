package assemble

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/encodertest"
	"github.com/normlet/normlet/train/data"
)

// runSet builds the members of a list and joins them.
func runSet(t *testing.T, terminology *data.Terminology, memberNames int) (*pack.Contents, *SetReport) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "list.tsv")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := data.WriteTSV(f, terminology); err != nil {
		t.Fatal(err)
	}
	f.Close()
	rows, err := data.SortRows(t.Context(), file, data.ReadOptions{}, t.TempDir(), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var members []*pack.Contents
	names, rep, err := RunSet(t.Context(), Recipe{Samples: 200, Encoder: encodertest.Random(1024, 64)}, rows, memberNames,
		func(string, int, int) {}, func(c *pack.Contents) error { members = append(members, c); return nil })
	if err != nil {
		t.Fatal(err)
	}
	for m, order := range pack.Order(names) {
		members[m].SetOrder(order)
	}
	joined, _, err := pack.Join(members)
	if err != nil {
		t.Fatal(err)
	}
	return joined, rep
}

// TestSetIsOnePack compares a set with a verbatim pack of the list, which is its own sample.
func TestSetIsOnePack(t *testing.T) {
	one, _ := run(t, Recipe{Verbatim: true}, genes())
	for memberNames, members := range map[int]int{1000: 1, 20: 4, 1: 35} {
		set, rep := runSet(t, genes(), memberNames)
		if rep.Members != members || rep.Names != one.Names.Len() || rep.Entities != one.IDs.Len() || rep.Sampled != rep.Names || rep.Estimated {
			t.Errorf("%d names a member: %+v", memberNames, rep)
		}
		if !reflect.DeepEqual(all(set.Names), all(one.Names)) || !reflect.DeepEqual(all(set.IDs), all(one.IDs)) {
			t.Fatalf("%d names a member: other names or ids", memberNames)
		}
		for table, same := range map[string]bool{
			"namespaces": slices.Equal(set.Namespaces, one.Namespaces), "of entities": slices.Equal(set.EntityNamespace, one.EntityNamespace),
			"priors": slices.Equal(set.Prior, one.Prior), "primary rows": slices.Equal(set.PrimaryRow, one.PrimaryRow),
			"entities": slices.Equal(set.RowEntity, one.RowEntity), "kinds": slices.Equal(set.RowKind, one.RowKind),
			"codes": slices.Equal(set.AllCodes(), one.Codes), "binarizer": slices.Equal(set.Head, one.Head),
			"words": slices.Equal(set.Words, one.Words), "synonyms": slices.Equal(set.Synonyms, one.Synonyms),
			"rewrites": slices.Equal(set.Rewrites, one.Rewrites), "calibration": slices.Equal(set.Calibration, one.Calibration),
		} {
			if !same {
				t.Errorf("%d names a member: other %s than one pack", memberNames, table)
			}
		}
		if err := set.CheckRows(); err != nil {
			t.Error(err)
		}
		n, err := core.New(set)
		if err != nil {
			t.Fatal(err)
		}
		if a := n.Lookup("FOX-P2", 1); len(a.Matches) != 1 || a.Matches[0].ID != "NCBIGene:93986" {
			t.Errorf("%+v", a)
		}
	}
}

func all(s *pack.Strings) (list []string) {
	for i := range s.Len() {
		list = append(list, s.At(i))
	}
	return list
}

// TestSetWithoutWeights estimates them.
func TestSetWithoutWeights(t *testing.T) {
	list := genes()
	for i := range list.Entities {
		list.Entities[i].Weight = 0
	}
	set, rep := runSet(t, list, 20)
	e, _ := set.IDs.Find("NCBIGene:93986") // with the most names
	few, _ := set.IDs.Find("NCBIGene:100")
	if !rep.Estimated || set.Prior[e] != 255 || set.Prior[few] == 0 || set.Prior[few] == 255 {
		t.Errorf("%+v, priors %d and %d", rep, set.Prior[e], set.Prior[few])
	}
}
