package program_test

import (
	"bytes"
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
	fmt.Printf("%q, started by a script with Go: %t\n", p.Wasm[:4], bytes.Contains(p.Support, []byte("globalThis.Go")))
	// Output: "\x00asm", started by a script with Go: true
}
