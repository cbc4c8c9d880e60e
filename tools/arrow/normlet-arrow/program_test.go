package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// function is how the example begins that pipes batches through normlet.
const function = "def normlet(batches):"

// programs builds normlet and normlet-arrow, and puts them on PATH.
func programs(t *testing.T) (normlet string) {
	t.Helper()
	dir := t.TempDir()
	for _, p := range []struct{ in, what string }{{"../../..", "./tools/normlet"}, {".", "."}} {
		c := exec.Command("go", "build", "-o", dir+string(filepath.Separator), p.what)
		c.Dir = p.in
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	normlet = filepath.Join(dir, "normlet")
	if runtime.GOOS == "windows" {
		normlet += ".exe"
	}
	return normlet
}

// TestPrograms runs normlet as programs do that pipe Arrow through it: from Go always, and as docs/engines.md says from
// Python, if that has pyarrow.
func TestPrograms(t *testing.T) {
	normlet := programs(t)
	texts := mentions(120)
	want := asCSV(t, config(t), texts)
	t.Run("Go", func(t *testing.T) {
		schema, batches := table(t, arrow.BinaryTypes.String, texts, 50)
		p := exec.Command(normlet, "arrow", "--column", "gene", "--coverage", "alone")
		stdin, err := p.StdinPipe()
		check(t, err)
		stdout, err := p.StdoutPipe()
		check(t, err)
		p.Stderr = os.Stderr
		check(t, p.Start())
		w := ipc.NewWriter(stdin, ipc.WithSchema(schema))
		var r *ipc.Reader
		var mapped []arrow.RecordBatch
		for _, b := range batches {
			check(t, w.Write(b))
			if r == nil {
				r, err = ipc.NewReader(stdout)
				check(t, err)
			}
			if !r.Next() {
				t.Fatalf("no answer to a batch: %v", r.Err())
			}
			r.RecordBatch().Retain()
			mapped = append(mapped, r.RecordBatch())
		}
		check(t, w.Close())
		check(t, stdin.Close())
		rest, err := io.ReadAll(stdout)
		check(t, err)
		check(t, p.Wait())
		if !bytes.Equal(rest, []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}) {
			t.Errorf("after the batches there are %x", rest)
		}
		same(t, cells(t, mapped, addedColumns...), want)
	})
	t.Run("Python", func(t *testing.T) {
		if out, err := exec.Command("python3", "-c", "import pyarrow").CombinedOutput(); err != nil {
			t.Logf("Python has no pyarrow here, so the example of docs/engines.md was NOT run; the reader of Go was the client (%s)", lastLine(out))
			return
		}
		alone := strings.Replace(example(t, function), `"--column", "gene"`, `"--column", "gene", "--coverage", "alone"`, 1)
		script := alone + "\nimport sys\nrows = [None if x == '-' else x[1:] for x in sys.stdin.read().split('\\n')]\n" +
			"batches = [pa.RecordBatch.from_pydict({'gene': pa.array(rows[i:i+50], pa.string())}) for i in range(0, len(rows), 50)]\n" +
			"for b in normlet(iter(batches)):\n    for x in b.column('gene_id').to_pylist():\n        print(x or '')\n"
		var given []string
		for _, s := range texts {
			if strings.HasPrefix(s, null) {
				given = append(given, "-")
			} else {
				given = append(given, "+"+s)
			}
		}
		c := exec.Command("python3", "-c", script)
		c.Stdin = strings.NewReader(strings.Join(given, "\n"))
		out, err := c.Output()
		check(t, err)
		ids := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		for i := range want {
			if len(ids) != len(want) || ids[i] != want[i][0] {
				t.Fatalf("%d ids; want %d, row %d %q", len(ids), len(want), i, want[i][0])
			}
		}
	})
}

// example returns the Python code of the documentation that has some text.
func example(t *testing.T, text string) string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/engines.md")
	check(t, err)
	for _, block := range strings.Split(string(page), "```python\n")[1:] {
		code, _, _ := strings.Cut(block, "```")
		if strings.Contains(code, text) {
			return code
		}
	}
	t.Fatalf("docs/engines.md has no Python code with %q", text)
	return ""
}

// TestExample requires the documentation to have the example, to run normlet with flags that there are, and to tell Spark
// the columns that come.
func TestExample(t *testing.T) {
	code := example(t, function)
	_, list, _ := strings.Cut(code, `Popen(["normlet", `)
	list, _, _ = strings.Cut(list, "]")
	args := strings.Fields(strings.NewReplacer(`"`, "", ",", "").Replace(list))
	schema, batches := table(t, arrow.BinaryTypes.String, mentions(20), 10)
	status, out, errs := call(t, bytes.NewReader(stream(t, schema, batches)), args...)
	if status != 0 || fmt.Sprint(args[:3]) != "[arrow --column gene]" {
		t.Fatalf("%q: status %d, %s", args, status, errs)
	}
	mappedSchema, mapped := readStream(t, out)
	if len(mapped) != 2 {
		t.Errorf("%d batches", len(mapped))
	}
	var want []string
	for _, f := range mappedSchema.Fields()[schema.NumFields():] {
		want = append(want, f.Name+" "+f.Type.String())
	}
	var got []string
	for _, c := range regexp.MustCompile(`\("(\w+)", "(\w+)"\)`).FindAllStringSubmatch(example(t, "mapInArrow"), -1) {
		got = append(got, "gene_"+c[1]+" "+map[string]string{"string": "utf8", "double": "float64"}[c[2]])
	}
	// The table of the tests has a column gene_id, beside which the one that is added gets another name.
	if text := strings.Replace(strings.Join(want, ", "), "gene_id_2", "gene_id", 1); text != strings.Join(got, ", ") {
		t.Errorf("the example for Spark has the columns %s; there are %s", strings.Join(got, ", "), text)
	}
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}
