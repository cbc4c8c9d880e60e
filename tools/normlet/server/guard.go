package server

import (
	"bytes"
	"io"
	"net/http"
)

// guard passes JSON on until a token is too long: package json buffers a whole token, with the blanks before it.
type guard struct {
	in    io.Reader
	kind  tokenKind
	size  int  // bytes of the token so far
	slash bool // in a string: the byte before escapes this one
	err   error
}

type tokenKind byte

const (
	sign  tokenKind = iota // one of {}[]:, or the end of a string
	text                   // in a string
	word                   // in a number, or in true, false, null
	blank                  // between tokens
)

// maxToken bounds the bytes of a token by kind. Strings may be all escapes.
var maxToken = [...]int{text: 6*max(maxMention, maxContext) + 1, word: 256, blank: 4096, sign: 1}

// Read repeats its error: package json ignores one that comes with bytes.
func (g *guard) Read(p []byte) (n int, err error) {
	if g.err != nil {
		return 0, g.err
	}
	n, g.err = g.in.Read(p)
	for i, c := range p[:n] {
		if kind := g.next(c); kind != g.kind {
			g.kind, g.size = kind, 0
		} else if kind != sign {
			g.size++
		}
		if g.size >= maxToken[g.kind] {
			g.err = failf(http.StatusRequestEntityTooLarge, "the JSON of a request may have %d bytes in a row of the kind that is there", maxToken[g.kind])
			return i, g.err
		}
	}
	return n, g.err
}

// next returns the kind of token that c is part of.
func (g *guard) next(c byte) tokenKind {
	switch {
	case g.kind == text && (g.slash || c != '"'):
		g.slash = c == '\\' && !g.slash
		return text
	case g.kind == text: // its end
		return sign
	case c == '"':
		return text
	case bytes.IndexByte([]byte(" \t\r\n"), c) >= 0:
		return blank
	case bytes.IndexByte([]byte("{}[]:,"), c) >= 0:
		return sign
	}
	return word
}
