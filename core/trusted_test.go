package core_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
)

// TestTrusted spares what tells a pack that was written wrongly, not what tells one that is damaged.
func TestTrusted(t *testing.T) {
	trusted := core.OpenOptions{Trusted: true}
	c := inCompany(t)
	words := c.Bits / 64
	c.Codes = append(slices.Clone(c.Codes[words:]), c.Codes[:words]...) // those of the names before
	wrong := file(t, c)
	if _, err := core.OpenBytes(wrong, nil); !errors.Is(err, pack.ErrCorrupt) {
		t.Errorf("codes of other names: %v, want pack.ErrCorrupt", err)
	}
	if _, err := core.OpenBytes(wrong, &trusted); err != nil {
		t.Errorf("trusted, codes of other names: %v", err)
	}
	for at := 0; at < len(wrong); at += 97 {
		damaged := bytes.Clone(wrong)
		damaged[at] ^= 1
		if _, err := core.OpenBytes(damaged, &trusted); err == nil {
			t.Errorf("trusted, byte %d changed: no error", at)
		}
	}
}

// TestCodesOnce has the codes of an open pack in the index alone, until somebody asks for them.
func TestCodesOnce(t *testing.T) {
	want, err := pack.Parse(assets.Default())
	if err != nil {
		t.Fatal(err)
	}
	plain, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	n, err := core.OpenBytes(assets.Default(), &core.OpenOptions{Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	if c := engine.Of(n).LoadedContents(); c.Encoder != nil || !c.EncoderLater() || !bytes.Equal(c.WithEncoder().Encoder, want.Encoder) {
		t.Errorf("%d bytes of the encoder are read, or not left for later", len(c.Encoder))
	}
	if c := engine.Of(n).LoadedContents(); c.Codes != nil || !c.CodesLater() || !slices.Equal(c.LaterCodes(), want.Codes) {
		t.Errorf("%d words are in the tables, too, or are not left for later", len(c.Codes))
	}
	if once := engine.Of(n).Contents(); !slices.Equal(once.Codes, want.Codes) || !bytes.Equal(once.Encoder, want.Encoder) || engine.Of(n).Contents() != once {
		t.Error("codes or encoder are others than those of the pack, or made at each call")
	}
	for row := 11; row < want.Names.Len(); row += want.Names.Len() / 50 {
		mention := want.Names.At(row) + "x"
		if a, b := plain.Lookup(mention, 5), n.Lookup(mention, 5); !reflect.DeepEqual(a, b) {
			t.Errorf("%q: %+v, trusted %+v", mention, a, b)
		}
	}
}

// TestCompanyLater leaves what only contexts need to the first look-up that has one.
func TestCompanyLater(t *testing.T) {
	data, trusted := file(t, inCompany(t)), core.OpenOptions{Trusted: true}
	want, err := pack.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := core.OpenBytes(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	later, err := core.OpenBytes(data, &trusted)
	if err != nil {
		t.Fatal(err)
	}
	if c := engine.Of(plain).LoadedContents(); c.CompanyLater() || !slices.Equal(c.Company, want.Company) {
		t.Error("a pack that is not trusted was not read")
	}
	if c := engine.Of(later).LoadedContents(); !c.CompanyLater() || c.Company != nil {
		t.Error("it was read at once")
	}
	for _, context := range []string{"binds ZNF314", "of FOXP2", ""} {
		o := core.Options{K: 3, Context: context}
		a, _ := plain.LookupWith("FAKE1", o)
		if b, err := later.LookupWith("FAKE1", o); err != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%q: %+v, later %+v, %v", context, a, b, err)
		}
	}
	for name, n := range map[string]*core.Normalizer{"plain": plain, "later": later} {
		if c := engine.Of(n).Contents(); !slices.Equal(c.Company, want.Company) || c.CompanyLater() {
			t.Errorf("%s: Contents lacks it", name)
		}
	}
	if c := engine.Of(later).LoadedContents().WithCompany(); c.CompanyLater() || !slices.Equal(c.Company, want.Company) {
		t.Error("WithCompany lacks it")
	}
	added, _, err := pack.Split(data) // of a pack with changes, they are merged
	if err != nil || added.CompanyLater() {
		t.Errorf("Split: %v", err)
	}
}
