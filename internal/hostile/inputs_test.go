package hostile

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/sheet"
)

// inputVariable names a file that a process of its own reads, so that its memory is that of reading it.
const inputVariable = "NORMLET_TEST_HOSTILE_INPUT"

// mostOfInput is how much memory reading an input of a few bytes may take.
const mostOfInput = 300 << 20

// inputReport is what the process says.
type inputReport struct {
	Errors  [2]string // of reading it as a terminology, and as a table; "" if it can be
	Peak    int64     // most bytes ever resident
	Seconds float64
}

func readInput(path string) (r inputReport) {
	start := time.Now()
	for i, read := range []func(string) error{readTerminology, readTable} {
		if err := read(path); err != nil {
			r.Errors[i] = err.Error()
		}
	}
	r.Seconds, r.Peak = time.Since(start).Seconds(), mostResident()
	return r
}

func readTerminology(path string) error {
	_, _, err := data.ReadSources([]data.Source{{Path: path}}, data.ReadOptions{SkipBad: true})
	return err
}

// readTable reads all rows of a table, past bad ones.
func readTable(path string) error {
	f, err := data.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	t, err := sheet.New(f, path, sheet.Options{}, nil)
	if err != nil {
		return err
	}
	defer t.Close()
	for {
		_, err := t.Next()
		if _, bad := errors.AsType[*sheet.RowError](err); err == nil || bad {
			continue
		}
		if err == io.EOF {
			err = nil
		}
		return err
	}
}

// askInput reads a file in a process of its own.
func askInput(t *testing.T, path string) inputReport {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), inputVariable+"="+path)
	child.Stderr = os.Stderr
	out, err := child.Output()
	var r inputReport
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%9d bytes: %6.3f s, %4d MB; %.120s; %.120s", info.Size(), r.Seconds, r.Peak>>20, strings.ReplaceAll(r.Errors[0], path, "FILE"), strings.ReplaceAll(r.Errors[1], path, "FILE"))
	if r.Peak > mostOfInput {
		t.Errorf("reading it takes %d MB", r.Peak>>20)
	}
	return r
}

// TestBombs reads small files that ask for much memory or time.
func TestBombs(t *testing.T) {
	for _, b := range bombs {
		t.Run(b.name, func(t *testing.T) {
			n := b.n
			if !testfull.On() {
				n = cmp.Or(b.short, n/100)
			}
			path := filepath.Join(t.TempDir(), b.name)
			if err := os.WriteFile(path, b.make(n), 0o600); err != nil {
				t.Fatal(err)
			}
			if r := askInput(t, path); testfull.On() && ((r.Errors[0] == "") != (b.want == "") || !strings.Contains(r.Errors[0], b.want)) {
				t.Errorf("error %q, want %q", r.Errors[0], b.want)
			}
		})
	}
}

// TestBombFiles reads the files of the attack that found what the bombs are made after, where they lie beside the
// repository.
func TestBombFiles(t *testing.T) {
	shared := testfull.Shared(t)
	for _, name := range []string{"chain.obo.gz", "ent.owl.gz", "merges.xlsx", "rep.ods", "spans.ods", "wide.xlsx"} {
		t.Run(name, func(t *testing.T) { askInput(t, filepath.Join(shared, "attack", "2", name)) })
	}
}
