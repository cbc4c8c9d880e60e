package progress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestProgressByRows has a bar that counts rows while the judgement of their number changes.
func TestProgressByRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "terminal")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := &Bar{terminal: f}
	p.Rows("map", 100, 500, true)
	p.bar.RenderBlank()
	p.Rows("map", 200, 400, true)
	p.bar.RenderBlank()
	if max := p.bar.GetMax(); max != 400 {
		t.Errorf("of %d rows, want 400", max)
	}
	p.Close()
	shown, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(shown), "map, of about") || !strings.Contains(string(shown), "/500") {
		t.Errorf("%q, %v", shown, err)
	}
	new(Bar).Rows("map", 1, 1, false) // silent
}

// TestLeft requires the rest to take as long as all rows so far have, which come in bursts.
func TestLeft(t *testing.T) {
	start := time.Now()
	p := &Bar{start: start, first: 200}
	for _, c := range []struct {
		second, done, total int
		want                string
	}{
		{1, 300, 1200, ""}, {10, 200, 1200, ""}, {10, 700, -1, ""}, {10, 700, 1200, " (10s left)"}, {11, 1100, 1200, " (1s left)"}, {12, 1300, 1200, " (0s left)"},
	} {
		if got := p.left(c.done, c.total, start.Add(time.Duration(c.second)*time.Second)); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
