package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun judges a list by its own marks and by those of another file, which spells the prefix of ids in another way.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	list := write("list.tsv", "X:1\tzebra finch\tprimary\nX:1\tzebra-finch\nX:1\tbird\nX:2\tPOMA\tprimary\nX:2\tPo ma\nX:3\tpoma line\tprimary\n")
	other := write("other.tsv", "Y Y:2\tPoma\tprimary\n")
	for _, c := range []struct{ args, want string }{
		{list, "all\t3\t0.667\t1.000\nof several names\t2\t0.500\t1.000\n"},
		{list + " " + other, "all\t1\t1.000\t1.000\nof several names\t1\t1.000\t1.000\n"},
	} {
		var out strings.Builder
		if err := run(strings.Fields(c.args), &out); err != nil {
			t.Fatal(err)
		}
		if _, got, _ := strings.Cut(out.String(), "\n"); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
	if err := run(nil, nil); err == nil {
		t.Error("no error without arguments")
	}
}
