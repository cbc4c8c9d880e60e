package main

import (
	"strings"
	"testing"
)

// TestParents goes from what a list says is a kind of what, in OBO and in a file of its own, to what an unsure answer is.
func TestParents(t *testing.T) {
	f := newFixture(t)
	var obo, tsv, pairs strings.Builder
	obo.WriteString("format-version: 1.2\n")
	for i, name := range []string{"dock complaint", "northern harbour fever", "southern harbour fever", "western harbour fever", "glass knee", "copper thumb"} {
		id := "T:" + string(rune('1'+i))
		obo.WriteString("\n[Term]\nid: " + id + "\nname: " + name + "\n")
		tsv.WriteString(id + "\t" + name + "\n")
		if 0 < i && i < 4 {
			obo.WriteString("is_a: T:1\n")
			pairs.WriteString(id + "\tparent\tT:1\n")
		}
	}
	f.write("list.obo", obo.String())
	f.write("list.tsv", tsv.String())
	f.write("pairs.tsv", pairs.String())
	f.write("in.csv", "m\ncentral harbour fever\nglass knee\n")
	for build, has := range map[string]bool{
		"DIR/list.obo --relations own":           true,
		"DIR/list.tsv --relations DIR/pairs.tsv": true,
		"DIR/list.obo":                           false,
	} {
		code, _, stderr := f.run(nil, strings.Fields("build "+build+" --encoder DIR/t.normenc --out DIR/p.normpack --force")...)
		if code != exitDone || strings.Contains(stderr, "3 parents of entities") != has {
			t.Fatalf("%s: status %d, %s", build, code, stderr)
		}
		for args, want := range map[string]string{
			"lookup central harbour fever":                          "\nperhaps a kind of T:1, dock complaint: p 0.",
			"lookup --format json central harbour fever":            `"parent":{"id":"T:1","name":"dock complaint","p":0.`,
			"lookup --format json --details northern harbour fever": `"parents":["T:1"]`,
			"names T:2":               "\n  kind of     T:1\n",
			"names T:2 --format json": `"parents":["T:1"]`,
			"map DIR/in.csv --column m --add parent --out -":   ",review,T:1,0.",
			"map DIR/in.csv --column m --format sssom --out -": "\ncentral harbour fever\trdfs literal\tskos:broadMatch\tT:1\t",
		} {
			words := strings.Fields(args)
			if words[0] == "lookup" {
				at := len(words) - 3
				words = append(words[:at], strings.Join(words[at:], " "))
			}
			_, stdout, stderr := f.run(nil, append(words, "--pack", "DIR/p.normpack")...)
			if strings.Contains(stdout, want) != has {
				t.Errorf("%s of %s: %s%s; want %q: %t", args, build, stdout, stderr, want, has)
			}
		}
	}
}
