package mobile

import (
	"errors"
	"testing"

	"github.com/normlet/normlet/core"
)

func TestPanicBecomesError(t *testing.T) {
	for _, value := range []any{"text", errors.New("error")} {
		n, err := open(func() (*core.Normalizer, error) { panic(value) }, true)
		if n != nil || err == nil || ErrorKind(err.Error()) != KindInternal {
			t.Errorf("%v, %v", n, err)
		}
	}
	n := &Normalizer{core: new(core.Normalizer)} // whatever is used of it is nil
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
