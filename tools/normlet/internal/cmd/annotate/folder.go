package annotate

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
)

// folderWriter writes each document to a file of its own, and for brat its text beside it.
type folderWriter struct {
	std            *cli.IO
	folder, format string
	n              *core.Normalizer
	resume         bool
	names          map[string]int // how many files have a name
	done           bool           // the document had its files before
	open           []*openFile    // of the document
	inner          *printer       // to the first of them
}

// openFile is a file being written.
type openFile struct {
	file *output.File
	w    *bufio.Writer
}

// begin creates the files of a document, unless a run that is gone on with has written them.
func (f *folderWriter) begin(t *text) (wanted bool, err error) {
	if t.Start > 0 {
		return !f.done, nil
	}
	if err := f.finish(); err != nil {
		return false, err
	}
	folder := filepath.Join(f.folder, t.Folder)
	if err := output.Folder(folder); err != nil {
		return false, err
	}
	name, inner := f.nameOf(folder, t.ID), newPrinter(f.format, nil, f.n)
	if _, err := os.Stat(name + inner.ending); err == nil && f.resume {
		f.done = true
		return false, nil
	}
	f.done, f.inner = false, inner
	paths, kind := []string{name + inner.ending}, *cli.DocumentsFile
	if f.format == "brat" {
		paths = append(paths, name+".txt")
	}
	if f.resume {
		kind.Ours = func(head []byte) bool { return strings.HasPrefix(t.Text, string(head)) } // the run before wrote it
	}
	for _, path := range paths {
		file, err := f.std.Files.Create(path, &kind)
		if err != nil {
			return false, err
		}
		f.open = append(f.open, &openFile{file, bufio.NewWriter(file)})
	}
	inner.w = f.open[0].w
	return true, nil
}

func (f *folderWriter) print(t *text, spans []annotate.Span) error {
	if len(f.open) > 1 {
		f.open[1].w.WriteString(t.Text)
	}
	return f.inner.print(t, spans)
}

// nameOf returns a name for the files of a document in a folder, without ending: that of its file, or its id, with a number
// if another has it. Case makes no difference, as in many folders.
func (f *folderWriter) nameOf(folder, id string) string {
	name := filepath.Base(id)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	name = strings.TrimLeft(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.L, unicode.M, unicode.N) || r == '.' || r == '-' {
			return r
		}
		return '_'
	}, name), ".")
	if runes := []rune(name); len(runes) > maxName {
		name = string(runes[:maxName])
	}
	for {
		path := filepath.Join(folder, name)
		key := strings.ToLower(path)
		if f.names[key]++; f.names[key] == 1 {
			return path
		}
		name += fmt.Sprint("-", f.names[key])
	}
}

// maxName is how many characters of an id are the name of a file, which mostly has 255 bytes at most.
const maxName = 50

// finish gives the files of the document their names; a document with the first of them has all.
func (f *folderWriter) finish() (err error) {
	if f.inner != nil {
		err = f.inner.end()
	}
	for _, o := range slices.Backward(f.open) {
		if err = errors.Join(err, o.w.Flush()); err == nil {
			err = o.file.Commit()
		}
	}
	return errors.Join(err, f.close())
}

func (f *folderWriter) end() error { return f.finish() }

// close discards the files that have no name yet.
func (f *folderWriter) close() (err error) {
	for _, o := range f.open {
		err = errors.Join(err, o.file.Close())
	}
	f.open, f.inner = nil, nil
	return err
}
