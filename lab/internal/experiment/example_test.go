package experiment_test

import (
	"context"
	"fmt"
	"log"

	"github.com/normlet/normlet/lab/internal/experiment"
)

// An experiment states which claims hold. Markdown and HTML make pages of its result.
func ExampleRun() {
	const name = "contrastive-curve"
	fmt.Println("needs", experiment.Needs(name))
	r, err := experiment.Run(context.Background(), name, experiment.Options{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range r.Findings {
		fmt.Printf("%s: %s\n", f.Claim, f.Verdict)
	}
	for i := range r.Figures {
		fmt.Println(experiment.FigureFile(r, &r.Figures[i]))
	}
	// Output:
	// needs []
	// the loss is least at distance 1 - y: reproduced
	// contrastive-curve-loss.svg
}
