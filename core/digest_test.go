package core_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

func TestDigestsOfEncoderAndHead(t *testing.T) {
	for _, key := range []string{pack.MetaEncoderDigest, pack.MetaHeadDigest} {
		c := contents(t)
		c.Meta = slices.DeleteFunc(slices.Clone(c.Meta), func(p pack.Pair) bool { return p.Key == key })
		if _, err := core.New(c); err != nil {
			t.Errorf("without %s: %v", key, err)
		}
		c.Meta = append(c.Meta, pack.Pair{Key: key, Value: strings.Repeat("0", 64)})
		if _, err := core.New(c); !errors.Is(err, pack.ErrCorrupt) {
			t.Errorf("another %s: %v, want pack.ErrCorrupt", key, err)
		}
	}
}

// TestRowsOfOtherNames gives the names the codes of their neighbours.
func TestRowsOfOtherNames(t *testing.T) {
	c := contents(t)
	words := c.Bits / 64
	c.Codes = append(slices.Clone(c.Codes[words:]), c.Codes[:words]...)
	_, err := core.New(c)
	if !errors.Is(err, pack.ErrCorrupt) || !strings.Contains(err.Error(), "do not belong together") {
		t.Errorf("codes moved by a row: %v, want pack.ErrCorrupt", err)
	}
}
