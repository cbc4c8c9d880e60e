//go:build linux

// Package python checks all that must hold for Python, C and R: the library under sanitizers, the wheel, its types and
// tests in a fresh virtual environment, memory over a million mentions, and throughput beside that of Go. With Debian's
// packages and no other network:
//
//	go test -v ./tools/python -check [-all] [-wheel "$PWD/FOLDER"]
package python

import (
	"archive/zip"
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

var (
	all   = flag.Bool("all", false, "build the wheel as it is published, without what the go command has in its cache, and look up a million names rather than 200,000")
	wheel = flag.String("wheel", "", "leave the wheel in this `folder`")
)

// checkSizes compares what the page says of the wheel and of the command line in it, in MB, with what they are.
func checkSizes(t *testing.T, page, path string, size int64) {
	t.Helper()
	wheel, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer wheel.Close()
	at := slices.IndexFunc(wheel.File, func(f *zip.File) bool { return f.Name == "normlet/bin/normlet" })
	if at < 0 {
		t.Fatal("the wheel has no command line")
	}
	said := regexp.MustCompile(`, (\d+) MB: library[\s\S]*\((\d+) of (\d+) MB\)`).FindStringSubmatch(page)
	if said == nil {
		t.Fatal("docs/python.md does not say how large the wheel and its command line are")
	}
	for i, bytes := range []int64{size, int64(wheel.File[at].CompressedSize64), size} {
		if said, err := strconv.ParseFloat(said[i+1], 64); err != nil || math.Abs(said-float64(bytes)/1e6) > 1 {
			t.Errorf("docs/python.md says %.0f MB of %d bytes", said, bytes)
		}
	}
}

func TestPython(t *testing.T) {
	checktest.On(t)
	checktest.Need(t, strings.Fields("python3-venv python3-numpy python3-pandas python3-pytest mypy r-base-core gcc g++ binutils openssl")...)
	root, work, out := checktest.Root(t), t.TempDir(), *wheel
	if out == "" {
		out = filepath.Join(work, "wheel")
	}
	out, err := filepath.Abs(out)
	if err != nil {
		t.Fatal(err)
	}
	quick := "NORMLET_QUICK=1"
	if *all {
		quick = "NORMLET_QUICK="
	}
	run := func(t *testing.T, words ...string) string { // away from the source
		t.Helper()
		return checktest.Run(t, work, append([]string{quick}, words...)...)
	}
	python, plain := filepath.Join(work, "venv/bin/python"), filepath.Join(work, "plain/bin/python")
	var libraries string // the folder of the installed package

	step := func(name string, check func(t *testing.T)) {
		if !t.Run(name, check) {
			t.FailNow() // what follows needs it
		}
	}
	step("C, under sanitizers", func(t *testing.T) { t.Log(run(t, filepath.Join(root, "tools/c/check.sh"), "lib")) })
	step("wheel, installed without network", func(t *testing.T) {
		// Debian's Python, which has numpy and pandas; and one without them.
		run(t, "/usr/bin/python3", "-m", "venv", "--system-site-packages", "venv")
		run(t, "/usr/bin/python3", "-m", "venv", "plain")
		run(t, python, "-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "--wheel-dir", out, filepath.Join(root, "tools/python"))
		made, err := filepath.Glob(filepath.Join(out, "normlet-*.whl"))
		if err != nil || len(made) != 1 {
			t.Fatalf("%s holds the wheels %q", out, made)
		}
		for _, p := range []string{python, plain} {
			run(t, p, "-m", "pip", "install", "-q", "--no-index", "--no-deps", made[0])
		}
		run(t, plain, "-c", `import normlet; assert normlet.open().lookup_many(["FOX-P2"]).columns()["id"] == ["NCBIGene:93986"]`)
		if answer := run(t, "plain/bin/normlet", "lookup", "-k", "1", "--format", "tsv", "FOX-P2"); !strings.Contains(answer, "NCBIGene:93986") {
			t.Errorf("the program of the wheel answers %s", answer)
		}
		libraries = strings.TrimSpace(run(t, python, "-c", "import normlet, pathlib; print(pathlib.Path(normlet.__file__).parent)"))
		library := filepath.Join(libraries, "libnormlet.so")
		versions := regexp.MustCompile(`GLIBC_2\.(\d\d)\b`).FindAllString(run(t, "objdump", "-T", library), -1)
		if len(versions) == 0 || slices.Max(versions) != "GLIBC_2.34" {
			t.Errorf("the library needs %q; docs/python.md says GLIBC_2.34", versions)
		}
		info, err := os.Stat(made[0])
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes, needs GLIBC_2.34", info.Name(), info.Size())
		checkSizes(t, checktest.Read(t, root, "docs/python.md"), made[0], info.Size())
		// pip chooses the place below.
		texts := strings.Fields(run(t, "find", filepath.Dir(libraries), "-path", "*/normlet-*.dist-info/*", "-name", "THIRD_PARTY_LICENSES"))
		if len(texts) != 1 {
			t.Fatalf("the wheel has the licences %q", texts)
		}
		checktest.Run(t, filepath.Join(root, "tools/licenses"), "go", "run", ".", "--check", texts[0], library, filepath.Join(libraries, "bin/normlet"))
	})
	step("types", func(t *testing.T) {
		run(t, "mypy", "--strict", "--config-file", filepath.Join(root, "tools/python/pyproject.toml"), "--cache-dir", "mypy", filepath.Join(root, "tools/python/src/normlet"))
	})
	batch := filepath.Join(work, "batch")
	checktest.Run(t, filepath.Join(root, "lab"), "go", "build", "-o", batch, "./batch")
	if err := os.CopyFS(filepath.Join(work, "tests"), os.DirFS(filepath.Join(root, "tools/python/tests"))); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{"examples": {"--doctest-modules", "--ignore-glob=*/_spacy.py", "--pyargs", "normlet"}, "tests": {"tests"}} {
		step(name, func(t *testing.T) {
			t.Log(run(t, append([]string{"NORMLET_BATCH=" + batch, python, "-m", "pytest", "-q", "-p", "no:cacheprovider"}, args...)...))
		})
	}
	step("R", func(t *testing.T) { t.Log(run(t, filepath.Join(root, "tools/r/check.sh"), libraries)) })
	step("a million mentions", func(t *testing.T) {
		checktest.Write(t, run(t, batch, "names", "10000"), work, "names")
		million := []string{python, "tests/million.py", "names"}
		if *all {
			million = append(million, "--all")
		}
		t.Log(run(t, million...))
	})
	step("throughput", func(t *testing.T) {
		checktest.Write(t, strings.Repeat(run(t, batch, "mentions"), 2), work, "twice")
		t.Log(run(t, python, "tests/throughput.py", batch, "twice"))
	})
}
