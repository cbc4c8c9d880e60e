// Command detect measures how often columns are recognised.
package main

import (
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/column"
)

func main() {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		panic(err)
	}
	for i := range sources {
		s := &sources[i]
		var pool []string
		if s.file != "" {
			if pool, err = s.pool(os.Args[1]); err != nil {
				panic(err)
			}
		}
		for _, size := range []int{6, 25, 100} {
			for seed := range uint64(3) {
				cells := s.column(rand.New(rand.NewPCG(seed, uint64(i))), pool, size)
				got, err := column.Detect(n, []column.Sample{{Name: s.name, Cells: cells}})
				if err != nil {
					panic(err)
				}
				g := got[0]
				fmt.Printf("%-12s %-9s %-8s %3d | %-9s %-9s %.2f %v %s\n", s.name, s.kind, s.of, size, g.Kind, g.Of, g.Share, g.In, g.Examples)
			}
		}
	}
}
