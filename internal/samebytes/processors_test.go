//go:build linux

package samebytes

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

// TestProcessors runs the test of digests as code for amd64 v1 and v3, without assembly, on a processor without fused
// products, and for arm64 under qemu.
func TestProcessors(t *testing.T) {
	checktest.On(t)
	checktest.Need(t, "qemu-user-static")
	for _, c := range []struct{ name, setting, exec string }{
		{"amd64", "GOAMD64=v1", "env GOMAXPROCS=1 GODEBUG=cpu.fma=off,cpu.avx2=off"},
		{"purego", "GOFLAGS=-tags=purego", "env GOMAXPROCS=3"},
		{"arm64", "GOARCH=arm64", "qemu-aarch64-static"},
		{"amd64-v3", "GOAMD64=v3", "env"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "amd64-v3" && !strings.Contains(checktest.Read(t, "/proc/cpuinfo"), " avx2 ") {
				t.Skip("this processor has no AVX2")
			}
			// vet would read the standard library, too.
			t.Log(checktest.Run(t, ".", "CGO_ENABLED=0", c.setting, "go", "test", "-vet=off", "-count=1", "-timeout=60m", "-exec", c.exec, "."))
		})
	}
}

var (
	fused   = regexp.MustCompile(`\(([^)]*)\).*\tFN?M(?:ADD|SUB)[SD]\t`)
	inMath  = regexp.MustCompile(`\(([^)]*)\).*\tCALL\tmath\.(\w+)`)
	isExact = regexp.MustCompile(`^(?:Ldexp|ldexp|Frexp|frexp|Nextafter|arch(?:Max|Min))`)
)

// inexact finds the places in code for arm64 where a product is added without rounding, and where a function of math is
// called that has other bits on other processors.
func inexact(code string) (products, functions []string) {
	found := [2]map[string]bool{{}, {}}
	for line := range strings.Lines(code) {
		if m := fused.FindStringSubmatch(line); m != nil {
			found[0][m[1]] = true
		}
		if m := inMath.FindStringSubmatch(line); m != nil && !isExact.MatchString(m[2]) {
			found[1][m[1]+" math."+m[2]] = true
		}
	}
	return slices.Sorted(maps.Keys(found[0])), slices.Sorted(maps.Keys(found[1]))
}

// TestCode looks for such instructions in all packages of ours that a build needs. The laboratory makes no packs; tools
// print figures.
func TestCode(t *testing.T) {
	checktest.On(t)
	root := checktest.Root(t)
	packages := slices.DeleteFunc(strings.Fields(checktest.Run(t, root, "go", "list", "-deps", "./train/assemble", "./train/recipe", "./core/document")),
		func(path string) bool { return !strings.HasPrefix(path, "github.com/normlet/normlet/") })
	build := checktest.Command(t, root, append([]string{"CGO_ENABLED=0", "GOARCH=arm64", "go", "build", "-gcflags=github.com/normlet/normlet/...=-S"}, packages...)...)
	out, err := build.CombinedOutput()
	code := string(out)
	if n := strings.Count(code, "STEXT"); err != nil || n <= 1000 {
		t.Fatalf("the compiler shows %d functions, %v: %.2000s", n, err, code)
	}
	products, functions := inexact(code)
	if len(products) > 0 {
		t.Errorf("products that are added without rounding; write float64(a*b)+c:\n%s", strings.Join(products, "\n"))
	}
	if len(functions) > 0 {
		t.Errorf("functions with other bits on other processors; internal/f64 has them:\n%s", strings.Join(functions, "\n"))
	}
	t.Logf("%d packages, no product fused with a sum", len(packages))
}

// TestInexact checks the check.
func TestInexact(t *testing.T) {
	for instruction, want := range map[string][2]int{
		"FMADDD\tF0, F1, F2, F3": {1, 0},
		"FNMSUBS\tF0, F1, F2":    {1, 0},
		"FMULD\tF0, F1, F2":      {0, 0},
		"CALL\tmath.Log(SB)":     {0, 1},
		"CALL\tmath.log1p(SB)":   {0, 1},
		"CALL\tmath.Ldexp(SB)":   {0, 0},
		"CALL\tmath.archMax(SB)": {0, 0},
	} {
		products, functions := inexact("\t0x0028 00040 (/x/train/step.go:31)\t" + instruction + "\n")
		if got := [2]int{len(products), len(functions)}; got != want {
			t.Errorf("%s: %v, want %v", instruction, got, want)
		}
	}
}
