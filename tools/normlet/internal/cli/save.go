package cli

import (
	"context"

	"github.com/normlet/normlet/internal/output"
)

// Commit writes a file that was just created, unless the work was interrupted.
func Commit(ctx context.Context, out *output.File, content []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := out.Write(content); err != nil {
		return err
	}
	return out.Commit()
}

// Save writes a whole file or none.
func (std *IO) Save(ctx context.Context, path string, kind *output.Kind, content []byte) error {
	out, err := std.Files.Create(path, kind)
	if err != nil {
		return err
	}
	defer out.Close()
	return Commit(ctx, out, content)
}
