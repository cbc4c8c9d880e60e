package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/tools/normlet/program"
)

// madeUp is hook.MadeUp of tests and of the program by the name quick, which then makes the same packs.
const madeUp, quick = 300, "normlet.quick"

// TestMain stands in for main in the processes that TestTrainKilled starts, and in those of the tutorials, which call it normlet.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case quick:
		hook.MadeUp = madeUp
		main()
	case "normlet":
		main()
	case "curl":
		os.Exit(curl(os.Args[1:]))
	}
	for _, variable := range os.Environ() { // which are somebody's settings
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, cli.VariablePrefix) && !strings.HasPrefix(name, "NORMLET_TEST_") {
			os.Unsetenv(name)
		}
	}
	if len(os.Args) > 1 && os.Args[1] == "train" {
		main()
	}
	hook.MadeUp = madeUp
	if !testfull.On() {
		hook.PageProgram = func(context.Context) (*program.Program, error) {
			return &program.Program{Wasm: []byte("\x00asm"), Support: []byte("// of Go")}, nil
		}
	}
	once := sync.OnceValues(func() (*pack.Contents, error) { return pack.Parse(assets.Default()) })
	hook.ParseDefault = func([]byte) (*pack.Contents, error) { return once() }
	hook.OpenDefault = func([]byte) (*core.Normalizer, error) { return openDefault() }
	debug.SetGCPercent(400) // commands that run one after another leave much behind, and hold little
	os.Exit(m.Run())
}

// openDefault opens the default pack once for all tests.
var openDefault = sync.OnceValues(func() (*core.Normalizer, error) { return core.OpenBytes(assets.Default(), nil) })
