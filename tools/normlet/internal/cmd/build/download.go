package build

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/train/recipe"
)

// today is a file of a source as its owner has it today.
type today struct {
	recipe.Published
	remote download.Published
}

// bring downloads today's files of a recipe into a folder, where the recipe then finds them. All addresses are asked
// before anything comes: what has moved shows at once, and how much will come.
func (p *recipeOptions) bring(cmd *cobra.Command, std *cli.IO, r *recipe.Recipe, outputs []string) error {
	p.files.From, p.files.Today = slices.Concat([]string{p.download}, p.files.From), map[string]string{}
	var files []*today
	for _, at := range r.Published(p.files.Private) {
		path := filepath.Join(p.download, filepath.FromSlash(at.Path))
		files = append(files, &today{at, download.Published{Address: at.Address, Checksum: at.Checksum, Path: path, Most: at.MostBytes}})
		outputs = append(outputs, path)
	}
	if len(files) == 0 {
		return fmt.Errorf("recipe %s: it has no address of a file to download; --from names folders with its files", r.Name)
	}
	if err := std.Files.Check(outputs...); err != nil {
		return cli.Usagef(cmd, "%v", err)
	}
	bar := progress.New(std.Err)
	defer bar.Close()
	come, size := 0, int64(0)
	for i, f := range files {
		bar.Set("ask", i, len(files))
		o := hook.FetchOptions("")
		o.Progress = func(have, of int64) { bar.Set(f.Path, int(have), int(of)) }
		if err := f.remote.Look(cmd.Context(), o); err != nil {
			return f.advise(err, p.download)
		}
		if !f.remote.Same {
			come, size = come+1, size+f.remote.There.Bytes
		}
	}
	bar.Close()
	fmt.Fprintf(std.Err, "files to download to %s: %d, %d bytes; there as they are today: %d\n", p.download, come, size, len(files)-come)
	for _, f := range files {
		if !f.remote.Same {
			err := f.remote.Fetch(cmd.Context(), std.Files)
			if bar.Close(); err != nil {
				return f.advise(err, p.download)
			}
			fmt.Fprintf(std.Err, "%s: %d bytes from %s\n", f.Path, f.remote.There.Bytes, f.Address)
		}
		p.files.Today[f.Path] = f.remote.There.Date()
	}
	return nil
}

// advise adds what to do about a file that is not where it used to be.
func (f *today) advise(err error, folder string) error {
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; has it moved? Look for it at %s, put it into %s as %s, and build with --from %s --any-version", err, f.URL, folder, f.Path, folder)
	}
	return fmt.Errorf("%s: %w", f.Title, err)
}

// tellToday says how today's files differ from those that the recipe knows, and what the pack does without.
func (p *recipeOptions) tellToday(std *cli.IO) {
	for i := range p.found.Sources {
		s := &p.found.Sources[i]
		_, fresh := p.files.Today[s.File.Path]
		switch {
		case !s.Other:
		case fresh:
			fmt.Fprintln(std.Err, s.Newer())
		default:
			fmt.Fprintf(std.Err, "%s: another version than the recipe's, as --any-version allows\n", s.File.Path)
		}
	}
	for _, path := range p.found.LeftOut {
		fmt.Fprintf(std.Err, "%s is not there, and nobody publishes it: the pack does without\n", path)
	}
}
