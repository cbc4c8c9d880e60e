package set

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"
	"testing"
)

func sample() []Member {
	return []Member{
		{sha256.Sum256([]byte("a")), 1, "names-1.normpack"},
		{sha256.Sum256([]byte("b")), 1 << 40, "names 2 é.normpack"},
	}
}

func TestManifest(t *testing.T) {
	text := Append(nil, sample())
	got, err := Parse(text)
	if err != nil || !slices.Equal(got, sample()) || !Is(text) {
		t.Errorf("%v, %v", got, err)
	}
	if Is([]byte("NORMPACK")) || Is([]byte("normlet-sets")) || Is(nil) {
		t.Error("what is no manifest passes for one")
	}
}

// FuzzManifest reads any text: what Parse takes, Append writes again.
func FuzzManifest(f *testing.F) {
	good := Append(nil, sample())
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add([]byte("normlet-set 1\n"))
	f.Add([]byte("normlet-set 2\n"))
	f.Add([]byte(strings.Replace(string(good), "names-1", "../names-1", 1)))
	f.Add(bytes.Repeat(good, 2))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := Parse(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("no line: %v", err)
			}
			return
		}
		if again := Append(nil, list); !bytes.Equal(again, text) {
			t.Errorf("%q is written as %q", text, again)
		}
		for _, m := range list {
			if strings.ContainsAny(m.File, "/\\\n") || m.File == ".." || m.File == "" {
				t.Errorf("the file %q", m.File)
			}
		}
	})
}
