package data

import (
	"bytes"
	"fmt"
	"testing"
)

// BenchmarkReadTSV reads 250,000 names of 50,000 entities.
func BenchmarkReadTSV(b *testing.B) {
	var file bytes.Buffer
	for i := range 250_000 {
		fmt.Fprintf(&file, "CHEBI:%d\tname %d of some length\talias\t%d\tCHEBI\n", i/5, i, i/5)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		if _, _, err := ReadTSV(bytes.NewReader(file.Bytes()), "f.tsv", ReadOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
