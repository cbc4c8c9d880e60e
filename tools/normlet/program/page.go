//go:build page

package program

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
)

var (
	//go:embed built/normlet.wasm.gz
	wasm []byte
	//go:embed built/wasm_exec.js
	support []byte
)

// embedded returns the program that the build put here.
func embedded() (*Program, error) {
	z, err := gzip.NewReader(bytes.NewReader(wasm))
	if err != nil {
		return nil, fmt.Errorf("the embedded page: %w", err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("the embedded page: %w", err)
	}
	return &Program{Wasm: plain, Support: support}, nil
}

// Embedded says that Get has nothing to compile.
const Embedded = true
