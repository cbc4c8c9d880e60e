package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
)

// emptyMeans are the flags that name a file and say what an empty value means.
var emptyMeans = []string{"normlet train --checkpoint"}

// fileFlag is a flag that names files.
type fileFlag struct {
	cmd  *cobra.Command
	flag *pflag.Flag
}

func (f fileFlag) String() string { return f.cmd.CommandPath() + " --" + f.flag.Name }

// fileFlags returns the flags of all commands whose help calls the value a file, but for emptyMeans.
func fileFlags(t *testing.T) (list []fileFlag) {
	everyCommand(root(new(cli.IO)), func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			what, _ := pflag.UnquoteUsage(f)
			flag := fileFlag{cmd, f}
			if slices.Contains([]string{"file", "files", "folder"}, what) && !slices.Contains(emptyMeans, flag.String()) {
				list = append(list, flag)
			}
		})
	})
	if len(list) < 45 {
		t.Fatalf("%d flags that name files", len(list))
	}
	return list
}

// TestEmptyFileFlags gives every flag that names files an empty value, as --key "$KEY" does where KEY is not set: that
// must not pass for a flag that was not given.
func TestEmptyFileFlags(t *testing.T) {
	for _, flag := range fileFlags(t) {
		name := "--" + flag.flag.Name
		lines := [][]string{{name, ""}, {name + "="}, {name, " \t"}, {name, "x", name, ""}}
		if flag.flag.Value.Type() == "stringSlice" {
			lines = append(lines, []string{name, "x,"}, []string{name, ", x"}, []string{name, `x,""`})
		}
		for _, line := range lines {
			if err := flag.cmd.ParseFlags(line); err == nil || !strings.Contains(err.Error(), name+`" flag: no file is named`) {
				t.Errorf("%s %q: error %v", flag.cmd.CommandPath(), line, err)
			}
		}
	}
}

// TestEmptyFileVariables sets the variables of these flags to nothing.
func TestEmptyFileVariables(t *testing.T) {
	for _, flag := range fileFlags(t) {
		for _, variable := range cli.Variables(flag.cmd, flag.flag.Name) {
			for _, value := range []string{"", " "} {
				t.Run(fmt.Sprintf("%s %s=%q", flag, variable, value), func(t *testing.T) {
					t.Setenv(variable, value)
					std := &cli.IO{Err: io.Discard}
					err := std.ReadEnvironment(flag.cmd)
					if _, usage := errors.AsType[*cli.UsageError](err); !usage || !strings.HasPrefix(err.Error(), variable+": ") || !strings.Contains(err.Error(), "no file is named") {
						t.Errorf("error %v", err)
					}
				})
			}
		}
	}
}

// TestEmptyMeans gives the flags whose empty value means something that value.
func TestEmptyMeans(t *testing.T) {
	f := newFixture(t)
	for _, name := range emptyMeans {
		words := strings.Fields(name)[1:]
		_, _, stderr := f.run(nil, append(words, "", "DIR/none", "--out", "DIR/x")...)
		if !strings.HasPrefix(stderr, "normlet: DIR/none: no such file or directory") {
			t.Errorf("%s: %q", name, stderr)
		}
	}
}

// TestKeyFlags has the commands that open a pack which others may have made refuse an unsigned one, however the key
// gets lost.
func TestKeyFlags(t *testing.T) {
	f := newFixture(t)
	f.writeKeys("ours")
	f.write("changes", "+\tG:1\tTNRC10\n")
	for _, args := range []string{
		"verify DIR/t.normpack", "lookup --pack DIR/t.normpack FOXP2", "map DIR/q.tsv --no-header --column 1 --out DIR/m.tsv --pack DIR/t.normpack",
		"pack apply DIR/t.normpack DIR/changes --out DIR/c.normpack",
		"pack compact DIR/t.normpack --out DIR/c.normpack", "pack select DIR/t.normpack --namespace gene --out DIR/c.normpack",
	} {
		for _, key := range [][]string{{"--key", ""}, {"--key="}, {"--key", "DIR/ours.pub.pem,"}, {"--key", "DIR/ours.pub.pem", "--key", ""}} {
			f.stepArgs(append(strings.Fields(args), key...), exitUsage, "no file is named")
		}
		f.stepArgs(append(strings.Fields(args), "--key", "DIR/ours.pub.pem"), exitFailed, "DIR/t.normpack: pack: the file is not signed")
	}
	f.stepArgs(strings.Fields("build DIR/t.tsv --encoder DIR/t.normenc --bits 64 --out DIR/b.normpack --sign="), exitUsage, `"--sign" flag: no file is named`)
	f.only("changes ours.pem ours.pub.pem")
}

// TestEmptyArguments have no file, either: verify must not check the embedded pack in place of the one that was meant.
func TestEmptyArguments(t *testing.T) {
	f := newFixture(t)
	for _, args := range [][]string{
		{"verify", ""}, {"verify", " "}, {"inspect", ""}, {"pack", "select", "", "--namespace", "GO", "--out", "DIR/x"}, {"pack", "compact", "", "--out", "DIR/x"},
		{"pack", "apply", "DIR/t.normpack", "", "--out", "DIR/x"}, {"build", "DIR/t.tsv", "", "--out", "DIR/x"}, {"map", "", "--column", "1", "--out", "DIR/x.csv"},
	} {
		f.stepArgs(args, exitUsage, "an argument is empty")
	}
	f.only("")
	f.stepArgs([]string{"lookup", "--pack", "DIR/t.normpack", "--format", "tsv", ""}, exitDone, "NIL") // an empty mention is one
}
