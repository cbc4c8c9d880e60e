package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
)

// TestEnvironment sets flags by variables: the special name wins over the general
// one, and the command line over both.
func TestEnvironment(t *testing.T) {
	for _, c := range []struct{ variables, args, want string }{
		{"NORMLET_FORMAT=tsv", "lookup FOXP2", "mention\tid\tname"},
		{"NORMLET_FORMAT=table NORMLET_LOOKUP_FORMAT=tsv", "lookup FOXP2", "mention\tid\tname"},
		{"NORMLET_FORMAT=xml NORMLET_LOOKUP_FORMAT=xml", "lookup --format tsv FOXP2", "mention\tid\tname"},
		{"NORMLET_FORMAT=", "lookup FOXP2", "MENTION"},
		{"NORMLET_MAP_FORMAT=xml", "lookup FOXP2", "MENTION"},
		{"NORMLET_NAMESPACE=chemical,gene NORMLET_FORMAT=tsv NORMLET_K=1", "lookup aspirin", "aspirin\tC:2"},
		{"NORMLET_EVAL_JSON=true NORMLET_QUERIES=DIR/q.tsv", "eval", `{"queries":4`},
	} {
		t.Run(c.variables, func(t *testing.T) {
			f := newFixture(t)
			t.Setenv("NORMLET_PACK", f.path("t.normpack"))
			f.setenv(c.variables)
			code, stdout, stderr := f.run(nil, strings.Fields(c.args)...)
			if code != exitDone || !strings.Contains(stdout, c.want) || strings.Contains(stderr, "warning") {
				t.Errorf("status %d, stdout %q, stderr %q; want %q", code, stdout, stderr, c.want)
			}
		})
	}
}

// TestEnvironmentErrors has variables whose values are wrong, which errors name.
func TestEnvironmentErrors(t *testing.T) {
	for _, c := range []struct {
		variables, args string
		code            int
		want            string
	}{
		{"NORMLET_K=many", "lookup x", exitUsage, `normlet: NORMLET_K: invalid argument "many" for "-k, --k" flag: `},
		{"NORMLET_K=0", "lookup x", exitUsage, "normlet: -k 0: want 1 to 128 (--k is from NORMLET_K); see normlet lookup --help\n"},
		{"NORMLET_LOOKUP_FORMAT=xml", "lookup x", exitUsage, `normlet: NORMLET_LOOKUP_FORMAT: invalid argument "xml" for "--format" flag: want one of table, json, tsv; see normlet lookup --help` + "\n"},
		{"NORMLET_PACK=DIR/none NORMLET_K=1", "lookup x", exitFailed, "normlet: DIR/none: no such file or directory (--pack is from NORMLET_PACK)\n"},
		{"NORMLET_BITS=64", "build DIR/t.tsv --out DIR/x --head DIR/h", exitUsage, "normlet: --method and --bits are those of the binarizer that --head reads (--bits is from NORMLET_BITS); see normlet build --help\n"},
		{"NORMLET_EVAL_JSON=x", "eval", exitUsage, "normlet: NORMLET_EVAL_JSON: invalid argument"},
	} {
		t.Run(c.variables, func(t *testing.T) {
			f := newFixture(t)
			f.setenv(c.variables)
			code, stdout, stderr := f.run(nil, strings.Fields(c.args)...)
			if code != c.code || stdout != "" || !strings.HasPrefix(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("status %d, stdout %q, stderr %q; want %d and %q", code, stdout, stderr, c.code, c.want)
			}
		})
	}
}

// TestUnknownVariables are warned of, each once; those of other commands are not.
func TestUnknownVariables(t *testing.T) {
	f := newFixture(t)
	f.setenv("NORMLET_PCK=x NORMLET_HELP=true NORMLET_HELP_ALL=true NORMLET_ALONE=true NORMLET_EVAL_QUERIES=many NORMLET_SERVE_LISTEN=x")
	code, stdout, stderr := f.run(nil, "lookup", "--pack", "DIR/t.normpack", "FOXP2")
	want := "normlet: warning: NORMLET_ALONE sets nothing: no command has such a flag\n" +
		"normlet: warning: NORMLET_HELP sets nothing: no command has such a flag\n" +
		"normlet: warning: NORMLET_HELP_ALL sets nothing: no command has such a flag\n" +
		"normlet: warning: NORMLET_PCK sets nothing: no command has such a flag\n"
	if code != exitDone || stdout == "" || stderr != want {
		t.Errorf("status %d, stderr %q; want %q", code, stderr, want)
	}
}

// TestVariablesMeanOneThing looks for a name that two flags could claim as their
// special one, or one of them as the general one.
func TestVariablesMeanOneThing(t *testing.T) {
	owner := map[string]string{}
	everyCommand(root(new(cli.IO)), func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			for i, name := range cli.Variables(cmd, f.Name) {
				words := strings.Fields(cmd.CommandPath())
				meaning := strings.Join(words[:len(words)-i], " ") + " --" + f.Name
				if other, ok := owner[name]; ok && other != meaning {
					t.Errorf("%s is both %s and %s", name, other, meaning)
				}
				owner[name] = meaning
			}
		})
	})
	if owner["NORMLET_EVAL_QUERIES"] != "normlet eval --queries" {
		t.Errorf("the variable of eval --queries: %q", owner["NORMLET_EVAL_QUERIES"])
	}
}

// setenv sets variables, NAME=VALUE between blanks, until the test ends.
func (f *fixture) setenv(list string) {
	f.t.Helper()
	for _, variable := range strings.Fields(strings.ReplaceAll(list, "DIR", f.dir)) {
		name, value, _ := strings.Cut(variable, "=")
		f.t.Setenv(name, value)
	}
}
