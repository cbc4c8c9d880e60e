package mobile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

func TestPanicBecomesError(t *testing.T) {
	for _, value := range []any{"text", errors.New("error")} {
		n, err := open(func() (*core.Normalizer, error) { panic(value) })
		if n != nil || err == nil || ErrorKind(err.Error()) != KindInternal {
			t.Errorf("%v, %v", n, err)
		}
	}
	n := new(Normalizer)
	n.core.Store(new(core.Normalizer)) // whatever is used of it is nil
	if _, err := n.Lookup("FOXP2", 5); err == nil || ErrorKind(err.Error()) != KindInternal {
		t.Errorf("Lookup: %v", err)
	}
	text := n.Text("", "")
	text.Add("FOXP2")
	if _, err := text.Lookup(5); err == nil || ErrorKind(err.Error()) != KindInternal {
		t.Errorf("Text.Lookup: %v", err)
	}
	if _, err := n.Info(); err == nil || ErrorKind(err.Error()) != KindInternal {
		t.Errorf("Info: %v", err)
	}
}

// TestTruncatedUnderfoot cuts a mapped pack short while it is in use, which the
// operating system answers with a signal that would end the app.
func TestTruncatedUnderfoot(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		return // nothing is mapped
	}
	c, err := pack.Parse(assets.Default())
	if err != nil {
		t.Fatal(err)
	}
	data, err := c.Append(nil, &pack.WriteOptions{RawCodes: true})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "raw.normpack")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	n, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the first must leave nothing locked
		if _, err := n.Lookup("forkhaed box P2", 5); err == nil || ErrorKind(err.Error()) != KindInternal {
			t.Errorf("%v", err)
		}
	}
}
