package mobile

import (
	"bytes"
	"crypto/ed25519"
	"encoding/pem"
	"runtime/debug"

	"github.com/normlet/normlet/core"
)

// OpenDefault opens the pack in this library: human genes, the Gene Ontology, common
// diseases, chemicals, species and cell lines. It takes some tens of milliseconds:
// call it once, not on the main thread.
func OpenDefault() (*Normalizer, error) { return open(openDefault, true) }

// Open opens a pack file of the app and checks all of it. A pack built with raw codes
// is mapped: replace such a file by renaming another one over it, never by writing.
func Open(path string) (*Normalizer, error) {
	return open(ofFile(path, func() (*core.Normalizer, error) { return core.Open(path, nil) }), true)
}

// OpenBytes opens a copy of a pack that the app holds in memory, such as an asset.
func OpenBytes(data []byte) (*Normalizer, error) {
	return open(func() (*core.Normalizer, error) { return core.OpenBytes(bytes.Clone(data), nil) }, false)
}

// OpenSigned opens a pack file only if it was signed with the private key of publicKey,
// the text of a PEM file with an Ed25519 public key. Use it for packs that the app
// downloads.
func OpenSigned(path, publicKey string) (*Normalizer, error) {
	key, err := parseKey(publicKey)
	if err != nil {
		return nil, err
	}
	return open(ofFile(path, func() (*core.Normalizer, error) {
		return core.Open(path, &core.OpenOptions{Keys: []ed25519.PublicKey{key}})
	}), true)
}

// open wraps what one of the ways to open a pack returns. again says that it can do so again.
func open(how func() (*core.Normalizer, error), again bool) (n *Normalizer, err error) {
	defer rescue(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // see Normalizer.LookupWith
	c, err := how()
	if err != nil {
		return nil, failed(err, KindBadPack)
	}
	if n = (&Normalizer{core: c}); again {
		n.again = how
	}
	return n, nil
}

// keyPrefix precedes every Ed25519 public key in a PEM file (RFC 8410). crypto/x509
// would read it, too, for half a megabyte.
const keyPrefix = "\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"

func parseKey(text string) (ed25519.PublicKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil || block.Type != "PUBLIC KEY" {
		return nil, failuref(KindKey, `the text has no block "PUBLIC KEY" in PEM form`)
	}
	key, ok := bytes.CutPrefix(block.Bytes, []byte(keyPrefix))
	if !ok || len(key) != ed25519.PublicKeySize {
		return nil, failuref(KindKey, "the key is of another kind than Ed25519")
	}
	return key, nil
}
