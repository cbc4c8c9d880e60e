package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/npytest"
	"github.com/normlet/normlet/tools/normlet/internal/site"
)

// flagsByUse returns the flags of a command that name files, by what it does with them.
func flagsByUse(cmd *cobra.Command) map[string][]string {
	out := map[string][]string{}
	add := func(f *pflag.Flag) {
		if use := f.Annotations[annotation]; use != nil {
			out[use[0]] = append(out[use[0]], f.Name)
		} else if what, _ := pflag.UnquoteUsage(f); slices.Contains([]string{"file", "files", "folder"}, what) {
			out[""] = append(out[""], f.Name)
		}
	}
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	return out
}

// How package cli annotates flags, and commands for their arguments.
const (
	annotation = "file-use"
	isRead     = "reads"
	isWritten  = "writes"
	isFolder   = "writes into"
)

// notFiles are the commands with arguments that are no files, or none that are read: names of installed packs,
// repositories, a key that replaces nothing.
var notFiles = []string{"normlet pull", "normlet packs rollback", "normlet packs remove", "normlet publish", "normlet publish init", "normlet publish key", "normlet publish rotate",
	"normlet", "normlet completion", "normlet lookup", "normlet pack", "normlet help"}

// TestFileFlags walks all commands and all their flags: each that names a file says
// whether the command reads or writes it, and so do the arguments.
func TestFileFlags(t *testing.T) {
	writers := 0
	everyCommand(root(new(cli.IO)), func(cmd *cobra.Command) {
		flags := flagsByUse(cmd)
		if len(flags[""]) > 0 {
			t.Errorf("%s: --%s: is the file read or written?", cmd.CommandPath(), strings.Join(flags[""], ", --"))
		}
		if len(flags[isWritten])+len(flags[isFolder]) > 0 {
			writers++
			if cmd.Flags().Lookup("force") == nil && cmd.InheritedFlags().Lookup("force") == nil && cmd.PersistentFlags().Lookup("force") == nil {
				t.Errorf("%s writes and has no --force", cmd.CommandPath())
			}
		}
		takes := cmd.Args != nil && cmd.Args(cmd, []string{"x"}) == nil || cmd.Args != nil && cmd.Args(cmd, []string{"x", "y"}) == nil
		if takes && cmd.Annotations[annotation] == "" && !slices.Contains(notFiles, cmd.CommandPath()) {
			t.Errorf("%s: are its arguments files that are read?", cmd.CommandPath())
		}
	})
	if writers < 10 {
		t.Errorf("%d commands write: the test checks next to nothing", writers)
	}
}

// TestNothingOverItsInput runs every command that writes with every flag, and argument,
// that it reads and every one that it writes naming the same file: it is wrong usage,
// and the file stays as it was.
func TestNothingOverItsInput(t *testing.T) {
	f := newFixture(t)
	const content = "something of a user"
	victim := f.write("victim", content)
	f.check(os.Symlink("victim", f.path("link")))
	f.check(os.Link(victim, f.path("hard")))
	f.write("out.part", content)
	pairs := 0
	refuse := func(want string, args ...string) {
		t.Helper()
		pairs++
		code, _, stderr := f.run(nil, args...)
		if code != exitUsage || !strings.Contains(stderr, want) {
			t.Errorf("%v: status %d, %q; want 2 and %q", args, code, stderr, want)
		}
		if f.read("victim") != content || f.read("out.part") != content {
			t.Fatalf("%v: the file is gone", args)
		}
	}
	everyCommand(root(new(cli.IO)), func(cmd *cobra.Command) {
		flags := flagsByUse(cmd)
		command := strings.Fields(cmd.CommandPath())[1:]
		args := []string{}
		if cmd.Annotations[annotation] != "" {
			for args = []string{"DIR/victim"}; cmd.Args(cmd, args) != nil && len(args) < 4; {
				args = append(args, "DIR/victim")
			}
		}
		for _, w := range flags[isWritten] {
			for _, other := range flags[isWritten] {
				if other != w {
					refuse("two outputs", slices.Concat(command, []string{"--" + other, "DIR/link", "--" + w, "DIR/victim"}, inOtherFiles(args))...)
				}
			}
			reads := flags[isRead]
			if len(args) > 0 {
				reads = append([]string{""}, reads...)
			}
			for _, r := range reads {
				for _, name := range []struct{ read, write string }{{"DIR/victim", "DIR/victim"}, {"DIR/victim", "DIR/link"}, {"DIR/hard", "DIR/victim"}, {"DIR/out.part", "DIR/out"}} {
					line := slices.Concat(command, []string{"--force", "--" + w, name.write})
					if r == "" {
						line = append(line, strings.Fields(strings.ReplaceAll(strings.Join(args, " "), "DIR/victim", name.read))...)
					} else {
						line = slices.Concat(line, []string{"--" + r, name.read}, inOtherFiles(args))
					}
					refuse("name for the output", line...)
				}
			}
		}
	})
	if pairs < 100 {
		t.Errorf("%d command lines: the test checks next to nothing", pairs)
	}
}

