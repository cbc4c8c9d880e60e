package output_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/normlet/normlet/internal/durable"
)

// TestWriteFile has every operation fail, and the machine stop after each: the old or the new file is there, whole, and
// the next run leaves no other.
func TestWriteFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	path := filepath.Join(dir, "f")
	for _, before := range []string{"", "old"} {
		faulty := &trial{dir: dir,
			begin: func() error {
				if before == "" {
					return nil
				}
				return os.WriteFile(path, []byte(before), 0o666)
			},
			work: func() error { return durable.WriteFile(path, []byte("the new one")) },
			check: func(failed error) error {
				got, _ := os.ReadFile(path)
				if string(got) != before && string(got) != "the new one" || failed == nil && string(got) != "the new one" {
					return fmt.Errorf("the file holds %q; the writer returned %v", got, failed)
				}
				if err := durable.WriteFile(path, []byte("again")); err != nil {
					return err
				}
				entries, err := os.ReadDir(dir)
				if err != nil || len(entries) != 1 {
					return fmt.Errorf("the folder holds %v, %v", entries, err)
				}
				return nil
			},
		}
		faults, err := faulty.run()
		if err != nil {
			t.Error(err)
		}
		if faults < 30 {
			t.Errorf("only %d faults were tried", faults)
		}
	}
}
