package main

import (
	"bytes"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
)

// groupsOf yields the headings of a command and their flags.
func groupsOf(cmd *cobra.Command) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for line := range strings.Lines(cmd.Annotations["flag-groups"]) {
			if heading, names, _ := strings.Cut(line, ": "); !yield(heading, strings.Fields(strings.Replace(names, "|", "", 1))) {
				return
			}
		}
	}
}

// rareOf returns the flags of a command that its groups name after a bar.
func rareOf(cmd *cobra.Command) (rare []string) {
	for line := range strings.Lines(cmd.Annotations["flag-groups"]) {
		_, names, _ := strings.Cut(line, "|")
		rare = append(rare, strings.Fields(names)...)
	}
	return rare
}

// flagsOf returns the flags of a command, inherited ones included.
func flagsOf(cmd *cobra.Command) *pflag.FlagSet {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.AddFlagSet(cmd.LocalFlags())
	all.AddFlagSet(cmd.InheritedFlags())
	return all
}

// misgrouped says what is wrong with the groups of the flags of all commands.
func misgrouped(root *cobra.Command) (faults []string) {
	everyCommand(root, func(cmd *cobra.Command) {
		headings := map[string][]string{} // of each flag
		for heading, names := range groupsOf(cmd) {
			for _, name := range names {
				headings[name] = append(headings[name], heading)
			}
		}
		flagsOf(cmd).VisitAll(func(f *pflag.Flag) {
			in := headings[f.Name]
			delete(headings, f.Name)
			if len(in) == 0 && !f.Hidden && f.Name != "help" && f.Name != "help-all" {
				faults = append(faults, fmt.Sprintf("%s --%s is in no group: give it one where the command is made", cmd.CommandPath(), f.Name))
			}
			if len(in) > 1 {
				faults = append(faults, fmt.Sprintf("%s --%s is in the groups %s: leave it in one", cmd.CommandPath(), f.Name, strings.Join(in, " and ")))
			}
		})
		for name, in := range headings {
			faults = append(faults, fmt.Sprintf("%s has no flag --%s, which its group %s names", cmd.CommandPath(), name, in[0]))
		}
	})
	slices.Sort(faults)
	return faults
}

func TestFlagGroups(t *testing.T) {
	for _, fault := range misgrouped(root(new(cli.IO))) {
		t.Error(fault)
	}
}

// TestFlagGroupsFaults checks that the check finds every kind of fault.
func TestFlagGroupsFaults(t *testing.T) {
	root := &cobra.Command{Use: "tool"}
	sub := &cobra.Command{Use: "sub", Run: func(*cobra.Command, []string) {}}
	root.AddCommand(sub)
	root.PersistentFlags().Bool("quiet", false, "")
	sub.Flags().Bool("lost", false, "")
	sub.Flags().Bool("twice", false, "")
	cli.Groups(root, "Output: quiet")
	sub.Flags().Bool("seldom", false, "")
	cli.Groups(sub, "Input: twice gone | seldom vanished", "Output: twice")
	got := misgrouped(root)
	want := []string{
		`tool sub --lost is in no group: give it one where the command is made`,
		`tool sub --quiet is in no group: give it one where the command is made`,
		`tool sub --twice is in the groups Input and Output: leave it in one`,
		`tool sub has no flag --gone, which its group Input names`,
		`tool sub has no flag --vanished, which its group Input names`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("faults:\n%s", strings.Join(got, "\n"))
	}
}

// TestHelpGroups reads the whole help of all commands: it has every heading and every flag, also one that no group names.
func TestHelpGroups(t *testing.T) {
	ungrouped := false
	everyCommand(root(new(cli.IO)), func(cmd *cobra.Command) {
		if cmd.Name() == "verify" {
			ungrouped = true
			cli.Groups(cmd)
		}
		cmd.InitDefaultHelpFlag()
		if err := cmd.ParseFlags([]string{"--help-all"}); err != nil {
			t.Fatal(err)
		}
		help := cmd.UsageString()
		for heading := range groupsOf(cmd) {
			if !strings.Contains(help, "\n\n"+heading+":\n") {
				t.Errorf("%s: help has no heading %s:\n%s", cmd.CommandPath(), heading, help)
			}
		}
		flagsOf(cmd).VisitAll(func(f *pflag.Flag) {
			if n := strings.Count(help, "--"+f.Name+" ") + strings.Count(help, "--"+f.Name+"\n"); !f.Hidden && n == 0 {
				t.Errorf("%s: help lacks --%s", cmd.CommandPath(), f.Name)
			}
		})
		if _, other, _ := strings.Cut(help, "\n\nOther flags:\n"); cmd.Name() == "verify" && !strings.Contains(other, "--key files ") {
			t.Errorf("a flag that no group names is not under other flags:\n%s", help)
		}
	})
	if !ungrouped {
		t.Error("no command was left without groups")
	}
}

