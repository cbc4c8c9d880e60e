package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// misgrouped says what is wrong with a table of the flags of all commands.
func misgrouped(root *cobra.Command, table map[string][]flagGroup) (faults []string) {
	commands := map[string]bool{}
	eachCommand(root, func(cmd *cobra.Command) {
		key := tableKey(cmd)
		commands[key] = true
		headings := map[string][]string{} // of each flag
		for _, g := range table[key] {
			for _, name := range strings.Fields(g.flags) {
				headings[name] = append(headings[name], g.heading)
			}
		}
		allFlags(cmd).VisitAll(func(f *pflag.Flag) {
			in := headings[f.Name]
			delete(headings, f.Name)
			if len(in) == 0 && !f.Hidden && f.Name != "help" {
				faults = append(faults, fmt.Sprintf("%s --%s is in no group: add it to flagGroups[%q] in flags.go", cmd.CommandPath(), f.Name, key))
			}
			if len(in) > 1 {
				faults = append(faults, fmt.Sprintf("%s --%s is in the groups %s: leave it in one", cmd.CommandPath(), f.Name, strings.Join(in, " and ")))
			}
		})
		for name, in := range headings {
			faults = append(faults, fmt.Sprintf("%s has no flag --%s, which its group %s names", cmd.CommandPath(), name, in[0]))
		}
	})
	for key := range table {
		if !commands[key] {
			faults = append(faults, fmt.Sprintf("flagGroups has flags of the command %q, which does not exist", key))
		}
	}
	slices.Sort(faults)
	return faults
}

func TestFlagGroups(t *testing.T) {
	for _, fault := range misgrouped(new(app).root(), flagGroups) {
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
	got := misgrouped(root, map[string][]flagGroup{"": {{"Output", "quiet"}}, "sub": {{"Input", "twice gone"}, {"Output", "twice"}}, "none": nil})
	want := []string{
		`flagGroups has flags of the command "none", which does not exist`,
		`tool sub --lost is in no group: add it to flagGroups["sub"] in flags.go`,
		`tool sub --quiet is in no group: add it to flagGroups["sub"] in flags.go`,
		`tool sub --twice is in the groups Input and Output: leave it in one`,
		`tool sub has no flag --gone, which its group Input names`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("faults:\n%s", strings.Join(got, "\n"))
	}
}

// TestHelpGroups reads the help of all commands: it has every heading and every flag, also one that the table lacks.
func TestHelpGroups(t *testing.T) {
	defer func(groups []flagGroup) { flagGroups["verify"] = groups }(flagGroups["verify"])
	delete(flagGroups, "verify")
	eachCommand(new(app).root(), func(cmd *cobra.Command) {
		help := cmd.UsageString()
		for _, g := range flagGroups[tableKey(cmd)] {
			if !strings.Contains(help, "\n\n"+g.heading+":\n") {
				t.Errorf("%s: help has no heading %s:\n%s", cmd.CommandPath(), g.heading, help)
			}
		}
		allFlags(cmd).VisitAll(func(f *pflag.Flag) {
			if n := strings.Count(help, "--"+f.Name+" ") + strings.Count(help, "--"+f.Name+"\n"); !f.Hidden && n == 0 {
				t.Errorf("%s: help lacks --%s", cmd.CommandPath(), f.Name)
			}
		})
		if tableKey(cmd) == "verify" && !strings.Contains(help, "\n\n"+otherFlags+":\n      --key files ") {
			t.Errorf("a flag that the table lacks is not under %q:\n%s", otherFlags, help)
		}
	})
}
