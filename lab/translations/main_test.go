package main

import (
	"reflect"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// TestWithhold leaves every entity the name that its translation may equal.
func TestWithhold(t *testing.T) {
	list, left := &data.Terminology{}, 0
	for i := range 100 {
		list.Entities = append(list.Entities, data.Entity{ID: string(rune('A' + i)), Names: []data.Name{
			{Text: "hernia", Languages: "es"}, {Text: "hérnia", Kind: pack.KindExact, Languages: "pt"}}})
	}
	asked := withhold(list)
	for _, e := range list.Entities {
		if e.Names[0].Text != "hernia" {
			t.Errorf("%+v", e)
		}
		left += len(e.Names)
	}
	n := len(asked["es"])
	if n == 0 || n == 100 || len(asked["pt"]) != n || left != 200-n || len(list.Entities) != 100 {
		t.Errorf("%d and %d asked, %d names of %d entities left", n, len(asked["pt"]), left, len(list.Entities))
	}
	if again := withhold(list); !reflect.DeepEqual(again["pt"], []query(nil)) {
		t.Error("names are asked for twice")
	}
}
