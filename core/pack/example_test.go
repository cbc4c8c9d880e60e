package pack_test

import (
	"fmt"

	"github.com/normlet/normlet/core/pack"
)

// A terminology of one entity with two names, written and read again.
func Example() {
	c := &pack.Contents{
		Meta:            []pack.Pair{{Key: "terminology", Value: "one gene"}},
		IDs:             pack.NewStrings([]string{"NCBIGene:93986"}),
		Namespaces:      []string{"NCBIGene"},
		EntityNamespace: []uint16{0},
		Prior:           []uint8{200},
		PrimaryRow:      []uint32{1},
		Names:           pack.NewStrings([]string{"CAGH44", "FOXP2"}),
		RowEntity:       []uint32{0, 0},
		RowKind:         []pack.Kind{pack.KindAlias, pack.KindPrimary},
		Bits:            64,
		Codes:           []uint64{0x0123456789abcdef, 0xfedcba9876543210},
	}
	data, err := c.Append(nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	got, err := pack.Parse(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	for row := range got.Names.Len() {
		entity := int(got.RowEntity[row])
		fmt.Printf("%s %s %s %016x\n", got.Names.At(row), got.RowKind[row], got.IDs.At(entity), got.Code(row))
	}

	data[len(data)-1] ^= 1
	_, err = pack.Parse(data)
	fmt.Println(err)
	// Output:
	// CAGH44 alias NCBIGene:93986 [0123456789abcdef]
	// FOXP2 primary NCBIGene:93986 [fedcba9876543210]
	// pack: damaged file: section CODE, byte 0: checksum does not match; build it or fetch it again
}

// Where an id is in a sorted list, or where it would be.
func ExampleStrings_Find() {
	ids := pack.NewStrings([]string{"NCBIGene:2475", "NCBIGene:5336", "NCBIGene:93986"})
	fmt.Println(ids.Find("NCBIGene:5336"))
	fmt.Println(ids.Find("NCBIGene:6"))
	// Output:
	// 1 true
	// 2 false
}
