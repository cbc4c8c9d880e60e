package pair_test

import (
	"fmt"

	"github.com/normlet/normlet/lab/internal/pair"
	"github.com/normlet/normlet/train/data"
)

// Pairs of names, and how similar an encoder shall find them.
func ExampleSampler() {
	t := &data.Terminology{Entities: []data.Entity{
		{ID: "NCBIGene:27086", Names: []data.Name{{Text: "FOXP1"}}},
		{ID: "NCBIGene:93986", Names: []data.Name{{Text: "FOXP2"}}},
	}}
	s, err := pair.New(t, pair.Config{Random: -1, Variations: -1, Family: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	epoch := s.Epoch(0)
	for i := range epoch.Len() {
		p := epoch.Pair(i)
		fmt.Printf("%s and %s shall have a cosine of %.2f\n", p.A, p.B, p.Y)
	}
	// Unordered output:
	// FOXP1 and FOXP2 shall have a cosine of 0.74
	// FOXP2 and FOXP1 shall have a cosine of 0.74
}
