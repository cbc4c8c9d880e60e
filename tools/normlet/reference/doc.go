// Package reference writes the pages of a manual from commands: Markdown for the
// repository, man pages for a system.
//
// A page has what --help says, so the texts of commands are written once. In
// them, lines that begin with two blanks are examples and stand as they are. The
// pages depend on the commands alone: no date, no machine.
//
// Cobra's own writer of such pages is not used, because it brings two Markdown
// libraries and YAML into the program.
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

// commands returns a command and all below it that are shown, in the order of
// their names.
func commands(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, sub := range shown(cmd) {
		all = append(all, commands(sub)...)
	}
	return all
}

// shown returns the commands right below cmd that people are told of. help is
// cobra's own.
func shown(cmd *cobra.Command) []*cobra.Command {
	var subs []*cobra.Command
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			subs = append(subs, sub)
		}
	}
	return subs
}

// dashed returns the path of a command in one word.
func dashed(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// flag is a flag as a page shows it.
type flag struct{ short, long, value, usage, def string }

// names returns the ways to write a flag: -k, not --k, too.
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

// shown returns the flags of a group that pages show: help is in every command.
func (g Group) shown() []flag {
	var all []flag
	g.Flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			value, usage := pflag.UnquoteUsage(f)
			all = append(all, flag{f.Shorthand, f.Name, value, usage, defaultOf(f)})
		}
	})
	return all
}

// defaultOf returns the default of a flag, "" where it is none, zero or empty.
func defaultOf(f *pflag.Flag) string {
	switch f.DefValue {
	case "0", "0s", "false", "[]", "":
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(f.DefValue, "["), "]")
}

// part is a piece of a text: a paragraph, or lines to show as they are.
type part struct {
	lines   []string
	example bool
}

// parts divides a text at blank lines and where examples begin and end.
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

// long returns what a command says of itself.
func long(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return cmd.Short + "."
}
