package cli

import (
	"context"
	"encoding/json"

	"github.com/normlet/normlet/internal/output"
)

// Create starts a file if it has a name, and else returns nil. Commands do so before their work, so that it is not done
// before it turns out that the file cannot be written.
func (std *IO) Create(path string, kind *output.Kind) (*output.File, error) {
	if path == "" {
		return nil, nil
	}
	return std.Files.Create(path, kind)
}

// CommitJSON is Commit for a value as JSON. It does nothing if there is no file.
func CommitJSON(ctx context.Context, out *output.File, v any) error {
	if out == nil {
		return nil
	}
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return Commit(ctx, out, append(text, '\n'))
}

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
