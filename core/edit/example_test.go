package edit_test

import (
	"context"
	"fmt"
	"log"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// beetles returns a pack of three entities, with an encoder of toy size.
func beetles() ([]byte, error) {
	t := &data.Terminology{}
	for i, name := range []string{"Colorado potato beetle", "stag beetle", "seven-spot ladybird"} {
		t.Entities = append(t.Entities, data.Entity{ID: fmt.Sprint("B:", i), Namespace: "B", Names: []data.Name{{Text: name}}})
	}
	encoder, _, err := train.Run(context.Background(), train.Config{Rows: 512, Dim: 64, Threads: 1}, t, nil)
	if err != nil {
		return nil, err
	}
	contents, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Encoder: encoder, Samples: 100}, nil)
	if err != nil {
		return nil, err
	}
	return contents.Append(nil, nil)
}

// A pack gets another name of an entity, and is not built again.
func ExampleApply() {
	before, err := beetles()
	if err != nil {
		log.Fatal(err)
	}
	after, err := edit.Apply(before, []edit.Change{{ID: "B:1", Name: "Lucanus cervus", Kind: pack.KindAlias}})
	if err != nil {
		log.Fatal(err)
	}
	for _, file := range [][]byte{before, after} {
		n, err := core.OpenBytes(file, nil)
		if err != nil {
			log.Fatal(err)
		}
		answer := n.Lookup("lucanus-cervus", 1)
		fmt.Println("found:", !answer.NIL, answer.Matches[0].Stage)
	}
	// Output:
	// found: false hamming
	// found: true normalized
}
