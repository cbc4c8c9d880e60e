package main

import (
	"fmt"
	"iter"
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
			if heading, names, _ := strings.Cut(line, ": "); !yield(heading, strings.Fields(names)) {
				return
			}
		}
	}
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
			if len(in) == 0 && !f.Hidden && f.Name != "help" {
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
	cli.Groups(sub, "Input: twice gone", "Output: twice")
	got := misgrouped(root)
	want := []string{
		`tool sub --lost is in no group: give it one where the command is made`,
		`tool sub --quiet is in no group: give it one where the command is made`,
		`tool sub --twice is in the groups Input and Output: leave it in one`,
		`tool sub has no flag --gone, which its group Input names`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("faults:\n%s", strings.Join(got, "\n"))
	}
}

// TestHelpGroups reads the help of all commands: it has every heading and every flag, also one that no group names.
func TestHelpGroups(t *testing.T) {
	ungrouped := false
	everyCommand(root(new(cli.IO)), func(cmd *cobra.Command) {
		if cmd.Name() == "verify" {
			ungrouped = true
			cli.Groups(cmd)
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
		if cmd.Name() == "verify" && !strings.Contains(help, "\n\nOther flags:\n      --key files ") {
			t.Errorf("a flag that no group names is not under other flags:\n%s", help)
		}
	})
	if !ungrouped {
		t.Error("no command was left without groups")
	}
}
