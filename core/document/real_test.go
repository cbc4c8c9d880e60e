package document

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/testfull"
)

// TestExplainRealMentions compares what mentions in the order of their texts explain with what annotators say: abbreviation
// and long form should have a gold id in common. The lists are no part of the project: without the folder beside the
// repository there is nothing to measure, with it a missing file fails.
func TestExplainRealMentions(t *testing.T) {
	shared := testfull.Shared(t)
	for _, tt := range []struct {
		file  string
		least int     // abbreviations explained
		right float64 // share of them that are right
	}{
		{"bc5cdr_chemical/dev.tsv.gz", 600, 0.93},
		{"bc5cdr_disease/dev.tsv.gz", 215, 0.96},
		{"gnormplus/train.tsv.gz", 600, 0.96},
	} {
		mentions, ids := readMentions(t, filepath.Join(shared, "data", filepath.FromSlash(tt.file)))
		w := window{Resolver: New(nil, Options{}), entries: make([]entry, len(mentions))}
		for i := range mentions {
			w.entries[i].Mentions = mentions[i : i+1]
		}
		explained, right := 0, 0
		for i, m := range mentions {
			d, ok := abbreviation.Explain(m, func() []string { return w.neighbourMentions(i) })
			var long []string // gold ids of the long form nearby
			for at := max(0, i-nearby); at < min(len(mentions), i+nearby+1); at++ {
				if at != i && mentions[at] == d.Long {
					long = append(long, ids[at]...)
				}
			}
			if ok && d.Short == m && long != nil {
				explained++
				if slices.ContainsFunc(ids[i], func(id string) bool { return slices.Contains(long, id) }) {
					right++
				}
			}
		}
		share := float64(right) / float64(max(explained, 1))
		t.Logf("%s: %d of %d mentions are explained by those nearby, %.3f of them rightly", tt.file, explained, len(mentions), share)
		if explained < tt.least || share < tt.right {
			t.Errorf("%s: %d explained, %.3f of them rightly; want %d and %.3f", tt.file, explained, share, tt.least, tt.right)
		}
	}
}

// readMentions reads the mentions of a query file and their gold ids.
func readMentions(t *testing.T, path string) (mentions []string, ids [][]string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		mentions, ids = append(mentions, fields[0]), append(ids, strings.Split(fields[1], "|"))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return mentions, ids
}
