// Package reference writes a manual from commands: Markdown for the repository, man pages for a system.
//
// A page has the text of --help. Lines that begin with two blanks are examples and stay as they are. The pages depend
// on the commands alone, not on date or machine.
//
// Cobra has such a writer, but it would bring two Markdown libraries and YAML into the program.
package reference

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Page is a file of the manual.
type Page struct {
	Name    string
	Content []byte
}

// commands returns a command and all visible ones below it, sorted by name.
func commands(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, sub := range shown(cmd) {
		all = append(all, commands(sub)...)
	}
	return all
}

// shown returns the visible commands right below cmd, without cobra's help.
func shown(cmd *cobra.Command) []*cobra.Command {
	var subs []*cobra.Command
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			subs = append(subs, sub)
		}
	}
	return subs
}

func dashed(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// flag is a flag as a page shows it.
type flag struct{ short, long, value, usage, def string }

// names returns the ways to write a flag. The flag -k has no --k.
func (f *flag) names() []string {
	switch f.short {
	case "":
		return []string{"--" + f.long}
	case f.long:
		return []string{"-" + f.short}
	}
	return []string{"-" + f.short, "--" + f.long}
}

// Group is flags of a command under a heading.
type Group struct {
	Heading string
	Flags   *pflag.FlagSet
}

// shown returns the flags of a group that pages show: help is in every command, and pages have all flags.
func (g Group) shown() []flag {
	var all []flag
	g.Flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" && f.Name != "help-all" {
			value, usage := pflag.UnquoteUsage(f)
			all = append(all, flag{f.Shorthand, f.Name, value, usage, defaultOf(f)})
		}
	})
	return all
}

// defaultOf returns the default of a flag, "" for zero and empty ones.
func defaultOf(f *pflag.Flag) string {
	switch f.DefValue {
	case "0", "0s", "false", "[]", "":
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(f.DefValue, "["), "]")
}

// part is a paragraph, or an example.
type part struct {
	lines   []string
	example bool
}

func parts(text string) []part {
	var out []part
	open := false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" {
			open = false
			continue
		}
		content, example := strings.CutPrefix(line, "  ")
		if !open || out[len(out)-1].example != example {
			out = append(out, part{example: example})
		}
		last := &out[len(out)-1]
		last.lines, open = append(last.lines, content), true
	}
	return out
}

func long(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return cmd.Short + "."
}
