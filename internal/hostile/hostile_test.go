package hostile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/testfull"
)

// A process of its own opens each pack, so that its memory is that of opening it.
const childVariable = "NORMLET_TEST_HOSTILE_PACK"

func TestMain(m *testing.M) {
	if path := os.Getenv(inputVariable); path != "" {
		if err := json.NewEncoder(os.Stdout).Encode(readInput(path)); err != nil {
			panic(err)
		}
		return
	}
	if path := os.Getenv(childVariable); path != "" {
		go func() { // when the test ends, however it does, so does this process
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(1)
		}()
		if err := json.NewEncoder(os.Stdout).Encode(openAndAsk(path)); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// report is what the process says.
type report struct {
	Error    string // of Open; empty: it opened
	Expected bool   // an error of a kind that Open documents
	Cost     pack.Cost
	Alloc    uint64   // bytes allocated by opening
	Peak     [2]int64 // most bytes ever resident after opening, and after the look-ups
	Wrong    []string // answers with what is no number
}

func openAndAsk(path string) (r report) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err := core.Open(path, nil)
	runtime.ReadMemStats(&after)
	r.Alloc, r.Peak[0] = after.TotalAlloc-before.TotalAlloc, mostResident()
	if err != nil {
		var limit *pack.LimitError
		var version *pack.VersionError
		r.Error, r.Expected = err.Error(), errors.Is(err, pack.ErrCorrupt) || errors.As(err, &limit) || errors.As(err, &version)
		return r
	}
	r.Cost = n.Cost()
	spaces := n.Info().Namespaces
	for _, mention := range []string{"abc", "a01", "a0000001", "ABC", "aaaa", "abd fake line", "胰", strings.Repeat("a", 2048), "kidney disease", "x\x00y", ""} {
		for _, o := range []core.Options{{}, {Namespaces: spaces[:1]}, {Namespaces: spaces[len(spaces)-min(len(spaces), 8):]}, {Context: "about " + mention}, {Near: true, K: core.MaxK}} {
			a, err := n.LookupWith(mention, o)
			if err != nil || !isNumbers(a) {
				r.Wrong = append(r.Wrong, fmt.Sprintf("%q: %+v, %v", mention, a, err))
			}
		}
	}
	r.Peak[1] = mostResident()
	return r
}

// isNumbers reports whether an answer is made of numbers.
func isNumbers(a core.Answer) bool {
	sum := a.PNIL
	for _, m := range a.Matches {
		sum += m.P
		if math.IsNaN(m.Score) || math.IsNaN(m.Margin) || m.P < 0 {
			return false
		}
	}
	return sum >= 0 && sum < 1+1e-6 && !math.IsNaN(a.NILScore)
}

// mostResident returns the most memory that this process has had, or what it has
// reserved where the system does not tell.
func mostResident() int64 {
	status, err := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 && err == nil {
			return kib << 10
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// ask opens a pack in a process of its own. That nothing takes too long is a matter of the steps counted (see
// TestCostIsLinear), not of seconds; a pack that hangs the process ends at the time limit of go test.
func ask(t *testing.T, path string) report {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childVariable+"="+path)
	if _, err := child.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	child.Stderr = &stderr
	out, err := child.Output()
	var r report
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, &stderr)
	}
	t.Logf("%-9s %4d MB; look-ups %4d MB; %d bytes of sections, %d steps, %d bytes of tables, %d allocated %.120s",
		map[bool]string{true: "opened", false: "refused"}[r.Error == ""], r.Peak[0]>>20, r.Peak[1]>>20, r.Cost.SectionBytes, r.Cost.Steps, r.Cost.TableBytes, r.Alloc, r.Error)
	return r
}

const most = 100 << 20 // bytes of memory

// check requires what holds for every pack.
func (r report) check(t *testing.T) {
	t.Helper()
	if r.Error != "" && !r.Expected {
		t.Errorf("refused with another error than Open documents: %s", r.Error)
	}
	if r.Peak[0] > most {
		t.Errorf("opening takes %d MB", r.Peak[0]>>20)
	}
	if r.Peak[1] > most {
		t.Errorf("opening and look-ups take %d MB", r.Peak[1]>>20)
	}
	for _, w := range r.Wrong {
		t.Errorf("an answer is not made of numbers: %.500s", w)
	}
}

// TestShapes opens all shapes; those that take seconds in full only.
func TestShapes(t *testing.T) {
	for _, s := range Shapes() {
		if s.Large && !testfull.On() {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "hostile.normpack")
			if err := os.WriteFile(path, s.Make(), 0o600); err != nil {
				t.Fatal(err)
			}
			r := ask(t, path)
			r.check(t)
			if (r.Error == "") != s.Opens {
				t.Errorf("opened: %t, want %t; error %q", r.Error == "", s.Opens, r.Error)
			}
		})
	}
}

// TestFiles opens the packs of the attack that found what the shapes are made
// after, where they lie beside the repository.
func TestFiles(t *testing.T) {
	dir := filepath.Join(testfull.Shared(t), "attack", "hostile")
	// In what they were made for, and which section is to blame. All are without section
	// WORD, which look-ups need now, and have an old CALB; those to blame for nothing else
	// have shapes above.
	refused := map[string]string{
		"basic": "NAME", "calbns-40000": "NAME", "deltameta-80000": "META", "encinf": "", "esc": "an older normlet", "manytok-262144": "NAME",
		"nsdelta-65536": "an older normlet", "nsfilter-65536": "an older normlet", "rankinf": "an older normlet", "samename-1048576": "NAME", "selfmany-10000": "SelfChecks", "unsorted": "NAME",
	}
	for name, why := range refused {
		t.Run(name, func(t *testing.T) {
			data, err := exec.Command("xz", "-dc", filepath.Join(dir, name+".normpack.xz")).Output()
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "hostile.normpack")
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			r := ask(t, path)
			r.check(t)
			if r.Error == "" || !strings.Contains(r.Error, why) {
				t.Errorf("error %q, want %q", r.Error, why)
			}
		})
	}
}
