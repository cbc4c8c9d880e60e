package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// TestWrite makes lists that build reads.
func TestWrite(t *testing.T) {
	c, err := pack.Parse(assets.Default())
	if err != nil {
		t.Fatal(err)
	}
	made := func(names int, seed uint64) string {
		var b bytes.Buffer
		if err := write(&b, newMaker(c, seed), names); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	list := made(20_000, 1)
	terminology, _, err := data.ReadTSV(strings.NewReader(list), "big.tsv", data.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	names, entities := terminology.NumNames(), len(terminology.Entities)
	if names != 20_000 || entities < names/4 || entities > names/2 {
		t.Errorf("%d names of %d entities", names, entities)
	}
	if made(20_000, 1) != list || made(20_000, 2) == list {
		t.Error("a list does not depend on its seed alone")
	}
	if !strings.HasPrefix(list, made(5_000, 1)[:50_000]) {
		t.Error("a longer list begins in another way")
	}
	different := map[string]bool{}
	for _, e := range terminology.Entities {
		different[e.Names[0].Text] = true
	}
	if len(different) < entities*9/10 {
		t.Errorf("%d different primary names of %d", len(different), entities)
	}
}
