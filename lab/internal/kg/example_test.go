package kg_test

import (
	"context"
	"fmt"

	"github.com/normlet/normlet/lab/internal/kg"
)

// Vectors of a knowledge graph are learned of its triples, and judged by how well they predict triples.
func Example() {
	rows := [][3]string{
		{"Paris", "capital of", "France"}, {"Rome", "capital of", "Italy"}, {"Oslo", "capital of", "Norway"},
		{"France", "in", "Europe"}, {"Italy", "in", "Europe"}, {"Norway", "in", "Europe"},
	}
	m, err := kg.Train(context.Background(), kg.NewGraph(rows), kg.Config{Rank: 10, Epochs: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	rome, _ := m.ID("Rome")
	fmt.Println(len(m.Entity(rome)), "numbers")

	split := m.NewSplit(append(rows, [3]string{"Bern", "capital of", "Switzerland"}))
	r, err := kg.Evaluate(context.Background(), m, split, kg.EvalConfig{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d triples, %d unknown, MRR %.2f\n", r.Triples, r.Unknown, r.MRR)
	// Output:
	// 20 numbers
	// 6 triples, 1 unknown, MRR 1.00
}
