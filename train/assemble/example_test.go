package assemble_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// A pack of three beetles, with an encoder of its own.
func ExampleRun() {
	const beetles = "B:1\tColorado potato beetle\nB:1\tLeptinotarsa decemlineata\n" +
		"B:2\tstag beetle\nB:2\tLucanus cervus\nB:3\tseven-spot ladybird\n"
	terminology, _, err := data.ReadTSV(strings.NewReader(beetles), "beetles.tsv", data.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	recipe := assemble.Recipe{Terminology: terminology, Train: assemble.Always, Samples: 100}
	contents, report, err := assemble.Run(context.Background(), recipe, nil)
	if err != nil {
		log.Fatal(err)
	}
	file, err := contents.Append(nil, nil) // what build writes
	if err != nil {
		log.Fatal(err)
	}
	normalizer, err := core.OpenBytes(file, nil)
	if err != nil {
		log.Fatal(err)
	}
	best := normalizer.Lookup("Leptinotarsa-decemlineata", 1).Matches[0]
	fmt.Println(report.Entities, "entities;", best.ID, best.Name)
	// Output: 3 entities; B:1 Colorado potato beetle
}
