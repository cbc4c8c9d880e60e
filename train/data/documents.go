package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/train/data/document"
	"github.com/normlet/normlet/train/data/sheet"
)

// brat is the format of documents of which a text and its marks are two files.
const brat = "brat"

// File is a file that was named, or that is in a folder that was.
type File struct {
	Path string
	Name string // below the folder, "" of a file that was named itself
}

// Files returns files, and those of folders and of the folders in these in the order of their names. Of a document in brat it
// is the text, whichever file is named. Hidden files are left out.
func Files(paths ...string) (files []File, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if path == "-" || err == nil && !info.IsDir() {
			files = append(files, File{Path: textOf(path)})
			continue
		}
		if err != nil {
			return nil, err
		}
		before := len(files)
		err = fs.WalkDir(os.DirFS(path), ".", func(name string, e fs.DirEntry, err error) error {
			hidden := len(name) > 1 && strings.HasPrefix(e.Name(), ".")
			if err == nil && hidden && e.IsDir() {
				return fs.SkipDir
			}
			name = filepath.FromSlash(name)
			if full := filepath.Join(path, name); err == nil && !hidden && e.Type().IsRegular() && textOf(full) == full {
				files = append(files, File{full, name})
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s: there is no file in the folder", path)
		}
	}
	return files, nil
}

// textOf returns the text beside a file of marks, and any other path as it is.
func textOf(path string) string {
	end := filepath.Ext(path)
	if end != ".ann" && end != ".a1" && end != ".a2" {
		return path
	}
	text := strings.TrimSuffix(path, end) + ".txt"
	if _, err := os.Stat(text); err != nil {
		return path
	}
	return text
}

// MarksOf returns the file of marks beside the text of a document in brat, "" if there is none.
func MarksOf(text string) string {
	for _, end := range []string{".ann", ".a1"} {
		path := strings.TrimSuffix(text, ".txt") + end
		if _, err := os.Stat(path); err == nil && strings.HasSuffix(text, ".txt") {
			return path
		}
	}
	return ""
}

// DocumentFormat returns the format of documents that a file's beginning or the marks beside it tell, "" for none.
func DocumentFormat(path string, head []byte) string {
	if format := document.Detect(head); format != "" || MarksOf(path) == "" {
		return format
	}
	return brat
}

// Documents returns a reader of the documents of r, a file at path. Of brat it is the text.
func Documents(r io.Reader, path, format string) (document.Reader, error) {
	marks := MarksOf(path)
	switch {
	case format != brat:
		return document.NewReader(r, path, format)
	case filepath.Ext(path) != ".txt":
		return nil, fmt.Errorf("%s: brat has a text in a file that ends in .txt, and its marks beside it in .ann", path)
	case marks == "":
		return document.NewBrat(r, nil, path, path), nil
	}
	content, err := ReadInput(marks)
	if err != nil {
		return nil, err
	}
	text, _, err := sheet.Decode(bufio.NewReader(bytes.NewReader(content)), "", false)
	if err != nil && err != io.EOF {
		return nil, inFile(err, marks, 0)
	}
	return document.NewBrat(r, text, path, marks), nil
}
