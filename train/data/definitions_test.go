package data_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data"
)

func TestReadDefinitions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d.tsv")
	for _, c := range []struct{ content, want string }{
		{"\ufeff# comment\n# more\tof it\nT:1\tone thing\r\nT:2\tanother", ""},
		{"", "no definitions"},
		{"# comment\n", "no definitions"},
		{"T:1\tone\nT:2\n", ":2: 1 columns"},
		{"T:1\tone\ttwo\n", ":1: 3 columns"},
		{"T:1\t \n", ":1: an empty definition"},
		{"T:1\ta\nT:1\tb\n", ":2: a second definition of T:1"},
		{"T:1\t\xff\n", ":1: "},
		{"T:1\ta\nT:2\t" + strings.Repeat("x", 2<<20), ":2: the line is longer"},
	} {
		if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := data.ReadDefinitions(path)
		bad, isBad := errors.AsType[*data.BadRow](err)
		switch {
		case c.want == "":
			if want := map[string]string{"T:1": "one thing", "T:2": "another"}; err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%q, %v", got, err)
			}
		case err == nil || !strings.Contains(err.Error(), c.want) || isBad && bad.Line == 0:
			t.Errorf("%.20q: %v, want %q", c.content, err, c.want)
		}
	}
	if _, err := data.ReadDefinitions(path + "x"); !os.IsNotExist(err) {
		t.Errorf("no file: %v", err)
	}
}
