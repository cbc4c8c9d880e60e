package zeroshot_test

import (
	"context"
	"fmt"
	"log"

	"github.com/normlet/normlet/lab/internal/link/zeroshot"
)

// Entities are found by what their definitions say.
func Example() {
	entities := []zeroshot.Entity{
		{ID: "GO:1", Name: "mitophagy", Synonyms: []string{"removal of mitochondria"}, Definition: "The removal of a damaged mitochondrion."},
		{ID: "GO:2", Name: "cytokinesis", Synonyms: []string{"division of a cell"}, Definition: "The division of the cytoplasm of a cell."},
		{ID: "GO:3", Name: "exocytosis", Synonyms: []string{"secretion by vesicles"}, Definition: "Secretion by fusion of vesicles with the membrane."},
	}
	config := zeroshot.Config{Rows: 1024, Dim: 32, Epochs: 20, Batch: 3, Threads: 1} // of toy size
	encoder, err := zeroshot.Train(context.Background(), entities, config)
	if err != nil {
		log.Fatal(err)
	}
	const named = false // by definitions alone
	recall, err := encoder.Measure(context.Background(), entities, named, zeroshot.Mentions(entities, true, 10))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f %% of the synonyms are nearest to the right definition\n", 100*recall[0].At1)
	// Output: 100 % of the synonyms are nearest to the right definition
}
