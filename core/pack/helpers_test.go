package pack

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// sample returns contents with everything a pack can hold: 5 entities in two
// namespaces, 12 names, codes of 128 bits.
func sample() *Contents {
	c := &Contents{
		Meta: []Pair{
			{"licence", "CC0"},
			{"note", `two lines,` + "\n" + `and a \ in C:\new`},
			{"terminology", "sample"},
		},
		IDs:             NewStrings([]string{"MESH:D006192", "NCBIGene:2475", "NCBIGene:5336", "NCBIGene:6198", "NCBIGene:93986"}),
		Namespaces:      []string{"MESH", "NCBIGene"},
		EntityNamespace: []uint16{0, 1, 1, 1, 1},
		Prior:           []uint8{40, 255, 130, 200, 97},
		PrimaryRow:      []uint32{4, 7, 9, 11, 2},
		Names: NewStrings([]string{
			"CAGH44", "FOXP-2", "FOXP2", "FRAP1", "Haemophilus influenzae", "H. influenzae", "mammalian target of rapamycin",
			"MTOR", "phospholipase C gamma 2", "PLCG2", "PLCγ2", "RPS6KB1",
		}),
		RowEntity: []uint32{4, 4, 4, 1, 0, 0, 1, 1, 2, 2, 2, 3},
		RowKind: []Kind{KindAlias, KindAlias, KindPrimary, KindAlias, KindPrimary, KindAlias, KindExact,
			KindPrimary, KindExact, KindPrimary, KindRelated, KindPrimary},
		Bits:        128,
		Encoder:     []byte(strings.Repeat("weights ", 40)),
		Head:        []byte{1, 2, 3},
		Calibration: []byte("calibration"),
		Extra:       []Section{{Tag: "XTRA", Data: []byte("carried along")}},
	}
	c.Codes = randomCodes(c.Names.Len(), c.Bits, 1)
	c.Self = []SelfCheck{{"FOXP2", c.Code(2)}, {"PLCγ2", c.Code(10)}}
	return c
}

func randomCodes(rows, bits int, seed uint64) []uint64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := make([]uint64, rows*bits/64)
	for i := range out {
		out[i] = rng.Uint64()
	}
	return out
}

// large returns contents of n names, three an entity, that every section of
// which zstd and the codes' differences have something to gain from.
func large(n int) *Contents {
	c := &Contents{Namespaces: []string{"A", "B"}, Bits: 64}
	rng := rand.New(rand.NewPCG(2, 0))
	var ids, names []string
	for row := range n {
		entity := row / 3
		if row%3 == 0 {
			ids = append(ids, fmt.Sprintf("ID:%07d", entity))
			c.EntityNamespace = append(c.EntityNamespace, uint16(entity&1))
			c.Prior = append(c.Prior, uint8(rng.IntN(20)))
			c.PrimaryRow = append(c.PrimaryRow, uint32(min(row+entity%3, n-1)))
			c.Codes = append(c.Codes, rng.Uint64())
		} else {
			c.Codes = append(c.Codes, c.Codes[row-1]^1<<rng.IntN(64))
		}
		names = append(names, fmt.Sprintf("entity %07d, name %d", entity, row%3))
		c.RowEntity = append(c.RowEntity, uint32(entity))
		c.RowKind = append(c.RowKind, Kind(rng.IntN(int(numKinds))))
	}
	c.IDs, c.Names = NewStrings(ids), NewStrings(names)
	return c
}

// Sections that only tests name.
const (
	tagHead  Tag = "HEAD"
	tagCalib Tag = "CALB"
)

// stringsForm returns the form of s in a pack.
func stringsForm(s *Strings) []byte { return slices.Concat(s.parts()...) }

// parsedStrings reads what stringsForm returned.
func parsedStrings(data []byte) (*Strings, error) {
	r := wire.NewReader(data)
	s := parseStrings(new(Contents), r, nil, "", math.MaxInt)
	return s, r.Close()
}

// write returns the pack of c, which has to be writable.
func write(t testing.TB, c *Contents, o *WriteOptions) []byte {
	t.Helper()
	data, err := c.Append(nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// list returns all strings of s.
func list(s *Strings) []string {
	var out []string
	for i := range s.Len() {
		out = append(out, s.At(i))
	}
	return out
}

// diff names the first table in which two contents differ, "" when there is none.
func diff(a, b *Contents) string {
	sameSelf := func(x, y SelfCheck) bool { return x.Text == y.Text && slices.Equal(x.Code, y.Code) }
	sameExtra := func(x, y Section) bool {
		return x.Tag == y.Tag && x.Critical == y.Critical && string(x.Data) == string(y.Data)
	}
	for _, table := range []struct {
		name string
		same bool
	}{
		{"Meta", slices.Equal(a.Meta, b.Meta)},
		{"IDs", slices.Equal(list(a.IDs), list(b.IDs))},
		{"Namespaces", slices.Equal(a.Namespaces, b.Namespaces)},
		{"EntityNamespace", slices.Equal(a.EntityNamespace, b.EntityNamespace)},
		{"Prior", slices.Equal(a.Prior, b.Prior)},
		{"PrimaryRow", slices.Equal(a.PrimaryRow, b.PrimaryRow)},
		{"Names", slices.Equal(list(a.Names), list(b.Names))},
		{"RowEntity", slices.Equal(a.RowEntity, b.RowEntity)},
		{"RowKind", slices.Equal(a.RowKind, b.RowKind)},
		{"Bits", a.Bits == b.Bits},
		{"Codes", slices.Equal(a.Codes, b.Codes)},
		{"Encoder", string(a.Encoder) == string(b.Encoder)},
		{"Head", string(a.Head) == string(b.Head)},
		{"Calibration", string(a.Calibration) == string(b.Calibration)},
		{"Company", slices.Equal(a.Company, b.Company)},
		{"Same", slices.Equal(a.Same, b.Same)},
		{"Languages", slices.Equal(a.Languages, b.Languages)},
		{"RowLanguages", slices.Equal(a.RowLanguages, b.RowLanguages)},
		{"Parents", slices.Equal(a.Parents, b.Parents)},
		{"Details", string(a.Details) == string(b.Details)},
		{"Self", slices.EqualFunc(a.Self, b.Self, sameSelf)},
		{"Extra", slices.EqualFunc(a.Extra, b.Extra, sameExtra)},
	} {
		if !table.same {
			return table.name
		}
	}
	return ""
}

// golden compares got with a file under testdata/golden, or writes it there.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs from what this package writes now; see the diff after go test -update", path)
	}
}

// The encodings of a column.
const columnPacked, columnPlanes, columnAgain = 0, 1, 2
