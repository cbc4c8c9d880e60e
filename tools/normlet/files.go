package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/data"
)

// readPack returns a pack and its name for messages; no path means the default pack.
func (a *app) readPack(path string) (content []byte, name string, err error) {
	if path == "" {
		return a.defaultPack, "default pack", nil
	}
	content, err = data.ReadFile(path)
	return content, path, err
}

// open opens a pack. It has to be signed if there are files of public keys.
func (a *app) open(path string, keyFiles ...string) (*core.Normalizer, error) {
	keys, err := a.readPublicKeys(keyFiles)
	if err != nil {
		return nil, err
	}
	if path != "" && path != "-" && len(keys) == 0 {
		n, err := core.Open(path) // maps it
		if !errors.Is(err, pack.ErrNotPack) {
			return n, err
		}
	} // else it may be compressed
	return a.readAndOpen(path, keys)
}

// readAndOpen reads and opens a pack.
func (a *app) readAndOpen(path string, keys []ed25519.PublicKey) (*core.Normalizer, error) {
	content, name, err := a.readPack(path)
	if err != nil {
		return nil, err
	}
	n, err := core.OpenBytesWith(content, core.OpenOptions{Keys: keys, Trusted: path == ""})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// readEncoder reads the encoder in an encoder file or a pack.
func readEncoder(path string) (*encoder.Weights, error) {
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

// commit writes a file that was just created, unless the work was interrupted.
func commit(ctx context.Context, out *output.File, content []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := out.Write(content); err != nil {
		return err
	}
	return out.Commit()
}

// finishTraining writes what a training made and removes its checkpoint.
func (a *app) finishTraining(ctx context.Context, out *output.File, content []byte, checkpoint string) error {
	if err := commit(ctx, out, content); err != nil {
		return err
	}
	if checkpoint == "" {
		return nil
	}
	place, err := a.files.Reserve(checkpoint, checkpointFile)
	if err != nil {
		return err
	}
	defer place.Close()
	return place.Remove()
}
