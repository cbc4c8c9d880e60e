package train

import (
	"context"
	"fmt"
	"testing"

	"github.com/normlet/normlet/train/data"
)

// BenchmarkRun trains one epoch on 20,000 made-up names and reports the names a
// second.
func BenchmarkRun(b *testing.B) {
	t := &data.Terminology{}
	for e := range 5000 {
		entity := data.Entity{ID: fmt.Sprintf("X:%d", e)}
		for n := range 4 {
			entity.Names = append(entity.Names, data.Name{Text: fmt.Sprintf("kinase %c%d subunit %d", 'A'+e%26, e, n), Kind: data.Kind(min(n, 2))})
		}
		t.Entities = append(t.Entities, entity)
	}
	names := 0
	for b.Loop() {
		_, rep, err := Run(context.Background(), Config{Epochs: 1}, t, nil)
		if err != nil {
			b.Fatal(err)
		}
		names += rep.Names
	}
	b.ReportMetric(float64(names)/b.Elapsed().Seconds(), "names/s")
}
