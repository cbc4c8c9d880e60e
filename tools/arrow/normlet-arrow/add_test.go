package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// TestAdd requires the columns of --add to be those of CSV, probabilities as numbers.
func TestAdd(t *testing.T) {
	texts := mentions(40)
	c := config(t)
	c.Add = mapping.ExtraColumns()
	n, err := core.OpenBytes(assets.Default(), nil)
	check(t, err)
	c.Entity, c.Says = n.Entity, mapping.Says(n)
	names := mapping.Added([]string{"gene_id"}, "gene", c.Add...)
	defer func(before []string) { addedColumns = before }(addedColumns)
	addedColumns = names
	want := asCSV(t, c, texts)
	schema, batches := table(t, arrow.BinaryTypes.String, texts, 40)
	status, out, errs := call(t, bytes.NewReader(stream(t, schema, batches)), "arrow", "--column", "gene", "--coverage", "alone", "--add", strings.Join(c.Add, ","))
	if status != 0 {
		t.Fatal(errs)
	}
	s, mapped := readStream(t, out)
	same(t, cells(t, mapped, names...), want)
	if at := s.FieldIndices("gene_3rd_p"); len(at) != 1 || s.Field(at[0]).Type.ID() != arrow.FLOAT64 {
		t.Errorf("gene_3rd_p is in %v: want a number", at)
	}
	if status, _, errs := call(t, nil, "arrow", "--column", "gene", "--add", "id"); status != 2 || !strings.Contains(errs, `--add: there is no "id" to add`) {
		t.Errorf("status %d, %s", status, errs)
	}
}
