package mobile_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/pem"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/mobile"
)

func TestOpenFails(t *testing.T) {
	good := raw.bytes(t)
	altered := bytes.Clone(good)
	altered[len(altered)/2] ^= 1
	for _, c := range []struct {
		what string
		data []byte
		kind string
	}{
		{"no bytes", nil, mobile.KindNotPack},
		{"another file", []byte("id\tname\n"), mobile.KindNotPack},
		{"first bytes", good[:20], mobile.KindBadPack},
		{"half", good[:len(good)/2], mobile.KindBadPack},
		{"all but one byte", good[:len(good)-1], mobile.KindBadPack},
		{"one bit altered", altered, mobile.KindBadPack},
		{"a byte too many", append(bytes.Clone(good), 0), mobile.KindBadPack},
		{"a section of the future", newer.bytes(t), mobile.KindNewerPack},
	} {
		n, err := mobile.OpenBytes(c.data)
		wantKind(t, c.what, err, c.kind)
		path := write(t, "p.normpack", c.data)
		fromFile, err := mobile.Open(path)
		wantKind(t, c.what+", as a file", err, c.kind)
		if n != nil || fromFile != nil {
			t.Errorf("%s: a Normalizer besides the error", c.what)
		}
	}
	for _, path := range []string{"", "\x00", filepath.Join(t.TempDir(), "none.normpack"), t.TempDir()} {
		_, err := mobile.Open(path)
		wantKind(t, path, err, mobile.KindFile)
	}
}

func TestOpenBytesCopies(t *testing.T) {
	data := bytes.Clone(raw.bytes(t))
	n := open(t, data)
	clear(data)
	if found, err := n.Lookup("forkhaed box P2", 1); err != nil || found.Get(0).ID != "X:FOXP2" {
		t.Errorf("after the bytes changed: %v, %v", found, err)
	}
}

// pemKey returns the text that an app has of a public key.
func pemKey(prefix string, key ed25519.PublicKey) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: append([]byte(prefix), key...)}))
}

func TestOpenSigned(t *testing.T) {
	const ed = "\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00" // what openssl pkey -pubout writes before the key
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	foreign, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := pack.Sign(raw.bytes(t), private)
	if err != nil {
		t.Fatal(err)
	}
	altered := bytes.Clone(signed)
	altered[len(altered)/2] ^= 1
	path, plain, bad := write(t, "s.normpack", signed), write(t, "p.normpack", raw.bytes(t)), write(t, "a.normpack", altered)
	n, err := mobile.OpenSigned(path, pemKey(ed, public))
	if err != nil {
		t.Fatal(err)
	}
	n.Close()
	for _, c := range []struct{ what, path, key, kind string }{
		{"another key", path, pemKey(ed, foreign), mobile.KindSignature},
		{"unsigned", plain, pemKey(ed, public), mobile.KindSignature},
		{"altered", bad, pemKey(ed, public), mobile.KindBadPack},
		{"no file", path + "x", pemKey(ed, public), mobile.KindFile},
		{"no text", path, "", mobile.KindKey},
		{"a private key", path, strings.ReplaceAll(pemKey(ed, public), "PUBLIC", "PRIVATE"), mobile.KindKey},
		{"another kind of key", path, pemKey("\x30\x2a\x30\x05\x06\x03\x2b\x65\x6e\x03\x21\x00", public), mobile.KindKey},
		{"half a key", path, pemKey(ed, public[:16]), mobile.KindKey},
	} {
		n, err := mobile.OpenSigned(c.path, c.key)
		wantKind(t, c.what, err, c.kind)
		if n != nil {
			t.Errorf("%s: a Normalizer besides the error", c.what)
		}
	}
}

func TestClose(t *testing.T) {
	path := write(t, "raw.normpack", raw.bytes(t))
	n, err := mobile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	before, err := n.Lookup("forkhaed box P2", 2)
	if err != nil {
		t.Fatal(err)
	}
	n.Close()
	n.Close()
	if before.Get(0).ID != "X:FOXP2" {
		t.Error("an answer changed with Close")
	}
	var none *mobile.Normalizer
	none.Close()
	new(mobile.Normalizer).Close() // Java and Swift can make one
	for what, n := range map[string]*mobile.Normalizer{"closed": n, "never opened": new(mobile.Normalizer), "null": none} {
		_, err := n.Lookup("FOXP2", 5)
		wantKind(t, what, err, mobile.KindClosed)
		_, err = n.LookupIn("FOXP2", "MESH", 0)
		wantKind(t, what, err, mobile.KindClosed)
		_, err = n.Info()
		wantKind(t, what, err, mobile.KindClosed)
	}
}

// TestCloseWhileLooking closes a mapped pack from several goroutines while others
// use it: every answer is whole, or the error "closed".
func TestCloseWhileLooking(t *testing.T) {
	path := write(t, "raw.normpack", raw.bytes(t))
	for range 5 {
		n, err := mobile.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		var started, done sync.WaitGroup
		const users = 4
		started.Add(users)
		for range users {
			done.Go(func() {
				for i := 0; ; i++ {
					found, err := n.Lookup("forkhaed box P2", 3)
					if i == 0 {
						started.Done()
					}
					if err == nil && found.Get(0).ID == "X:FOXP2" {
						if _, err = n.Info(); err == nil {
							continue
						}
					}
					wantKind(t, "while closing", err, mobile.KindClosed)
					return
				}
			})
		}
		started.Wait()
		for range 3 {
			done.Go(n.Close)
		}
		done.Wait()
	}
}

// TestTruncatedUnderfoot cuts a mapped pack short while it is in use, which the
// operating system answers with a signal that would end the app.
func TestTruncatedUnderfoot(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		return // nothing is mapped
	}
	path := write(t, "raw.normpack", raw.bytes(t))
	n, err := mobile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the first must leave nothing locked
		if _, err := n.Lookup("forkhaed box P2", 5); err == nil || mobile.ErrorKind(err.Error()) != mobile.KindInternal {
			t.Errorf("%v", err)
		}
	}
}
