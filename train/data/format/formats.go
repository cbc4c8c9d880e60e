package format

import (
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/internal/pattern"
)

// The order matters for files that fit several: the first that fits is taken.
var formats = slices.Concat([]*Format{
	meshFormat, scispacyFormat, obographFormat, oboFormat, uniprotFormat,
	rdfxmlFormat, ntriplesFormat, turtleFormat, owlFunctionalFormat, jsonFormat,
}, lists(), []*Format{tableFormat})

// Names returns the names of all formats in alphabetical order.
func Names() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// Named returns the format of a name, or nil.
func Named(name string) *Format {
	i := slices.IndexFunc(formats, func(f *Format) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return formats[i]
}

// HeadSize is how many bytes of a file Detect wants to see.
const HeadSize = 64 << 10

// Detect returns the format of a file that begins with these bytes, or nil.
func Detect(first []byte) *Format {
	h := newHead(first)
	for _, f := range formats {
		if f == jsonFormat && jsonLD().Match(first) {
			return nil
		}
		if f.sniff(h) {
			return f
		}
	}
	return nil
}

// Fits reports whether a file that begins with these bytes may have the format.
func (f *Format) Fits(first []byte) bool { return f.sniff(newHead(first)) }

// foreign are files that people have at hand and that are no terminologies, with what to do
// about them.
var foreign = rows("foreign")

// jsonLD is the beginning of JSON-LD, whose keys mean what its context says: no JSON of terms.
var jsonLD = pattern.Of(`(?s)^\x{FEFF}?\s*[{[].*"@(context|graph|id)"\s*:`)

// Foreign names a file that no reader reads, and the remedy; "" if it is unknown.
func Foreign(first []byte) string {
	if jsonLD().Match(first) {
		return "JSON-LD; it becomes N-Triples with: riot --syntax=jsonld --output=ntriples FILE"
	}
	for _, f := range foreign {
		if start, _ := strconv.Unquote(`"` + f[1] + `"`); len(first) >= len(start) && (string(first[:len(start)]) == start || strings.EqualFold(string(first[:len(start)]), start)) {
			return f[2]
		}
	}
	return ""
}

// head is the beginning of a file.
type head struct {
	text  string
	lines []string // the first ones that are whole
}

func newHead(first []byte) *head {
	h := &head{text: strings.TrimPrefix(string(first), "\ufeff")}
	lines := strings.Split(h.text, "\n")
	if len(first) >= HeadSize && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	for _, line := range lines {
		h.lines = append(h.lines, strings.TrimSuffix(line, "\r"))
	}
	return h
}

func (h *head) first() string { return h.lines[0] }

// statement returns the first line that is neither empty nor a comment after #.
func (h *head) statement() string {
	for _, line := range h.lines {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}
