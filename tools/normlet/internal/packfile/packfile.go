// Package packfile reads, opens and signs the packs that flags name, and finds the installed ones.
package packfile

import (
	"crypto/ed25519"
	"errors"
	"fmt"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// Kind is the kind of files of packs, for output.Set.
var Kind = output.Begins("a pack", "NORMPACK")

// Read returns a pack and its name for messages; no path means the default pack.
func Read(std *cli.IO, path string) (content []byte, name string, err error) {
	if path == "" {
		return std.DefaultPack, "default pack", nil
	}
	content, err = data.ReadFile(path)
	return content, path, err
}

// Open opens a pack. It has to be signed if there are files of public keys.
func Open(std *cli.IO, path string, keyFiles ...string) (*core.Normalizer, error) {
	keys, err := PublicKeys(keyFiles)
	if err != nil {
		return nil, err
	}
	if path != "" && path != "-" && len(keys) == 0 {
		n, err := core.Open(path) // maps it
		if !errors.Is(err, pack.ErrNotPack) {
			return n, err
		}
	} // else it may be compressed
	return ReadAndOpen(std, path, keys)
}

// ReadAndOpen reads and opens a pack.
func ReadAndOpen(std *cli.IO, path string, keys []ed25519.PublicKey) (*core.Normalizer, error) {
	content, name, err := Read(std, path)
	if err != nil {
		return nil, err
	}
	open := func(content []byte) (*core.Normalizer, error) {
		return core.OpenBytesWith(content, core.OpenOptions{Keys: keys})
	}
	if path == "" && len(keys) == 0 {
		open = hook.OpenDefault
	}
	n, err := open(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// ReadEncoder reads the encoder in an encoder file or a pack.
func ReadEncoder(path string) (*encoder.Weights, error) {
	content, err := data.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return encoderOf(content, path)
}

// encoderOf returns the encoder in an encoder file or a pack.
func encoderOf(content []byte, name string) (*encoder.Weights, error) {
	content, err := partOf(content, func(c *pack.Contents) []byte { return c.Encoder })
	if err == nil {
		var w *encoder.Weights
		if w, err = encoder.ParseWeights(content); err == nil {
			return w, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

// ReadHead returns the binarizer in a file of one or in a pack, nil if file is "".
func ReadHead(file string) (*binarize.Head, error) {
	if file == "" {
		return nil, nil
	}
	content, err := data.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if content, err = partOf(content, func(c *pack.Contents) []byte { return c.Head }); err == nil {
		var h *binarize.Head
		if h, err = binarize.ParseHead(content); err == nil {
			return h, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", file, err)
}

// partOf returns a part of the pack in content, or content itself if it is no pack.
func partOf(content []byte, part func(*pack.Contents) []byte) ([]byte, error) {
	if _, err := pack.ReadHeader(content); errors.Is(err, pack.ErrNotPack) {
		return content, nil
	}
	c, err := pack.Parse(content)
	if err != nil {
		return nil, err
	}
	return part(c), nil
}

// Entities returns what finds entities in a pack. Where the pack does not know the address of a page, this program may.
func Entities(n *core.Normalizer) func(id string) (core.Entity, bool) {
	return func(id string) (core.Entity, bool) {
		e, ok := n.Entity(id)
		if e.URL == "" {
			e.URL = assemble.PageURL(e.ID)
		}
		return e, ok
	}
}
