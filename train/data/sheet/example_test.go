package sheet_test

import (
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/normlet/normlet/train/data/sheet"
)

// A table of semicolons, with a quoted cell, read row by row.
func Example() {
	file := strings.NewReader("code; \"preferred name\"\nX:1; \"aspirin; 100 mg\"\nX:2;ibuprofen\n")
	table, err := sheet.New(file, "drugs.csv", sheet.Options{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer table.Close()
	name, err := table.Find("preferred name")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s between %q\n", table.Format, table.Comma)
	for {
		row, err := table.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(row.Line, row.Fields[name])
	}
	// Output:
	// csv between ';'
	// 2 aspirin; 100 mg
	// 3 ibuprofen
}
