package rank_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/rank"
)

// A ranker is fitted on mentions that are made of the names of a pack, without labels, and put into the pack.
func ExampleFit() {
	contents, err := pack.Parse(assets.Default())
	if err != nil {
		log.Fatal(err)
	}
	n, err := core.New(contents)
	if err != nil {
		log.Fatal(err)
	}
	calibration, report, err := rank.Fit(n, rank.Config{Mentions: 300, Noise: train.Noise}, nil)
	if err != nil {
		log.Fatal(err)
	}
	with := *contents
	with.Calibration = calibration.AppendBinary(nil)
	fitted, err := core.New(&with)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("fitted on", report.Mentions, "mentions")
	fmt.Println(fitted.Lookup("FOX-P2", 1).Matches[0].Name, fitted.Lookup("my old grandmother", 1).NIL)
	// Output:
	// fitted on 300 mentions
	// FOXP2 true
}
