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
var defaultPack = sync.OnceValues(func() (*core.Normalizer, error) { return core.OpenBytes(assets.Default()) })

// Alone, CF is a gene. In this text it is short for a disease.
func ExampleResolver_Text() {
	n, err := defaultPack()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("CF alone:", n.Lookup("CF", 1).Matches[0].Name)
	const text = "Cystic fibrosis (CF) affects the lungs. Children with CF cough."
	results, err := document.New(n.LookupMany, document.Options{}).Text(text, []string{"Cystic fibrosis", "CF"})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		fmt.Println(r.Mention, "in the text:", r.Answers[0].Matches[0].Name)
	}
	// Output:
	// CF alone: CFTR
	// Cystic fibrosis in the text: Cystic Fibrosis
	// CF in the text: Cystic Fibrosis
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
