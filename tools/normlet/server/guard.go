package server

import (
	"io"
	"net/http"
)

// guard passes JSON on until a token is too long, values are nested too deep, or there are too many tokens: keys, values, and
// beginnings and ends of lists and objects. So what package json makes of a request is larger by a constant factor at most.
type guard struct {
	in     io.Reader
	most   int // tokens
	tokens int
	depth  int  // of lists and objects that are open
	inside bool // in a string
	slash  bool // there, the byte before escapes this one
	word   bool // in a number, or in true, false, null
	run    int  // bytes of that string or word so far
	err    error
}

// maxDepth bounds nesting. Requests need five.
const maxDepth = 16

// maxToken bounds the bytes of a string or a number as it is sent, which may be all escapes.
const maxToken = 6*maxContext + 1

// tokensEach bounds the tokens for each mention or id that a request may have.
const tokensEach = 64

// Read repeats its error: package json ignores one that comes with bytes.
func (g *guard) Read(p []byte) (n int, err error) {
	if g.err != nil {
		return 0, g.err
	}
	n, g.err = g.in.Read(p)
	for i, c := range p[:n] {
		switch g.count(c); {
		case g.run > maxToken:
			g.err = failf(http.StatusRequestEntityTooLarge, "the JSON of a request may have strings and numbers of %d bytes", maxToken)
		case g.depth > maxDepth:
			g.err = malformed("it is nested deeper than %d", maxDepth)
		case g.tokens > g.most:
			g.err = failf(http.StatusRequestEntityTooLarge, "the JSON of a request may have %d keys and values; send fewer mentions or ids at a time", g.most)
		default:
			continue
		}
		return i, g.err
	}
	return n, g.err
}

// count counts the token that begins with c, if one does.
func (g *guard) count(c byte) {
	if g.inside {
		g.run++
		g.inside, g.slash = g.slash || c != '"', c == '\\' && !g.slash
		return
	}
	before := g.word
	if g.word = false; !before {
		g.run = 0
	}
	switch c {
	case ' ', '\t', '\r', '\n', ',', ':':
		return
	case '[', '{':
		g.depth++
	case ']', '}':
		g.depth--
	case '"':
		g.inside = true
	default:
		g.word = true
		if g.run++; before {
			return
		}
	}
	g.tokens++
}
