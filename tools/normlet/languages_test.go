package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/tools/normlet/answer"
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

// someInSpanish is a list of tools, of which most have a Spanish name; red hammer has none.
func someInSpanish() string {
	list := "id,name,name@es\n"
	for i, c := range [][2]string{{"red", "rojo"}, {"blue", "azul"}, {"long", "largo"}, {"old", "viejo"}, {"heavy", "pesado"}} {
		for j, x := range [][2]string{{"hammer", "martillo"}, {"nail", "clavo"}, {"screwdriver", "destornillador"}, {"saw", "sierra"}, {"file", "lima"}, {"axe", "hacha"}} {
			spanish := x[1] + " " + c[1]
			if i == j {
				spanish = ""
			}
			list += fmt.Sprintf("T:%d%d,%s %s,%s\n", i, j, c[0], x[0], spanish)
		}
	}
	return list
}

// TestLangEverywhere: agents and the server answer as the commands do in the languages that they are told. French, of which
// the pack has no table, translates nothing.
func TestLangEverywhere(t *testing.T) {
	f := newFixture(t)
	f.write("list.csv", someInSpanish())
	f.write("in.csv", "m\nmartillo rojo\nblue nail\nred nail\n")
	if code, _, stderr := f.run(nil, strings.Fields("build DIR/list.csv --encoder DIR/t.normenc --out DIR/p.normpack")...); code != exitDone {
		t.Fatal(stderr)
	}
	address, stop := startServe(t, "--pack", f.path("p.normpack"))
	defer stop()
	a := startAgent(f, "normlet", "mcp", "--pack", f.path("p.normpack"), "--folder", f.dir)
	for lang, name := range map[string]string{"fr": "", "es": "red hammer"} {
		var want, agents, one answer.Answer
		var posted []answer.Answer
		_, line, _ := f.run(nil, "lookup", "--pack", "DIR/p.normpack", "--format", "json", "-k", "1", "--lang", lang, "--show", "es", "martillo rojo")
		f.check(json.Unmarshal([]byte(line), &want))
		if want.NIL != (name == "") || !want.NIL && want.Matches[0].Name != name {
			t.Errorf("%s: %s, want %q", lang, line, name)
		}
		asked := map[string]any{"mention": "martillo rojo", "k": 1, "lang": lang, "show": "es"}
		if failure := a.call("lookup", asked, &agents); failure != "" || !reflect.DeepEqual(agents, want) {
			t.Errorf("%s: agents get %+v, want %s; %s", lang, agents, line, failure)
		}
		_, got := fetch(t, address+"lookup?q=martillo+rojo&k=1&show=es&lang="+lang)
		r, err := http.Post(address+"lookup", "application/json", strings.NewReader(`{"mentions":["martillo rojo"],"k":1,"show":"es","lang":"`+lang+`"}`))
		f.check(err)
		f.check(json.NewDecoder(r.Body).Decode(&posted))
		r.Body.Close()
		f.check(json.Unmarshal([]byte(got), &one))
		if !reflect.DeepEqual(one, want) || !reflect.DeepEqual(posted, []answer.Answer{want}) {
			t.Errorf("%s: the server says %s and %+v, want %s", lang, got, posted, line)
		}
		table := map[string]any{"in": "in.csv", "out": lang + ".csv", "columns": []string{"m"}, "lang": lang, "show": "es"}
		f.run(nil, strings.Fields("map DIR/in.csv --column m --pack DIR/p.normpack --out DIR/want.csv --force --show es --lang "+lang)...)
		if failure := a.call("map_file", table, new(any)); failure != "" || f.read(lang+".csv") != f.read("want.csv") || !strings.Contains(f.read("want.csv"), "red nail,T:01,clavo rojo,") {
			t.Errorf("%s: map_file %s %s, want %s", lang, failure, f.read(lang+".csv"), f.read("want.csv"))
		}
	}
}
