package mcp

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/regular"
	"github.com/normlet/normlet/tools/normlet/agents"
	"github.com/normlet/normlet/tools/normlet/internal/mapper"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// agentFolder is a folder of map_file, in a folder with other files.
type agentFolder struct {
	t    *testing.T
	dir  string
	root *os.Root
	n    *core.Normalizer
}

// normalizer is that of the default pack.
var normalizer = sync.OnceValues(func() (*core.Normalizer, error) { return core.OpenBytes(assets.Default(), nil) })

func newAgentFolder(t *testing.T) *agentFolder {
	t.Helper()
	f := &agentFolder{t: t, dir: t.TempDir()}
	f.check(os.Mkdir(f.path("folder"), 0o777))
	var err error
	f.root, err = os.OpenRoot(f.path("folder"))
	f.check(err)
	t.Cleanup(func() { f.root.Close() })
	f.n, err = normalizer()
	f.check(err)
	return f
}

func (f *agentFolder) check(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *agentFolder) path(name string) string { return filepath.Join(f.dir, name) }

func (f *agentFolder) write(name, content string) {
	f.t.Helper()
	f.check(os.WriteFile(f.path(name), []byte(content), 0o666))
}

func (f *agentFolder) read(name string) string {
	f.t.Helper()
	content, err := os.ReadFile(f.path(name))
	f.check(err)
	return string(content)
}

func (f *agentFolder) mapFile(ctx context.Context, in, out string) error {
	_, err := mapForAgent(ctx, f.n, f.root, agents.MapFile{In: in, Out: out, Columns: []string{"gene"}})
	return err
}

// names returns the names in the folder.
func (f *agentFolder) names() string {
	f.t.Helper()
	entries, err := os.ReadDir(f.path("folder"))
	f.check(err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// TestAgentOpensInFolder opens in.csv while others swap it for a link out of the folder.
func TestAgentOpensInFolder(t *testing.T) {
	t.Parallel()
	f := newAgentFolder(t)
	f.write("secret.csv", "SECRET")
	f.write("folder/plain.csv", "plain")
	in, next := f.path("folder/in.csv"), f.path("folder/next")
	swap := []func() error{
		func() error { return os.Link(f.path("folder/plain.csv"), next) }, func() error { return os.Rename(next, in) },
		func() error { return os.Symlink("../secret.csv", next) }, func() error { return os.Rename(next, in) },
	}
	var swaps atomic.Int64
	stop, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			if err := swap[i%len(swap)](); err != nil {
				stopped <- err
				return
			}
			swaps.Add(1)
			runtime.Gosched()
		}
	}()
	tries, opened := 0, 0
	for ; tries < 200_000 && (opened < 200 || swaps.Load() < 2000); tries++ {
		file, err := regular.OpenIn(f.root, "in.csv")
		if err != nil {
			continue
		}
		opened++
		content, err := io.ReadAll(file)
		f.check(errors.Join(err, file.Close()))
		if string(content) != "plain" {
			t.Errorf("try %d read %q", tries, content)
			break
		}
	}
	close(stop)
	f.check(<-stopped)
	if t.Logf("%d tries, %d opened, %d swaps", tries, opened, swaps.Load()); opened == 0 {
		t.Error("none was opened")
	}
}

// TestAgentReadsWhatItOpened puts another table under the name after it was opened.
func TestAgentReadsWhatItOpened(t *testing.T) {
	t.Parallel()
	f := newAgentFolder(t)
	f.write("folder/in.csv", "gene\nFOX-P2\n")
	file, err := regular.OpenIn(f.root, "in.csv")
	f.check(err)
	defer file.Close()
	f.check(os.Remove(f.path("folder/in.csv")))
	f.write("secret.csv", "gene\nSECRET\n")
	f.check(os.Symlink("../secret.csv", f.path("folder/in.csv")))
	o := mapper.Options{In: "in.csv", Out: "out.csv", Opened: file, Table: mapping.Config{Columns: []string{"gene"}, Format: "csv", Jobs: 1}}
	if _, err := mapOpened(t.Context(), f.n, f.root, &o); err != nil || !strings.Contains(f.read("folder/out.csv"), "\nFOX-P2,") {
		t.Errorf("%v; there are %s", err, f.names())
	}
}

// TestAgentFailureLeavesNothing: after a failure or a cancellation there is no file of it, and the call can be made
// again. No variable of the environment makes it write another.
func TestAgentFailureLeavesNothing(t *testing.T) {
	f := newAgentFolder(t)
	t.Setenv("NORMLET_MAP_REPORT", f.path("folder/report.json"))
	t.Setenv("NORMLET_PACK", f.path("none"))
	f.write("folder/bad.csv", "gene\n"+strings.Repeat("FOX-P2\n", 5000)+"FOX-\"P2\n")
	f.write("folder/good.csv", "gene\nFOX-P2\n")
	before := f.names()
	for _, out := range []string{"out.csv", "out.jsonl.gz", "out.xlsx", "out.sssom.tsv"} {
		for range 2 {
			if err := f.mapFile(t.Context(), "bad.csv", out); err == nil || !strings.Contains(err.Error(), "bad.csv:5002") {
				t.Errorf("%s: %v", out, err)
			}
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := f.mapFile(ended, "good.csv", out); err == nil {
			t.Errorf("%s: cancelled, it is written", out)
		}
		if now := f.names(); now != before {
			t.Errorf("%s: there are %s, before %s", out, now, before)
		}
		f.check(f.mapFile(t.Context(), "good.csv", out))
		f.check(os.Remove(filepath.Join(f.dir, "folder", out)))
	}
	if err := f.mapFile(t.Context(), "in.parquet", "out.csv"); err == nil || !strings.Contains(err.Error(), "normlet map") {
		t.Errorf("Parquet: %v", err)
	}
	if err := f.mapFile(t.Context(), "good.csv", "good.doc"); err == nil || !strings.Contains(err.Error(), ".csv") {
		t.Errorf("no format: %v", err)
	}
}
