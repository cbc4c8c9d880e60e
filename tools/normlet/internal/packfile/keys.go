package packfile

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// PrivateKeys reads files of an Ed25519 key each (PKCS#8), as openssl genpkey -algorithm ed25519 writes them.
func PrivateKeys(paths ...string) ([]ed25519.PrivateKey, error) {
	const want = "one unencrypted PRIVATE KEY; openssl genpkey -algorithm ed25519 makes one"
	return readKeys[ed25519.PrivateKey](paths, "PRIVATE KEY", 1, want, x509.ParsePKCS8PrivateKey)
}

// PublicKeys reads Ed25519 keys (PKIX), as openssl pkey -pubout writes them. A file may hold several.
func PublicKeys(paths []string) ([]ed25519.PublicKey, error) {
	const want = "PUBLIC KEY; openssl pkey -pubout makes one of a private key"
	return readKeys[ed25519.PublicKey](paths, "PUBLIC KEY", math.MaxInt, want, x509.ParsePKIXPublicKey)
}

// readKeys reads the keys of PEM files, of which each has at least one and so many at most.
func readKeys[T any](paths []string, kind string, most int, want string, parse func([]byte) (any, error)) (keys []T, err error) {
	for _, path := range paths {
		content, err := data.ReadFile(path)
		if err != nil {
			return nil, err
		}
		var blocks []*pem.Block
		var kinds []string
		for b, rest := pem.Decode(content); b != nil; b, rest = pem.Decode(rest) {
			blocks, kinds = append(blocks, b), append(kinds, b.Type)
		}
		if len(blocks) == 0 {
			return nil, fmt.Errorf("%s: no key in PEM form (-----BEGIN ...)", path)
		}
		for _, b := range blocks {
			if b.Type != kind || len(blocks) > most {
				return nil, fmt.Errorf("%s: holds %s, want %s", path, strings.Join(kinds, " and "), want)
			}
			parsed, err := parse(b.Bytes)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			key, ok := parsed.(T)
			if !ok {
				return nil, fmt.Errorf("%s: a key of type %T, want Ed25519", path, parsed)
			}
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// SignKey returns the private key in a file, nil for no file.
func SignKey(path string) (ed25519.PrivateKey, error) {
	if path == "" {
		return nil, nil
	}
	keys, err := PrivateKeys(path)
	if err != nil {
		return nil, err
	}
	return keys[0], nil
}

// Sign signs a pack if there is a key.
func Sign(key ed25519.PrivateKey, content []byte) ([]byte, error) {
	if key == nil {
		return content, nil
	}
	return pack.Sign(content, key)
}
