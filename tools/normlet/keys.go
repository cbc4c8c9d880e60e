package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// readPrivateKey reads an Ed25519 key (PKCS#8), as openssl genpkey -algorithm ed25519 writes it.
func (a *app) readPrivateKey(path string) (ed25519.PrivateKey, error) {
	blocks, err := a.readPEM(path)
	if err != nil {
		return nil, err
	}
	if len(blocks) != 1 || blocks[0].Type != "PRIVATE KEY" {
		return nil, fmt.Errorf("%s: holds %s, want one unencrypted PRIVATE KEY; openssl genpkey -algorithm ed25519 makes one", path, kinds(blocks))
	}
	return ed25519Key[ed25519.PrivateKey](path, blocks[0], x509.ParsePKCS8PrivateKey)
}

// readPublicKeys reads Ed25519 keys (PKIX), as openssl pkey -pubout writes them. A file may hold several.
func (a *app) readPublicKeys(paths []string) ([]ed25519.PublicKey, error) {
	var keys []ed25519.PublicKey
	for _, path := range paths {
		blocks, err := a.readPEM(path)
		if err != nil {
			return nil, err
		}
		for _, b := range blocks {
			if b.Type != "PUBLIC KEY" {
				return nil, fmt.Errorf("%s: holds %s, want PUBLIC KEY; openssl pkey -pubout makes one of a private key", path, kinds(blocks))
			}
			key, err := ed25519Key[ed25519.PublicKey](path, b, x509.ParsePKIXPublicKey)
			if err != nil {
				return nil, err
			}
			keys = append(keys, key)
		}
	}
	return keys, nil
}

func ed25519Key[T any](path string, b *pem.Block, parse func([]byte) (any, error)) (key T, err error) {
	parsed, err := parse(b.Bytes)
	if err != nil {
		return key, fmt.Errorf("%s: %w", path, err)
	}
	key, ok := parsed.(T)
	if !ok {
		err = fmt.Errorf("%s: a key of type %T, want Ed25519", path, parsed)
	}
	return key, err
}

// readOrigin reads the pack to change and checks its signature if there are keys. --sign without keys needs
// --trust-input, or it would vouch for a pack that nobody has checked; the embedded pack is as trustworthy as the
// program.
func (a *app) readOrigin(cmd *cobra.Command, o packOptions, path string) ([]byte, error) {
	if len(o.keys) > 0 && o.trustInput {
		return nil, usagef(cmd, "--key and --trust-input exclude each other")
	}
	if o.sign != "" && len(o.keys) == 0 && !o.trustInput && path != "" {
		return nil, usagef(cmd, "--sign would vouch for %s, which nobody has checked: check it with --key, or say --trust-input if you know that it is what you mean", path)
	}
	keys, err := a.readPublicKeys(o.keys)
	if err != nil {
		return nil, err
	}
	content, name, err := a.readPack(path)
	if err == nil && len(keys) > 0 {
		if err = pack.Verify(content, keys...); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	return content, err
}

// readPEM returns the blocks of a PEM file, at least one.
func (a *app) readPEM(path string) ([]*pem.Block, error) {
	content, err := data.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var blocks []*pem.Block
	for {
		var b *pem.Block
		if b, content = pem.Decode(content); b == nil {
			break
		}
		blocks = append(blocks, b)
	}
	if len(blocks) == 0 {
		return nil, fmt.Errorf("%s: no key in PEM form (-----BEGIN ...)", path)
	}
	return blocks, nil
}

func kinds(blocks []*pem.Block) string {
	types := make([]string, len(blocks))
	for i, b := range blocks {
		types[i] = b.Type
	}
	return strings.Join(types, " and ")
}
