package packfile

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// PrivateKey reads an Ed25519 key (PKCS#8), as openssl genpkey -algorithm ed25519 writes it.
func PrivateKey(path string) (ed25519.PrivateKey, error) {
	blocks, err := readPEM(path)
	if err != nil {
		return nil, err
	}
	if len(blocks) != 1 || blocks[0].Type != "PRIVATE KEY" {
		return nil, fmt.Errorf("%s: holds %s, want one unencrypted PRIVATE KEY; openssl genpkey -algorithm ed25519 makes one", path, kinds(blocks))
	}
	return ed25519Key[ed25519.PrivateKey](path, blocks[0], x509.ParsePKCS8PrivateKey)
}

// PublicKeys reads Ed25519 keys (PKIX), as openssl pkey -pubout writes them. A file may hold several.
func PublicKeys(paths []string) ([]ed25519.PublicKey, error) {
	var keys []ed25519.PublicKey
	for _, path := range paths {
		blocks, err := readPEM(path)
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

// readPEM returns the blocks of a PEM file, at least one.
func readPEM(path string) ([]*pem.Block, error) {
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

// SignKey returns the private key in a file, nil for no file.
func SignKey(path string) (ed25519.PrivateKey, error) {
	if path == "" {
		return nil, nil
	}
	return PrivateKey(path)
}

// Sign signs a pack if there is a key.
func Sign(key ed25519.PrivateKey, content []byte) ([]byte, error) {
	if key == nil {
		return content, nil
	}
	return pack.Sign(content, key)
}
