package entity_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/details"
	"github.com/normlet/normlet/internal/core/entity"
)

// Ids may be written in lower case, be former ones, or come from another namespace that has the same thing.
// Normalizer.Entity of package core does this for an open pack.
func Example() {
	list, err := details.Append(nil, []details.Entry{
		{ID: "MONDO:0005148", Definition: "Diabetes that begins with insulin resistance."},
		{ID: "MONDO:9999999", Now: "MONDO:0005148"},
	})
	if err != nil {
		log.Fatal(err)
	}
	contents := &pack.Contents{
		IDs:             pack.NewStrings([]string{"MESH:D003924", "MONDO:0005148"}),
		Namespaces:      []string{"MESH", "MONDO"},
		EntityNamespace: []uint16{0, 1},
		Same:            []uint32{0, 0}, // both are the first one
		PrimaryRow:      []uint32{0, 2},
		Names:           pack.NewStrings([]string{"Diabetes Mellitus, Type 2", "NIDDM", "type 2 diabetes mellitus"}),
		RowEntity:       []uint32{0, 0, 1},
		RowKind:         []pack.Kind{pack.KindPrimary, pack.KindAlias, pack.KindPrimary},
		Details:         list,
	}
	index, err := entity.New(contents, nil)
	if err != nil {
		log.Fatal(err)
	}
	number, former, ok := index.Resolve("mondo:9999999")
	id, same := index.Named(number, &entity.Wish{})
	d, _ := index.Details(number)
	fmt.Println(ok, former, "is now", id)
	fmt.Println(d.Definition)
	fmt.Println("the same thing:", same)
	// Output:
	// true MONDO:9999999 is now MONDO:0005148
	// Diabetes that begins with insulin resistance.
	// the same thing: [MESH:D003924]
}
