package pack

import (
	"bytes"
	"errors"
	"testing"

	"github.com/normlet/normlet/internal/testfull"
)

// TestPlain requires one plain form of a file, signed or not and itself included, that holds the same.
func TestPlain(t *testing.T) {
	c := large(3000)
	small := write(t, c, nil)
	want, err := Plain(small, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(want) <= len(small) {
		t.Fatalf("%d bytes of %d: nothing was compressed, the test checks nothing", len(want), len(small))
	}
	for name, data := range map[string][]byte{
		"the plain form": want, "signed": sign(t, small), "signed plain form": sign(t, want),
	} {
		if got, err := Plain(data, Limits{}); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v; want %d", name, len(got), err, len(want))
		}
	}
	parsed, err := Parse(want)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff(parsed, c); d != "" {
		t.Error(d)
	}
	changed := withDelta(t, write(t, sample(), nil), sampleDelta())
	plain, err := Plain(changed, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	parsed, err = Parse(plain)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff(parsed, changedSample()); d != "" {
		t.Errorf("with changes: %s", d)
	}
}

// TestPlainRefuses damages a pack, and sets a limit that it exceeds.
func TestPlainRefuses(t *testing.T) {
	data := write(t, large(300), nil)
	for at := 0; at < len(data); at += testfull.Or(3, 1) {
		if _, err := Plain(flipped(data, int64(at)), Limits{}); err == nil {
			t.Fatalf("byte %d of %d is flipped, and nobody notices", at, len(data))
		}
	}
	if _, err := Plain(data[:len(data)-1], Limits{}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("cut: %v", err)
	}
	var limit *LimitError
	if _, err := Plain(data, Limits{SectionBytes: 1000}); !errors.As(err, &limit) || limit.Limit != "SectionBytes" {
		t.Errorf("a limit: %v", err)
	}
}
