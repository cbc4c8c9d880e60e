package annotate_test

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train/tag"
)

// tagged returns an annotator of the default pack with the fitted tagger.
func tagged() *annotate.Annotator {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		panic(err)
	}
	c := *engine.Of(n).Contents()
	c.Tagger = tag.For(&c, tag.FindTypes(&c, nil, tag.Stated{}))
	if n, err = core.New(&c); err != nil {
		panic(err)
	}
	a, err := annotate.New(n)
	if err != nil {
		panic(err)
	}
	return a
}

// abstracts is made-up text of some length, no two paragraphs alike.
func abstracts(size int) string {
	drugs := strings.Fields("metformin aspirin ibuprofen cisplatin tamoxifen warfarin lithium morphine naloxone clonidine")
	genes := strings.Fields("TP53 BRCA1 EGFR KRAS FOXP2 TNF IL6 MAPK1 AKT1 PTEN CFTR")
	ills := []string{"type 2 diabetes", "breast cancer", "hypertension", "renal failure", "seizures", "hepatotoxicity", "cystic fibrosis"}
	words := strings.Fields("background the study examined whether treatment with reduced levels of expression in a cohort followed for several years after admission and results were compared between groups using regression models adjusted for age sex and smoking")
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		for k := range 20 {
			b.WriteString(words[(i*7+k*k+k)%len(words)] + " ")
			if k%9 == 4 {
				b.WriteString(drugs[(i+k)%len(drugs)] + " and " + genes[(i*3+k)%len(genes)] + " in ")
			}
		}
		b.WriteString(ills[i%len(ills)] + ". ")
		if i%9 == 8 {
			b.WriteString("\n\n")
		}
	}
	return b.String()[:size]
}

func BenchmarkAnnotate(b *testing.B) {
	a, text := tagged(), abstracts(100<<10)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := a.Annotate(text, annotate.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := annotate.New(n); err != nil {
			b.Fatal(err)
		}
	}
}
