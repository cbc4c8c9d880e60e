package progress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
