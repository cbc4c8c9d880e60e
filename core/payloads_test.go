package core_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
)

// eachPayload calls f with the name of every field of pack.Contents that is stored as
// it is, and a copy of the test pack in which the field is another.
func eachPayload(t *testing.T, payload []byte, f func(name string, c *pack.Contents)) {
	t.Helper()
	fields := 0
	for field := range reflect.TypeFor[pack.Contents]().Fields() {
		if field.Type != reflect.TypeFor[[]byte]() || field.Name == "Prior" || field.Name == "Also" || field.Name == "Fields" { // a column, and what package pack reads
			continue
		}
		fields++
		c := contents(t)
		reflect.ValueOf(c).Elem().FieldByIndex(field.Index).SetBytes(payload)
		f(field.Name, c)
	}
	if fields < 7 {
		t.Fatalf("%d payloads: the test checks next to nothing", fields)
	}
}

// TestEveryPayloadIsRead requires nonsense in a section to be an error of the section.
func TestEveryPayloadIsRead(t *testing.T) {
	eachPayload(t, []byte{0xff, 0xff, 0xff}, func(name string, c *pack.Contents) {
		if name == "Tagger" { // which package annotate reads: no look-up needs it
			return
		}
		_, err := core.OpenBytes(file(t, c), nil)
		if bad := (*pack.CorruptError)(nil); !isNewer(err) && (!errors.As(err, &bad) || len(bad.Section) != 4) {
			t.Errorf("Contents.%s is nonsense, and the error is %v: read it in internal/core/engine", name, err)
		}
	})
}

// TestEveryPayloadCosts requires what is made of a section to be counted.
func TestEveryPayloadCosts(t *testing.T) {
	const size = 1 << 20
	cost := func(c *pack.Contents) pack.Cost {
		m := pack.NewMeter(core.Limits{}, c.SectionBytes())
		_, _ = engine.New(c, m, true) // which counts before it reads, and fails
		return m.Cost()
	}
	least := cost(contents(t))
	eachPayload(t, make([]byte, size), func(name string, c *pack.Contents) {
		if name == "Words" { // read where it lies
			return
		}
		if more := cost(c).Steps - least.Steps; more < size/2 {
			t.Errorf("a megabyte of Contents.%s takes %d steps more: count it in internal/core/engine/check.go", name, more)
		}
	})
}
