package pack

import (
	"strings"

	"github.com/normlet/normlet/internal/wire"
)

const metaKeyChars = "abcdefghijklmnopqrstuvwxyz0123456789.-_"

// metaKey reports whether s is made of metaKeyChars.
func metaKey(s string) bool {
	for _, r := range s {
		if !strings.ContainsRune(metaKeyChars, r) {
			return false
		}
	}
	return s != ""
}

// A value keeps its line and its backslashes apart from the format's.
var (
	metaEscape   = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	metaUnescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n")
)

func (c *Contents) metaText() []byte {
	var b strings.Builder
	for _, p := range c.Meta {
		b.WriteString(p.Key + "=" + metaEscape.Replace(p.Value) + "\n")
	}
	return []byte(b.String())
}

// maxMeta is how many pairs there may be: a pack has some thirty.
const maxMeta = 4096

func parseMeta(c *Contents, r *wire.Reader, m *Meter) {
	if !m.take(r, 4*r.Len(), 2*r.Len()) {
		return
	}
	text := string(r.Rest())
	for n := 1; text != ""; n++ {
		if n > maxMeta {
			r.Failf("more than %d lines", maxMeta)
			return
		}
		line, rest, ended := strings.Cut(text, "\n")
		key, value, ok := strings.Cut(line, "=")
		if !ended || !ok {
			r.Failf("line %d is not key=value and a newline", n)
			return
		}
		plain := metaUnescape.Replace(value)
		if metaEscape.Replace(plain) != value {
			r.Failf("line %d has a backslash that escapes nothing", n)
			return
		}
		c.Meta = append(c.Meta, Pair{key, plain})
		text = rest
	}
}
