package reference

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Man returns a man page of section 1 for each command, such as normlet-kg-train.1.
func Man(root *cobra.Command, groups func(*cobra.Command) []Group) []Page {
	var pages []Page
	for _, cmd := range commands(root) {
		pages = append(pages, Page{dashed(cmd) + ".1", []byte(man(cmd, groups))})
	}
	return pages
}

func man(cmd *cobra.Command, groups func(*cobra.Command) []Group) string {
	var b strings.Builder
	name := dashed(cmd)
	fmt.Fprintf(&b, ".TH \"%s\" 1 \"\" \"%s\" \"%s\"\n", roff(strings.ToUpper(name)), roff(cmd.Root().Name()), roff(cmd.Root().Short))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(name), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(cmd.UseLine()))
	b.WriteString(".SH DESCRIPTION\n")
	manParts(&b, long(cmd))
	if subs := shown(cmd); len(subs) > 0 {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range subs {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(sub.Name()), roff(sub.Short))
		}
	}
	heading := ".SH OPTIONS\n"
	for _, g := range groups(cmd) {
		if len(g.shown()) > 0 {
			b.WriteString(heading + ".SS " + roff(g.Heading) + "\n")
			heading = ""
		}
		for _, f := range g.shown() {
			fmt.Fprintf(&b, ".TP\n%s\n%s\n", manFlag(f), roff(manUsage(f)))
		}
	}
	if cmd.Example != "" {
		b.WriteString(".SH EXAMPLES\n")
		manParts(&b, cmd.Example)
	}
	if also := related(cmd); also != "" {
		b.WriteString(".SH SEE ALSO\n" + also + "\n")
	}
	return b.String()
}

func manParts(b *strings.Builder, text string) {
	for _, p := range parts(text) {
		begin, end := ".PP\n", ""
		if p.example {
			begin, end = ".PP\n.RS\n.nf\n", ".fi\n.RE\n"
		}
		b.WriteString(begin)
		for _, line := range p.lines {
			b.WriteString(roff(line) + "\n")
		}
		b.WriteString(end)
	}
}

func manFlag(f flag) string {
	text := `\fB` + roff(strings.Join(f.names(), ", ")) + `\fR`
	if f.value != "" {
		text += ` \fI` + roff(f.value) + `\fR`
	}
	return text
}

func manUsage(f flag) string {
	if f.def == "" {
		return f.usage
	}
	return f.usage + " (default " + f.def + ")"
}

func related(cmd *cobra.Command) string {
	var pages []string
	if cmd.HasParent() {
		pages = append(pages, dashed(cmd.Parent()))
	}
	for _, sub := range shown(cmd) {
		pages = append(pages, dashed(sub))
	}
	for i := range pages {
		pages[i] = `\fB` + roff(pages[i]) + `\fR(1)`
	}
	return strings.Join(pages, ",\n")
}

var roffText = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`)

// roff escapes text, so that no line is a request.
func roff(s string) string {
	s = roffText.Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
