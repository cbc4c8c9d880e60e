//go:build linux

package install

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

// TestSnapshot looks at all artifacts, which tools/release.sh --snapshot makes before. The short form, which .ci/run
// makes, has no SBOMs.
func TestSnapshot(t *testing.T) {
	checktest.On(t)
	dist := filepath.Join(checktest.Root(t), "dist")
	t.Run("short form", func(t *testing.T) { sameBytes(t, dist) })
	t.Run("SBOMs", func(t *testing.T) { listed(t, dist) })
}

// sameBytes compares what both forms make, by their checksums.
func sameBytes(t *testing.T, dist string) {
	short := t.TempDir()
	program := filepath.Join(short, "short")
	checktest.Run(t, "..", "go", "build", "-o", program, "./short")
	checktest.Run(t, checktest.Root(t), program, filepath.Join(short, "dist"))
	sums := filepath.Join(short, "dist", "checksums.txt")
	checktest.Run(t, dist, "sha256sum", "--quiet", "--check", sums)
	n := strings.Count(checktest.Read(t, sums), "\n")
	if n < 6 {
		t.Errorf("the short form makes %d artifacts, six are wanted", n)
	}
	t.Logf("the short form makes the same bytes: %d artifacts", n)
}

// listed looks for what every program needs in the lists of what went into them.
func listed(t *testing.T, dist string) {
	boms, err := filepath.Glob(filepath.Join(dist, "*.cdx.json"))
	if err != nil || len(boms) != 6 {
		t.Errorf("there are %d SBOMs, not one for each of six programs: %v", len(boms), err)
	}
	for _, file := range boms {
		for _, module := range []string{"github.com/spf13/cobra", "github.com/klauspost/compress"} {
			if !strings.Contains(checktest.Read(t, file), "pkg:golang/"+module+"@v") {
				t.Errorf("%s does not list %s", filepath.Base(file), module)
			}
		}
	}
}
