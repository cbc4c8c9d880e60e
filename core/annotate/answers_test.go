package annotate_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
)

// heap returns how many bytes are in use.
func heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// grown returns by how much the heap grows while an Annotator with a limit reads texts of a size, each with mentions that
// no other has.
func grown(t *testing.T, limit int64, texts, size int) int {
	n, err := core.OpenBytes(assets.Default(), &core.OpenOptions{Trusted: true, Limits: core.Limits{CacheBytes: limit}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := annotate.New(n)
	if err != nil {
		t.Fatal(err)
	}
	read := func(i int) {
		text := fmt.Sprintf("The gene ABCX%d, NCBIGene:%d and FOXP%d of HeLa%d cells in asthma type %d.", i, 7000+i, i, i, i)
		if _, err := a.Annotate(text+strings.Repeat("\n", size), annotate.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 20 { // tables, working memory
		read(i)
	}
	before := heap()
	for i := range texts {
		read(20 + i)
	}
	after := heap()
	runtime.KeepAlive(a)
	return after - before
}

// TestTextsGo: an answer that is remembered does not keep the text in which it was asked for.
func TestTextsGo(t *testing.T) {
	if bytes := grown(t, 0, 200, 256<<10); bytes > 8<<20 {
		t.Errorf("200 texts of 256 KiB leave %d KiB", bytes>>10)
	}
}

// TestAnswersForgotten: what is remembered stays within the bytes that the host allows.
func TestAnswersForgotten(t *testing.T) {
	few, many := grown(t, 1<<20, 800, 0), grown(t, 0, 800, 0)
	if few > 3<<20 || many < few+1<<20 {
		t.Errorf("%d KiB are kept with a limit of 1,024, %d without", few>>10, many>>10)
	}
}
