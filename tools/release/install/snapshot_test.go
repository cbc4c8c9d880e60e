//go:build linux

package install

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

// TestSnapshot looks for what every program needs in the lists of what went into them. tools/release.sh --snapshot makes
// them before; the short form, which .ci/run makes, has none.
func TestSnapshot(t *testing.T) {
	checktest.On(t)
	dist := filepath.Join(checktest.Root(t), "dist")
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
