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
		n, err := core.Open(path, nil) // maps it
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
		return core.OpenBytes(content, &core.OpenOptions{Keys: keys})
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
	return readPart(path, func(c *pack.Contents) []byte { return c.Encoder }, encoder.ParseWeights)
}

// ReadHead returns the binarizer in a file of one or in a pack, nil if file is "".
func ReadHead(file string) (*binarize.Head, error) {
	if file == "" {
		return nil, nil
	}
	return readPart(file, func(c *pack.Contents) []byte { return c.Head }, binarize.ParseHead)
}

// readPart parses a part of the pack in a file, or all of the file if it is no pack.
func readPart[T any](path string, part func(*pack.Contents) []byte, parse func([]byte) (*T, error)) (parsed *T, err error) {
	content, err := data.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if _, err := pack.ReadHeader(content); !errors.Is(err, pack.ErrNotPack) {
		c, err := pack.Parse(content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		content = part(c)
	}
	if parsed, err = parse(content); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return parsed, nil
}

// Entities returns a function that finds entities in a pack. It adds the address of a page if only this program knows it.
func Entities(n *core.Normalizer) func(id string) (core.Entity, bool) {
	return func(id string) (core.Entity, bool) {
		e, ok := n.Entity(id)
		if e.URL == "" {
			e.URL = assemble.PageURL(e.ID)
		}
		return e, ok
	}
}
