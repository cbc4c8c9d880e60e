package review_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/train/data/review"
)

// A person has decided two of three mentions.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	sheet := filepath.Join(dir, "sheet.csv")
	const rows = "mention,candidate_1_id,candidate_2_id,decision\nER,NCBIGene:2099,NCBIGene:2069,1\nunknown,,,NIL\nPS,CHEBI:73648,,\n"
	if err := os.WriteFile(sheet, []byte(rows), 0o600); err != nil {
		panic(err)
	}
	made, err := review.Read(sheet)
	if err != nil {
		panic(err)
	}
	for _, d := range made {
		fmt.Println(d.Line, d.Mention, d.IDs)
	}
	// Output:
	// 2 ER [NCBIGene:2099]
	// 3 unknown []
}
