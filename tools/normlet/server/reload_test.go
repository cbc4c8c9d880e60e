package server

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/normlet/normlet/internal/testfull"
)

// TestReloadUnderLoad replaces a pack over and over while clients ask all that there is: each answer is that of one of the
// packs, as a whole, and the packs that were replaced are let go, with their annotators.
func TestReloadUnderLoad(t *testing.T) {
	p, path := filePack(t)
	s := testServer(t, Options{Packs: []*Pack{p}})
	requests := [][3]string{
		{"GET", "/lookup?q=ZNF573", ""}, {"GET", "/lookup?q=FAKE1&k=9", ""}, {"GET", "/preview?id=NCBIGene:93986", ""}, {"GET", "/healthz", ""},
		{"POST", "/annotate", `{"text":"FOXP2 and ZNF314 with H. influenzae and ZNF573."}`}, {"GET", "/suggest/entity?prefix=ZNF", ""},
		{"POST", "/lookup", `{"mentions":["FOXP2","ZNF573","PLCG2"],"k":3}`},
	}
	contents := [][]byte{packFile(t, builtPack), packFile(t, builtOther)}
	answers := make([][]string, len(requests))
	ask := func(i int) string {
		r := do(s, requests[i][0], requests[i][1], "application/json", requests[i][2])
		return fmt.Sprint(r.Code, r.Body)
	}
	change := func(k int) {
		writeFile(t, path, contents[k%2])
		s.refresh(p, true)
	}
	for k := range contents {
		change(k)
		for i := range requests {
			answers[i] = append(answers[i], ask(i))
		}
	}
	before := inUse()
	var clients, changes sync.WaitGroup
	done := make(chan struct{})
	asked := make([]int, 4)
	for c := range asked {
		clients.Go(func() {
			for i := c; ; i++ {
				if got := ask(i % len(requests)); !slices.Contains(answers[i%len(requests)], got) {
					t.Errorf("%v: %.300s", requests[i%len(requests)], got)
					return
				}
				select {
				case <-done:
					return
				default:
					asked[c]++
				}
			}
		})
	}
	changes.Go(func() {
		for k := range testfull.Or(12, 100) {
			change(k)
			ask(4) // makes an annotator of each
		}
	})
	changes.Wait()
	close(done)
	clients.Wait()
	if after := inUse(); after > before+24<<20 {
		t.Errorf("%d MiB are in use, %d before", after>>20, before>>20)
	}
	if slices.Min(asked) < len(requests) {
		t.Errorf("clients asked only %d times", asked)
	}
}

func inUse() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
