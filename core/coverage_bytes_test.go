package core_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"github.com/normlet/normlet/core"
)

// miceAndMen is a column of genes of the mouse, among which one of the human being stands.
var miceAndMen = []string{"Trp53", "p53", "Cdkn1a", "p21", "Foxp2", "Mdm2", "CDKN1A"}

func estimated(t testing.TB, n *core.Normalizer, column []string) *core.Coverage {
	t.Helper()
	c, err := n.EstimateCoverage(queriesOf(column), core.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCoverageTravels requires a Coverage to be whole after JSON and gob, with what it says of organisms.
func TestCoverageTravels(t *testing.T) {
	n := ofOrganisms(t)
	column := estimated(t, n, miceAndMen)
	for name, c := range map[string]*core.Coverage{"column": column, "fixed": n.FixedCoverage(0.3), "nothing": {}, "none": nil} {
		type job struct {
			Pointer *core.Coverage
			Value   core.Coverage
		}
		asked := job{Pointer: c}
		if c != nil {
			asked.Value = *c
		}
		text, err := json.Marshal(asked)
		if err != nil {
			t.Fatal(err)
		}
		var got job
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, asked) {
			t.Errorf("%s: %+v by JSON, %v; want %+v", name, got, err, asked)
		}
		var stream bytes.Buffer
		if err := gob.NewEncoder(&stream).Encode(asked); err != nil {
			t.Fatal(err)
		}
		got = job{}
		if err := gob.NewDecoder(&stream).Decode(&got); err != nil || !reflect.DeepEqual(got, asked) {
			t.Errorf("%s: %+v by gob, %v; want %+v", name, got, err, asked)
		}
	}
	a, err := n.LookupWith("p53", core.Options{Coverage: column})
	if err != nil || a.Matches[0].Taxon != "10090" {
		t.Errorf("%+v, %v: want the mouse's gene, or the test shows nothing", a.Matches, err)
	}
}

// TestCoverageOfBytes requires whatever is no Coverage to be refused, and to leave the one before.
func TestCoverageOfBytes(t *testing.T) {
	n := ofOrganisms(t)
	c := estimated(t, n, miceAndMen)
	b, err := c.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	had := *c
	for end := range b {
		if c.UnmarshalBinary(b[:end]) == nil {
			t.Errorf("%d of %d bytes are a Coverage", end, len(b))
		}
	}
	other := bytes.Clone(b)
	other[0]++
	infinite := append([]byte{b[0], 1}, 0, 0, 0, 0, 0, 0, 0xf0, 0x7f, 0, 0)
	for _, bad := range [][]byte{other, append(bytes.Clone(b), 0), infinite} {
		if c.UnmarshalBinary(bad) == nil {
			t.Errorf("%x is a Coverage", bad)
		}
	}
	if c.UnmarshalText([]byte("no base64!")) == nil || !reflect.DeepEqual(*c, had) {
		t.Errorf("%+v, want %+v", *c, had)
	}
}

// FuzzCoverage reads any bytes as a Coverage, which look-ups in any pack must bear.
func FuzzCoverage(f *testing.F) {
	n := ofOrganisms(f)
	for _, c := range []*core.Coverage{estimated(f, n, miceAndMen), n.FixedCoverage(0.3), {}} {
		b, err := c.MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte{1, 0, 1, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0}) // one mention of the first organism, nothing of others
	f.Fuzz(func(t *testing.T, b []byte) {
		var c, again core.Coverage
		if c.UnmarshalBinary(b) != nil {
			return
		}
		text, err := c.MarshalText()
		if err != nil || again.UnmarshalText(text) != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%+v becomes %+v: %v", c, again, err)
		}
		a, err := n.LookupWith("p53", core.Options{Coverage: &c})
		if err != nil || math.IsNaN(a.PNIL) || math.IsNaN(sumP(a.Matches)) {
			t.Errorf("%+v: %+v, %v", c, a, err)
		}
	})
}
