package core_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

func TestOpenSigned(t *testing.T) {
	ours, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	foreign, foreignKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	plain := file(t, contents(t))
	sign := func(key ed25519.PrivateKey) []byte {
		signed, err := pack.Sign(plain, key)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	altered := bytes.Clone(sign(key))
	altered[len(altered)/2] ^= 1
	path := filepath.Join(t.TempDir(), "signed.normpack")
	for _, c := range []struct {
		what string
		data []byte
		keys []ed25519.PublicKey
		want error
	}{
		{"signed", sign(key), []ed25519.PublicKey{ours}, nil},
		{"signed by one of two", sign(key), []ed25519.PublicKey{foreign, ours}, nil},
		{"signed by another", sign(foreignKey), []ed25519.PublicKey{ours}, pack.ErrSignature},
		{"no key to compare", sign(key), []ed25519.PublicKey{}, pack.ErrSignature},
		{"unsigned", plain, []ed25519.PublicKey{ours}, pack.ErrUnsigned},
		{"altered", altered, []ed25519.PublicKey{ours}, pack.ErrCorrupt},
		{"no pack", []byte("id\tname\n"), []ed25519.PublicKey{ours}, pack.ErrNotPack},
	} {
		o := core.OpenOptions{Keys: c.keys}
		n, err := core.OpenBytes(c.data, &o)
		if !errors.Is(err, c.want) || (n == nil) != (c.want != nil) {
			t.Errorf("%s: %v, want %v", c.what, err, c.want)
		}
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		n, err = core.Open(path, &o)
		if !errors.Is(err, c.want) || (n == nil) != (c.want != nil) || err != nil && !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s, as a file: %v, want %v", c.what, err, c.want)
		}
	}
	if _, err := core.Open(path+".none", &core.OpenOptions{Keys: []ed25519.PublicKey{ours}}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
