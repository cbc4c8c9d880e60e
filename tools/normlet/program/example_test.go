package program_test

import (
	"context"
	"fmt"
	"log"

	"github.com/normlet/normlet/tools/normlet/program"
)

// A server of one's own serves the two files beside those of package mobile/web.
func ExampleGet() {
	p, err := program.Get(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%q\n", p.Wasm[:4])
	// Output: "\x00asm"
}