// inOtherFiles returns arguments of which none is the victim.
func inOtherFiles(args []string) []string {
	return strings.Fields(strings.ReplaceAll(strings.Join(args, " "), "DIR/victim", "DIR/t.tsv"))
}

// TestForeignStays has commands write where there is something that normlet did not
// write: it stays, but for --force.
func TestForeignStays(t *testing.T) {
	f := newFixture(t)
	f.write("c.tsv", "+\tG:2\tQRF1\talias\n")
	f.write("in.csv", "gene\nFOX-P2\n")
	f.write("d.txt", "1|t|FOXP2\n1|a|\n1\t0\t5\tFOXP2\tGene\n\n")
	f.write("v.npy", npytest.Vectors(npytest.Random(40, 16), 16))
	const thesis = "something of a user"
	for _, args := range []string{
		"build DIR/t.tsv --encoder DIR/t.normenc --method rp --bits 64 --out DIR/x",
		"build DIR/t.tsv --encoder DIR/t.normenc --method rp --bits 64 --out DIR/other --report DIR/x",
		"pack apply DIR/t.normpack DIR/c.tsv --out DIR/x", "pack compact DIR/t.normpack --out DIR/x", "pack select DIR/t.normpack --namespace gene --out DIR/x",
		"map DIR/in.csv --column gene --pack DIR/t.normpack --format csv --out DIR/x", "map DIR/in.csv --column gene --pack DIR/t.normpack --out DIR/other6.csv --report DIR/x", "map DIR/d.txt --format pubtator --pack DIR/t.normpack --out DIR/x",
		"train DIR/t.tsv --rows 64 --dim 8 --epochs 1 --out DIR/x", "train DIR/t.tsv --rows 64 --dim 8 --epochs 1 --out DIR/other2 --report DIR/x",
		"binarize --in DIR/v.npy --method rp --bits 64 --head DIR/x", "binarize --in DIR/v.npy --method rp --bits 64 --head DIR/other3 --out DIR/x",
		"binarize --in DIR/v.npy --method rp --bits 64 --head DIR/other5 --report DIR/x", "docs --out DIR/folder",
	} {
		f.write("x", thesis)
		f.check(os.MkdirAll(f.path("folder"), 0o777))
		f.write("folder/README.md", thesis)
		code, _, stderr := f.run(nil, strings.Fields(args)...)
		if code != exitFailed || !strings.Contains(stderr, "there is a file already, and ") || !strings.Contains(stderr, "; choose another name, or replace it with --force") {
			t.Errorf("%s: status %d, %s", args, code, stderr)
		}
		if f.read("x") != thesis || f.read("folder/README.md") != thesis {
			t.Fatalf("%s: the file is gone", args)
		}
		for _, again := range []string{args + " --force", args} { // the second time it is normlet's own, but for documents
			if strings.Contains(args, "pubtator") && again == args {
				continue
			}
			if code, _, stderr := f.run(nil, strings.Fields(again)...); code != exitDone {
				t.Errorf("%s: status %d, %s", again, code, stderr)
			}
		}
		if left, _ := filepath.Glob(f.path("*.normlet-*")); left != nil {
			t.Fatalf("%s: left %v", args, left)
		}
	}
	f.write("ck", thesis)
	for _, args := range []string{"train DIR/t.tsv --rows 64 --dim 8 --epochs 2 --out DIR/y --checkpoint DIR/ck --force"} {
		if code, _, stderr := f.run(nil, strings.Fields(args)...); code != exitFailed || !strings.Contains(stderr, "DIR/ck: there is a file already") || f.read("ck") != thesis {
			t.Errorf("%s: status %d, %s", args, code, stderr)
		}
	}
}

// TestForeignPages is the same for the folders of pages.
func TestForeignPages(t *testing.T) {
	std := &cli.IO{Err: os.Stderr, Files: new(output.Set)}
	dir := t.TempDir()
	page := filepath.Join(dir, site.Index)
	if err := os.WriteFile(page, []byte("<h1>My home page</h1>"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := testSite(t)
	if err := site.Write(context.Background(), std, dir, s); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Errorf("a home page was replaced: %v", err)
	}
	std.Files = &output.Set{Force: true}
	for range 2 { // then it is ours
		if err := site.Write(context.Background(), std, dir, s); err != nil {
			t.Fatal(err)
		}
		std.Files = new(output.Set)
	}
}
