package server

import (
	"net/http"
	"net/url"
	"os"
	"sync/atomic"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/mentionstest"
)

// BenchmarkLookup asks for one mention a request, of names as people write them, without a network. Many ask at once,
// so that their look-ups are answered together. With -cpuprofile it says where the time of serve goes: docs/search.md.
func BenchmarkLookup(b *testing.B) {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		b.Fatal(err)
	}
	p, err := NewPack("default", "", func(*os.File) (*core.Normalizer, error) { return n, nil })
	if err != nil {
		b.Fatal(err)
	}
	s := testServer(b, Options{Packs: []*Pack{p}})
	mentions := mentionstest.Of(n)
	var next atomic.Int64
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			m := mentions[int(next.Add(1))%len(mentions)]
			if w := do(s, "GET", "/lookup?k=3&q="+url.QueryEscape(m), "", ""); w.Code != http.StatusOK {
				b.Errorf("%q: %s", m, w.Body)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "look-ups/s")
}
