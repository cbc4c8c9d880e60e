package document_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/normlet/normlet/train/data/document"
)

// A document is read, the id of a mention filled in, and the document written as it was otherwise.
func ExampleWrite() {
	r, err := document.NewReader(strings.NewReader("1|t|p53 is here\n1\t0\t3\tp53\tGene\n"), "notes.pubtator", "pubtator")
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := r.Next()
	if errors.Is(err, io.EOF) {
		return
	}
	d.Annotations[0].ID = "NCBIGene:7157"
	document.Write(os.Stdout, r, d)
	// Output:
	// 1|t|p53 is here
	// 1	0	3	p53	Gene	NCBIGene:7157
}
