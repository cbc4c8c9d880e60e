package pack

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/wire"
)

const metaKeyChars = "abcdefghijklmnopqrstuvwxyz0123456789.-_"

func metaKey(s string) bool { return s != "" && strings.Trim(s, metaKeyChars) == "" }

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

const (
	maxMeta   = 4096 // pairs at most: a pack has some thirty
	metaBytes = 64   // about what a pair takes
)

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

func (c *Contents) checkMeta() error {
	for i, p := range c.Meta {
		switch {
		case !metaKey(p.Key):
			return faultf(tagMeta, "key %q is not made of a-z, 0-9, '.', '-', '_'", p.Key)
		case i > 0 && c.Meta[i-1].Key >= p.Key:
			return faultf(tagMeta, "key %q does not come after %q", p.Key, c.Meta[i-1].Key)
		case !utf8.ValidString(p.Value):
			return faultf(tagMeta, "value of %q is not valid UTF-8", p.Key)
		}
	}
	return nil
}

// mergeMeta replaces pairs of the base; an empty value removes one.
func (m *merger) mergeMeta() {
	pairs := slices.Clone(m.base.Meta)
	for _, p := range m.added.Meta {
		at, replaced := slices.BinarySearchFunc(pairs, p.Key, func(a Pair, key string) int { return strings.Compare(a.Key, key) })
		if replaced {
			pairs = slices.Delete(pairs, at, at+1)
		}
		if p.Value != "" {
			pairs = slices.Insert(pairs, at, p)
		}
	}
	m.out.Meta = pairs
}

// CheckDigests compares encoder and head with their digests in the metadata. It finds files that combine undamaged parts of two
// packs, which would answer wrongly. Self finds codes of another encoder or head.
func (c *Contents) CheckDigests() error {
	for _, part := range []struct {
		key, section string
		data         []byte
	}{{MetaEncoderDigest, "ENCW", c.Encoder}, {MetaHeadDigest, "HEAD", c.Head}} {
		want := c.MetaValue(part.key)
		if want == "" {
			continue // a pack that states none
		}
		sum := sha256.Sum256(part.data)
		if got := hex.EncodeToString(sum[:]); got != want {
			return &CorruptError{Section: part.section,
				Reason: fmt.Sprintf("its SHA-256 is %s, the metadata says %s: the pack was put together from different ones", got, want)}
		}
	}
	return nil
}
