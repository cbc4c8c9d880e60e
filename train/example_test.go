package train_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"strings"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// An encoder learns from names and ids alone that names of one entity belong together.
func ExampleRun() {
	const rows = "B:1\tColorado potato beetle\nB:1\tLeptinotarsa decemlineata\nB:2\tstag beetle\nB:2\tLucanus cervus\n"
	beetles, _, err := data.ReadTSV(strings.NewReader(rows), "beetles.tsv", data.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	config := train.Config{Rows: 512, Dim: 16, Epochs: 40, Threads: 1} // of toy size
	weights, report, err := train.Run(context.Background(), config, beetles, nil)
	if err != nil {
		log.Fatal(err)
	}
	e, err := encoder.New(weights)
	if err != nil {
		log.Fatal(err)
	}
	mention := e.Encode(nil, "lucanus-cervus")
	fmt.Println(report.Entities, "entities, vectors of length", len(mention))
	fmt.Println("nearer to the stag beetle:", dot(mention, e.Encode(nil, "stag beetle")) > dot(mention, e.Encode(nil, "Colorado potato beetle")))
	fmt.Println("the loss fell:", report.Loss[len(report.Loss)-1] < report.Loss[0])
	// Output:
	// 2 entities, vectors of length 16
	// nearer to the stag beetle: true
	// the loss fell: true
}

func dot(a, b []float32) (sum float32) {
	for i := range a {
		sum += float32(a[i] * b[i])
	}
	return sum
}

// Training changes names as people do. These are the changes of ten draws.
func ExampleNoise() {
	const name = "TNF-alpha receptor 2"
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		if changed := train.Noise(name, rng); changed != name {
			fmt.Println(changed)
		}
	}
	// Output:
	// tnf-a receptor 2
	// tnf-a receptor 2
	// TNF-apha receptor 2
	// TNF-alpha receptor
	// tnf-alpha receptor 2
	// TNF-alpha receptro 2
}
