package checktest

import (
	"runtime"
	"strings"
	"testing"
)

// failing notes what a test would fail of; Fatal ends its goroutine.
type failing struct {
	testing.TB
	errors int
}

func (f *failing) Errorf(string, ...any) { f.errors++ }
func (f *failing) Fatalf(string, ...any) { f.errors++; runtime.Goexit() }
func (f *failing) Logf(string, ...any)   {}
func (f *failing) Helper()               {}

func failures(t *testing.T, check func(testing.TB)) int {
	f := &failing{TB: t}
	done := make(chan struct{})
	go func() { defer close(done); check(f) }()
	<-done
	return f.errors
}

func TestChecksFail(t *testing.T) {
	for name, c := range map[string]struct {
		check func(testing.TB)
		want  int
	}{
		"a command succeeds": {func(t testing.TB) { Run(t, "", "go", "version") }, 0},
		"a command fails":    {func(t testing.TB) { Run(t, "", "go", "no-such-command") }, 1},
		"no such program":    {func(t testing.TB) { Run(t, "", "no-such-program") }, 1},
		"at the limit":       {func(t testing.TB) { Figure(t, "size", 6, 6, "MB") }, 0},
		"above the limit":    {func(t testing.TB) { Figure(t, "size", 6.01, 6, "MB") }, 1},
		"nothing measured":   {func(t testing.TB) { Figure(t, "size", 0, 6, "MB") }, 1},
	} {
		if got := failures(t, c.check); got != c.want {
			t.Errorf("%s: %d failures, want %d", name, got, c.want)
		}
	}
}

func TestCommand(t *testing.T) {
	if got := strings.TrimSpace(Run(t, t.TempDir(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "go", "env", "GOOS")); got != "js" {
		t.Errorf("GOOS is %q in the environment", got)
	}
	if got := Root(t); Read(t, got, "go.mod") != Read(t, "..", "..", "go.mod") {
		t.Errorf("the root is %s", got)
	}
}
