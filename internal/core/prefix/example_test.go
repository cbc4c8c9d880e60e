package prefix_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/prefix"
)

// The entities that somebody may mean who has typed a few letters so far.
func ExampleFind() {
	n, err := core.OpenBytes(assets.Default())
	if err != nil {
		log.Fatal(err)
	}
	defer n.Close()
	for _, s := range prefix.Find(n.Contents(), "foxp", 3, nil) {
		fmt.Println(s.ID, s.Name, "by", s.Matched)
	}
	// Output:
	// NCBIGene:50943 FOXP3 by FOXP3
	// NCBIGene:27086 FOXP1 by FOXP1
	// NCBIGene:93986 FOXP2 by FOXP2
}