// mostShown is how many flags a help may show, those of all commands included, and mostLines how many lines.
const (
	mostShown, mostLines = 20, 60
	helpAllSays          = " --help-all says more.\n"
)

var listedFlag = regexp.MustCompile(`(?m)^  (?:-\w, |    )--(\S+)`)

// helpFaults asks every command of a program for help: --help has few lines and shows few flags, all but the rare ones, and
// says last that there is more; --help-all has all of the text, the examples and the flags; and no example needs a rare one.
func helpFaults(root *cobra.Command) (faults []string) {
	var out bytes.Buffer
	root.SetOut(&out)
	everyCommand(root, func(cmd *cobra.Command) {
		fault := func(format string, args ...any) {
			faults = append(faults, cmd.CommandPath()+" "+fmt.Sprintf(format, args...))
		}
		if cmd.Name() == "help" { // of cobra, which adds it late
			return
		}
		ask := func(flag string) (list []string, all string) {
			out.Reset()
			root.SetArgs(append(strings.Fields(cmd.CommandPath())[1:], flag))
			if err := root.Execute(); err != nil {
				fault("%s: %v", flag, err)
			}
			_, text, _ := strings.Cut(out.String(), "Usage:\n")
			for _, m := range listedFlag.FindAllStringSubmatch(strings.Replace(text, cmd.Example, "", 1), -1) {
				list = append(list, m[1])
			}
			slices.Sort(list)
			return list, out.String()
		}
		rare := rareOf(cmd)
		few, text := ask("--help")
		if len(few) > mostShown {
			fault("--help shows %d flags, want at most %d: put rare ones after the bar of their group", len(few), mostShown)
		}
		every, whole := ask("--help-all")
		if said := strings.HasSuffix(text, "\n\n"+cmd.CommandPath()+helpAllSays); said != (len(text) < len(whole)) {
			fault("--help ends with a line on --help-all: %v, and there are %d rare flags", said, len(rare))
		}
		if n := strings.Count(text, "\n"); n > mostLines {
			fault("--help has %d lines, want at most %d", n, mostLines)
		}
		if !strings.HasPrefix(whole, strings.TrimSpace(cmd.Long)) || !strings.Contains(whole, cmd.Example) || strings.Contains(whole, helpAllSays) {
			fault("--help-all says %s", whole)
		}
		var all, common []string
		flagsOf(cmd).VisitAll(func(f *pflag.Flag) { // in the order of their names
			if f.Hidden {
				return
			}
			all = append(all, f.Name)
			if !slices.Contains(rare, f.Name) {
				common = append(common, f.Name)
			} else if slices.Contains(strings.Fields(cmd.Example), "--"+f.Name) {
				fault("--%s is rare, and an example has it", f.Name)
			}
		})
		if !slices.Equal(few, common) {
			fault("--help shows %q, want %q", few, common)
		}
		if !slices.Equal(every, all) {
			fault("--help-all shows %q, want %q", every, all)
		}
	})
	return faults
}

func TestHelpIsShort(t *testing.T) {
	root, rare := root(new(cli.IO)), 0
	for _, fault := range helpFaults(root) {
		t.Error(fault)
	}
	everyCommand(root, func(cmd *cobra.Command) { rare += len(rareOf(cmd)) })
	if rare < 50 {
		t.Errorf("%d flags are rare: the test checks too little", rare)
	}
}

// TestHelpIsShortFaults checks that the check finds one flag too many, and an example with a rare flag.
func TestHelpIsShortFaults(t *testing.T) {
	tool := func(flags int) *cobra.Command {
		root := &cobra.Command{Use: "tool", Example: "  tool --seldom", Run: func(*cobra.Command, []string) {}, SilenceErrors: true, SilenceUsage: true}
		root.CompletionOptions.DisableDefaultCmd = true
		names := "Some:"
		for i := range flags {
			name := fmt.Sprintf("flag-%d", i)
			root.Flags().Bool(name, false, "a flag")
			names += " " + name
		}
		root.Flags().Bool("seldom", false, "a rare flag")
		cli.Groups(root, names+" | seldom")
		cli.Help(root)
		return root
	}
	want := []string{"tool --seldom is rare, and an example has it"}
	if got := helpFaults(tool(mostShown - 2)); !slices.Equal(got, want) { // beside --help and --help-all
		t.Errorf("%d flags: %q, want %q", mostShown, got, want)
	}
	want = append([]string{"tool --help shows 21 flags, want at most 20: put rare ones after the bar of their group"}, want...)
	if got := helpFaults(tool(mostShown - 1)); !slices.Equal(got, want) {
		t.Errorf("%d flags: %q, want %q", mostShown+1, got, want)
	}
}
