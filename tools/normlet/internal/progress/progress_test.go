package progress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRowsIn(t *testing.T) {
	for _, tt := range []struct {
		rows       int
		read, size int64
		want       int
	}{{100, 1000, 5000, 500}, {100, 5000, 5000, 100}, {100, 6000, 5000, 100}, {100, 1000, 0, -1}, {0, 0, 10, -1}} {
		if got := rowsIn(tt.rows, tt.read, tt.size); got != tt.want {
			t.Errorf("%+v: %d", tt, got)
		}
	}
}

// TestProgressByRows has a bar that counts rows while the judgement of their number changes.
func TestProgressByRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "terminal")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := &Bar{terminal: f}
	p.Rows("map", 100, 1000, 5000)
	p.bar.RenderBlank()
	p.Rows("map", 200, 2500, 5000)
	p.bar.RenderBlank()
	if max := p.bar.GetMax(); max != 400 {
		t.Errorf("of %d rows, want 400", max)
	}
	p.Close()
	shown, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(shown), "map") || !strings.Contains(string(shown), "/500") {
		t.Errorf("%q, %v", shown, err)
	}
	new(Bar).Rows("map", 1, 1, 1) // silent
}
