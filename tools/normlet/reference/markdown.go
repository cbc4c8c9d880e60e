package reference

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/internal/markdown"
)

// Markdown returns README.md for root and a page for each command, such as normlet-kg-train.md.
func Markdown(root *cobra.Command, groups func(*cobra.Command) []Group) []Page {
	var pages []Page
	for _, cmd := range commands(root) {
		pages = append(pages, Page{markdownFile(cmd), []byte(page(cmd, groups))})
	}
	return pages
}

func markdownFile(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return "README.md"
	}
	return dashed(cmd) + ".md"
}

func page(cmd *cobra.Command, groups func(*cobra.Command) []Group) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- Written by go generate ./tools/normlet from the commands: change those. -->\n\n# %s\n\n", cmd.CommandPath())
	fmt.Fprintf(&b, "```\n%s\n```\n", cmd.UseLine())
	writeParts(&b, long(cmd))
	if subs := shown(cmd); len(subs) > 0 {
		b.WriteString("\n| command | does |\n|---|---|\n")
		for _, sub := range subs {
			fmt.Fprintf(&b, "| [%s](%s) | %s |\n", sub.Name(), markdownFile(sub), cell(sub.Short))
		}
	}
	if cmd.Example != "" {
		b.WriteString("\n## Examples\n")
		writeParts(&b, cmd.Example)
	}
	heading := "\n## Flags\n"
	for _, g := range groups(cmd) {
		if len(g.shown()) > 0 {
			fmt.Fprintf(&b, "%s\n%s:\n\n", heading, g.Heading)
			heading = ""
		}
		for _, f := range g.shown() {
			b.WriteString(markdown.Wrap("- "+flagItem(f), "  ") + "\n")
		}
	}
	if cmd.HasParent() {
		fmt.Fprintf(&b, "\nUp: [%s](%s)\n", cmd.Parent().CommandPath(), markdownFile(cmd.Parent()))
	}
	return b.String()
}

func writeParts(b *strings.Builder, text string) {
	for _, p := range parts(text) {
		if p.example {
			fmt.Fprintf(b, "\n```\n%s\n```\n", strings.Join(p.lines, "\n"))
		} else {
			fmt.Fprintf(b, "\n%s\n", escape.Replace(strings.Join(p.lines, "\n")))
		}
	}
}

func flagItem(f flag) string {
	text := code(strings.Join(f.names(), ", "))
	if f.value != "" {
		text += " " + escape.Replace(f.value)
	}
	text += ": " + escape.Replace(f.usage)
	if f.def != "" {
		text += " (default " + code(f.def) + ")"
	}
	return text
}

// escape keeps Markdown from interpreting text.
var escape = strings.NewReplacer(`\`, `\\`, "*", `\*`, "<", `\<`, "`", "\\`")

func cell(s string) string { return strings.ReplaceAll(escape.Replace(s), "|", `\|`) }

func code(s string) string { return "`" + s + "`" }
