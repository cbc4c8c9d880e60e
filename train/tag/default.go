package tag

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"sync"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/tag"
)

// taggerFile is what lab/tag fitted on open corpora: a payload of internal/core/tag, compressed. The namespaces of its
// models are all those, in small letters, whose entities are of the type.
//
//go:embed tagger.bin
var taggerFile []byte

type fitted struct {
	bits   int
	models []tag.Model
}

var defaultTagger = sync.OnceValue(func() fitted {
	z, err := gzip.NewReader(bytes.NewReader(taggerFile))
	var payload []byte
	if err == nil {
		payload, err = io.ReadAll(z)
	}
	var f fitted
	if err == nil {
		f.bits, f.models, err = tag.ParseModels(payload)
	}
	if err != nil {
		panic("tagger.bin, which lab/tag writes: " + err.Error())
	}
	return f
})

// For returns the payload of section TAGR for a pack with namespaces of types: the fitted models of these, whose candidates
// are all entities of the type; nothing if no namespace has one.
func For(c *pack.Contents, found []Found) []byte {
	all := defaultTagger()
	var models []tag.Model
	for _, m := range all.models {
		m.Namespaces = nil
		for _, ns := range c.Namespaces {
			family, _ := pack.Organism(ns)
			if slices.ContainsFunc(found, func(f Found) bool { return f.Namespace == family && f.Type == m.Type }) {
				m.Namespaces = append(m.Namespaces, ns)
			}
		}
		if len(m.Namespaces) > 0 {
			models = append(models, m)
		}
	}
	if len(models) == 0 {
		return nil
	}
	return tag.AppendBinary(nil, all.bits, models)
}
