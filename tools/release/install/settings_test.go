package install

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
)

// TestManual compares the manual pages that Homebrew installs with the commands that there are.
func TestManual(t *testing.T) {
	project, err := config.Load("../../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	pages, _ := filepath.Glob("../../../docs/reference/*.md")
	if len(pages) < 20 {
		t.Fatalf("docs/reference has %d pages: the test would check next to nothing", len(pages))
	}
	want := []string{"man/normlet.1.gz"}
	for _, page := range pages {
		if name := strings.TrimSuffix(filepath.Base(page), ".md"); name != "README" && name != "normlet" {
			want = append(want, "man/"+name+".1.gz")
		}
	}
	got := slices.Sorted(slices.Values(project.Casks[0].Manpages))
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("manpages of homebrew_casks in .goreleaser.yaml are\n%q, not those of the commands:\n%q", got, want)
	}
}
