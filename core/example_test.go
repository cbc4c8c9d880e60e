package core_test

import (
	"errors"
	"fmt"
	"log"
	"strings"
	"sync"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

// defaultPack opens it once, because every Normalizer serves any number of callers.
var defaultPack = sync.OnceValues(func() (*core.Normalizer, error) { return core.OpenBytes(assets.Default(), nil) })

// A look-up returns entities by falling probability, and says which name was found and how.
func Example() {
	n, err := core.OpenBytes(assets.Default(), nil) // or core.Open("my.normpack")
	if err != nil {
		log.Fatal(err)
	}
	for _, mention := range []string{"FOX-P2", "heart attack", "IKKε"} {
		best := n.Lookup(mention, 5).Matches[0]
		fmt.Printf("%s is %s %s, found as %s (%s)\n", mention, best.ID, best.Name, best.Matched, best.Stage)
	}
	// Output:
	// FOX-P2 is NCBIGene:93986 FOXP2, found as FOXP2 (normalized)
	// heart attack is MESH:D009203 Myocardial Infarction, found as Heart Attack (exact)
	// IKKε is NCBIGene:9641 IKBKE, found as IKKE (normalized)
}

// Several entities share the name p18. The sentence around it says which one is meant.
func ExampleNormalizer_LookupWith_context() {
	n, err := defaultPack()
	if err != nil {
		log.Fatal(err)
	}
	for _, sentence := range []string{"", "p18, also called LAMTOR1, binds RagA"} {
		answer, err := n.LookupWith("p18", core.Options{Context: sentence})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%q: %s\n", sentence, answer.Matches[0].Name)
	}
	// Output:
	// "": CDKN2C
	// "p18, also called LAMTOR1, binds RagA": LAMTOR1
}

// A column has nearly all of its entities in the pack, or hardly any, and says so itself.
func ExampleNormalizer_EstimateCoverage() {
	n, err := defaultPack()
	if err != nil {
		log.Fatal(err)
	}
	genes := strings.Split("p53,BRCA1,FOXP2,IL-6,TNF,EGFR,KRAS,BRAF,AKT1,ERBB2,JAK2,STAT3", ",")
	remarks := strings.Split("see the remark,to be done,ask Anna,waiting,none left,too small,broken,ok,again on Monday,lost,ran over,not sure", ",")
	for _, column := range [][]string{genes, remarks} {
		var queries []core.Query
		for _, mention := range column {
			queries = append(queries, core.Query{Mention: mention})
		}
		coverage, err := n.EstimateCoverage(queries, core.Options{})
		if err != nil {
			log.Fatal(err)
		}
		share := 0.0
		for _, in := range coverage.In {
			share += in.Share
		}
		fmt.Printf("%q and others: in the pack, %t\n", column[0], share > 0.5)
	}
	// Output:
	// "p53" and others: in the pack, true
	// "see the remark" and others: in the pack, false
}

// Namespaces say what kind of entity is wanted: a gene, or a term of the Gene Ontology.
func ExampleNormalizer_LookupWith_namespaces() {
	n, err := defaultPack()
	if err != nil {
		log.Fatal(err)
	}
	for _, namespace := range []string{"NCBIGene", "GO", "genes", "planet"} {
		answer, err := n.LookupWith("survivin", core.Options{Namespaces: []string{namespace}})
		if errors.Is(err, core.ErrNamespace) {
			fmt.Println(namespace, "is not in", n.Info().Namespaces)
			continue
		}
		fmt.Println(namespace, answer.Matches[0].ID, answer.Matches[0].Name)
	}
	// Output:
	// NCBIGene NCBIGene:332 BIRC5
	// GO GO:1990713 survivin complex
	// genes NCBIGene:332 BIRC5
	// planet is not in [GO NCBIGene NCBIGene/10090 cell_line chemical disease species]
}

// An answer may be that no entity is meant (NIL), or that several are about as likely.
func ExampleAnswer() {
	n, err := defaultPack()
	if err != nil {
		log.Fatal(err)
	}
	for _, mention := range []string{"my old grandmother", "insulin", "aspirin"} {
		switch answer := n.Lookup(mention, 5); {
		case answer.NIL:
			fmt.Println(mention, "is none of the entities")
		case answer.Ambiguous != nil:
			fmt.Println(mention, "may be", answer.Ambiguous)
		default:
			fmt.Println(mention, "is", answer.Matches[0].ID)
		}
	}
	// Output:
	// my old grandmother is none of the entities
	// insulin may be [MESH:D007328 NCBIGene:3630]
	// aspirin is MESH:D001241
}

// Many mentions at once take less time than one after the other.
func ExampleNormalizer_LookupMany() {
	n, err := defaultPack()
	if err != nil {
		log.Fatal(err)
	}
	queries := []core.Query{{Mention: "cat", Namespace: "species"}, {Mention: "cat", Namespace: "NCBIGene"}, {Mention: "IL-6"}}
	answers, err := n.LookupMany(queries, core.Options{K: 1})
	if err != nil {
		log.Fatal(err)
	}
	for _, answer := range answers {
		fmt.Println(answer.Mention, answer.Matches[0].ID, answer.Matches[0].Name)
	}
	// Output:
	// cat NCBITaxon:9685 Felis catus
	// cat NCBIGene:847 CAT
	// IL-6 NCBIGene:3569 IL6
}

// Entity goes the other way, from an id to what the pack says of it.
func ExampleNormalizer_Entity() {
	n, err := defaultPack()
	if err != nil {
		log.Fatal(err)
	}
	e, ok := n.Entity("ncbigene:5336")
	fmt.Println(ok, e.ID, e.Names[0], e.URL)
	// Output:
	// true NCBIGene:5336 {PLCG2 primary} https://www.ncbi.nlm.nih.gov/gene/5336
}
