// Command program compiles the program of normlet web into tools/normlet/program/built, where the tag page embeds it.
// It runs in the root of the repository, before a build with that tag.
//
//	go run ./tools/web/program && go build -tags page ./tools/normlet
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/program"
)

const folder = "tools/normlet/program/built"

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "program:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	p, err := program.Build(ctx)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(p.Wasm); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := output.Folder(folder); err != nil {
		return err
	}
	files := output.Set{Command: "program"}
	if err := save(&files, "normlet.wasm.gz", packed.Bytes()); err != nil {
		return err
	}
	return save(&files, "wasm_exec.js", p.Support)
}

// built is what an earlier run wrote.
var built = &output.Kind{What: "it is not what this command writes", Ours: func([]byte) bool { return true }, Plain: true}

func save(files *output.Set, name string, content []byte) error {
	return files.Write(filepath.Join(folder, name), built, content)
}
