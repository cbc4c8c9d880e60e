package eval_test

import (
	"context"
	"fmt"
	"log"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// How often is the right entity the first answer, or among the first five?
func ExampleRun() {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		log.Fatal(err)
	}
	queries := []data.Query{
		{Mention: "heart attack", Gold: []string{"MESH:D009203"}},
		{Mention: "ER", Gold: []string{"NCBIGene:2099"}}, // the estrogen receptor; more texts mean the endoplasmic reticulum
	}
	r, err := eval.Run(context.Background(), n, queries, nil, eval.Options{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d queries, Hits@1 %.2f, Hits@5 %.2f\n", r.Queries, r.Hits.At1, r.Hits.At5)
	// Output: 2 queries, Hits@1 0.50, Hits@5 1.00
}

// Probabilities are honest if, of the answers with p about 0.8, about 80 % are right.
func ExampleCalibrationError() {
	honest := []eval.Prediction{{P: 0.8, Right: true, Count: 8}, {P: 0.8, Right: false, Count: 2}}
	boastful := []eval.Prediction{{P: 0.8, Right: true, Count: 3}, {P: 0.8, Right: false, Count: 7}}
	fmt.Printf("%.2f %.2f\n", eval.CalibrationError(honest), eval.CalibrationError(boastful))
	// Output: 0.00 0.50
}
