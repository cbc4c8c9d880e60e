package document_test

import (
	"fmt"
	"log"
	"sync"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// defaultPack opens it once, because every Normalizer serves any number of callers.
var defaultPack = sync.OnceValues(func() (*core.Normalizer, error) { return core.OpenBytes(assets.Default(), nil) })

// Alone, PD is what most texts mean by it. In this text it is short for something else.
func ExampleResolver_Text() {
	n, err := defaultPack()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("PD alone:", n.Lookup("PD", 1).Matches[0].Name)
	const text = "Panic disorder (PD) begins early. Adults with PD avoid crowds."
	results, err := document.New(n.LookupMany, document.Options{}).Text(text, []string{"Panic disorder", "PD"})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		fmt.Println(r.Mention, "in the text:", r.Answers[0].Matches[0].Name)
	}
	// Output:
	// PD alone: Parkinson Disease
	// Panic disorder in the text: Panic Disorder
	// PD in the text: Panic Disorder
}

// One mention may name several entities.
func ExampleOptions_composites() {
	n, err := defaultPack()
	if err != nil {
		log.Fatal(err)
	}
	resolver := document.New(n.LookupMany, document.Options{Composites: true})
	results, err := resolver.Text("", []string{"breast and ovarian cancer", "BRCA1/2"})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		for _, answer := range r.Answers {
			fmt.Println(r.Mention, "names", answer.Matches[0].Name)
		}
	}
	// Output:
	// breast and ovarian cancer names Breast Neoplasms
	// breast and ovarian cancer names Ovarian Neoplasms
	// BRCA1/2 names BRCA1
	// BRCA1/2 names BRCA2
}
