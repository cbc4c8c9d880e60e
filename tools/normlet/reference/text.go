package reference

import (
	"strings"

	"github.com/normlet/normlet/internal/markdown"
)

// part is a paragraph, or an example.
type part struct {
	Lines   []string
	Example bool
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
		if !open || out[len(out)-1].Example != example {
			out = append(out, part{Example: example})
		}
		last := &out[len(out)-1]
		last.Lines, open = append(last.Lines, content), true
	}
	return out
}

// item returns a flag as an item of a list in Markdown.
func item(f flag) string {
	text := "- " + code(strings.Join(f.Names, ", "))
	if f.Value != "" {
		text += " " + escape.Replace(f.Value)
	}
	text += ": " + escape.Replace(f.Usage)
	if f.Default != "" {
		text += " (default " + code(f.Default) + ")"
	}
	return markdown.Wrap(text, "  ")
}

// escape keeps Markdown from interpreting text.
var escape = strings.NewReplacer(`\`, `\\`, "*", `\*`, "<", `\<`, "`", "\\`")

func cell(s string) string { return strings.ReplaceAll(escape.Replace(s), "|", `\|`) }

func code(s string) string { return "`" + s + "`" }

var roffText = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`)

// roff escapes text, so that no line is a request.
func roff(s string) string {
	s = roffText.Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
