package main

import (
	"strings"
	"testing"
)

// TestRenamedFlags takes flags and variables by the names that they had; the last of both names counts.
func TestRenamedFlags(t *testing.T) {
	f := newFixture(t)
	const unknown = "--coverage x: want a share"
	for flags, want := range map[string]string{
		"--in-list x":                    unknown,
		"--in-list=x --coverage alone":   "",
		"--coverage=alone --in-list x":   unknown,
		"--coverage alone --in-list 0.5": "",
	} {
		_, _, stderr := f.run(nil, strings.Fields("lookup FOXP2 --pack DIR/t.normpack "+flags)...)
		if want == "" && stderr != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: %q, want %q", flags, stderr, want)
		}
	}
	f.setenv("NORMLET_IN_LIST=x")
	if _, _, stderr := f.run(nil, strings.Fields("lookup FOXP2 --pack DIR/t.normpack")...); !strings.Contains(stderr, unknown) {
		t.Errorf("the variable of a former name: %q", stderr)
	}
	if _, help, _ := f.run(nil, "lookup", "--help"); strings.Contains(help, "in-list") || !strings.Contains(help, "--coverage") {
		t.Errorf("help: %s", help)
	}
}
