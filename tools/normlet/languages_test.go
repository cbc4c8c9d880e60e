package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestLanguages goes from a list and its translations to names in the language of who asks.
func TestLanguages(t *testing.T) {
	f := newFixture(t)
	f.write("in.csv", "m\nmartillo de oreja\nsaw\n")
	build := "build " + filepath.Join(formatsDir, "tools.obo") + " " + filepath.Join(formatsDir, "tools.babelon.tsv") + " --encoder DIR/t.normenc --out DIR/p.normpack --force"
	for _, x := range []struct{ options, args, want string }{
		{"", "inspect DIR/p.normpack", "\nlanguages   da 1, de 1, en 1, es 2\n            pt-BR 1\n"},
		{"", "lookup --format tsv --pack DIR/p.normpack martillos", "\tTOOL:0000001\thammer\tmartillo\t"},
		{"", "lookup --format tsv --pack DIR/p.normpack --show es-MX hammer", "\tTOOL:0000001\tmartillo\thammer\t"},
		{"", "lookup --format json --pack DIR/p.normpack --show pt hammer", `"name":"hammer"`},
		{"", "map DIR/in.csv --column m --pack DIR/p.normpack --show es --out -", "martillo de oreja,TOOL:0000001,martillo,"},
		{"", "map DIR/in.csv --column m --pack DIR/p.normpack --show pt --out -", "saw,TOOL:0000002,serrote,"},
		{"--language en,de", "inspect DIR/p.normpack", "\nlanguages   de 1, en 1\n"},
		{"--language en,de", "lookup --format tsv --pack DIR/p.normpack --show es hammer", "\tTOOL:0000001\thammer\thammer\t"},
		{"--language en", "inspect DIR/p.normpack", "\nlanguages   not stated\n"},
	} {
		if code, _, stderr := f.run(nil, strings.Fields(build+" "+x.options)...); code != exitDone {
			t.Fatalf("%s: status %d, %s", x.options, code, stderr)
		}
		if _, stdout, stderr := f.run(nil, strings.Fields(x.args)...); !strings.Contains(stdout, x.want) {
			t.Errorf("%s of %q: %s%s; want %q", x.args, x.options, stdout, stderr, x.want)
		}
	}
}
