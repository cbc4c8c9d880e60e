package normlet

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/normlet/normlet/tools/normlet/mapping"
)

// Namespace is that of the counters.
const Namespace = "normlet"

// counters returns what adds to a counter of the context's step. Counters are made when they are first used.
func counters(ctx context.Context) func(name string, n int) {
	made := map[string]beam.Counter{}
	return func(name string, n int) {
		if n == 0 {
			return
		}
		c, ok := made[name]
		if !ok {
			c = beam.NewCounter(Namespace, name)
			made[name] = c
		}
		c.Inc(ctx, int64(n))
	}
}

// countAll adds what is counted of mapped rows.
func countAll(ctx context.Context, s *mapping.Stats) {
	count := counters(ctx)
	count("empty", s.Empty)
	count("nil", s.NIL)
	count("numbers", s.Numbers)
	count("look-ups", s.Lookups)
	for stage, n := range s.Found {
		count("answered", n)
		count("stage-"+mapping.Stage(stage).String(), n)
	}
}
