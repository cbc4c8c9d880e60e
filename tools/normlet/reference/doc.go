// Package reference writes a manual from commands: Markdown for the repository, man pages for a system.
//
// A page has the text of --help; lines that begin with two blanks are examples. The pages depend on the commands alone,
// not on date or machine. Cobra has such a writer, but it would bring two Markdown libraries and YAML into the program.
package reference

import (
	"bytes"
	"embed"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Page is a file of the manual.
type Page struct {
	Name    string
	Content []byte
}

// Man returns a man page of section 1 for each command, such as normlet-kg-train.1.
func Man(root *cobra.Command, groups func(*cobra.Command) []Group) []Page {
	return pages("man.tmpl", root, groups, func(cmd *cobra.Command) string { return dashed(cmd) + ".1" })
}

// Markdown returns README.md for root and a page for each command, such as normlet-kg-train.md.
func Markdown(root *cobra.Command, groups func(*cobra.Command) []Group) []Page {
	return pages("markdown.tmpl", root, groups, func(cmd *cobra.Command) string {
		if !cmd.HasParent() {
			return "README.md"
		}
		return dashed(cmd) + ".md"
	})
}

//go:embed man.tmpl markdown.tmpl
var templates embed.FS

// pages writes a page for each visible command by a template; file names it.
func pages(name string, root *cobra.Command, groups func(*cobra.Command) []Group, file func(*cobra.Command) string) []Page {
	t := template.Must(template.New(name).Funcs(template.FuncMap{
		"dashed": dashed, "file": file, "long": long, "shown": shown, "related": related, "parts": parts,
		"groups": func(cmd *cobra.Command) []flagGroup { return visible(groups(cmd)) },
		"roff":   roff, "escape": escape.Replace, "cell": cell, "item": item,
		"join": strings.Join, "upper": strings.ToUpper,
	}).ParseFS(templates, name))
	var all []Page
	for _, cmd := range commands(root) {
		var b bytes.Buffer
		if err := t.Execute(&b, cmd); err != nil {
			panic(err) // of a template of this package
		}
		all = append(all, Page{file(cmd), b.Bytes()})
	}
	return all
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

// related returns the pages of the command above cmd and of those below it.
func related(cmd *cobra.Command) []string {
	var pages []string
	if cmd.HasParent() {
		pages = append(pages, dashed(cmd.Parent()))
	}
	for _, sub := range shown(cmd) {
		pages = append(pages, dashed(sub))
	}
	return pages
}

func dashed(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

func long(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return cmd.Short + "."
}

// Group is flags of a command under a heading.
type Group struct {
	Heading string
	Flags   *pflag.FlagSet
}

// flagGroup is a Group as a page shows it.
type flagGroup struct {
	Heading string
	Flags   []flag
}

// flag is a flag as a page shows it.
type flag struct {
	Names                 []string // the ways to write it
	Value, Usage, Default string
}

// visible returns groups with the flags that pages show: help is in every command, and pages have all flags.
func visible(groups []Group) []flagGroup {
	var list []flagGroup
	for _, g := range groups {
		var flags []flag
		g.Flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" && f.Name != "help-all" {
				value, usage := pflag.UnquoteUsage(f)
				flags = append(flags, flag{spellings(f), value, usage, defaultOf(f)})
			}
		})
		if len(flags) > 0 {
			list = append(list, flagGroup{g.Heading, flags})
		}
	}
	return list
}

// spellings returns the ways to write a flag. The flag -k has no --k.
func spellings(f *pflag.Flag) []string {
	switch f.Shorthand {
	case "":
		return []string{"--" + f.Name}
	case f.Name:
		return []string{"-" + f.Shorthand}
	}
	return []string{"-" + f.Shorthand, "--" + f.Name}
}

// defaultOf returns the default of a flag, "" for zero and empty ones.
func defaultOf(f *pflag.Flag) string {
	switch f.DefValue {
	case "0", "0s", "false", "[]", "":
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(f.DefValue, "["), "]")
}
