package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

const (
	sqliteMagic = "SQLite format 3\x00"
	arMagic     = "!<arch>\n"
)

// packageOf names the Debian package of each database.
var packageOf = map[string]string{genesDatabase: "r-bioc-org.hs.eg.db", ontologyDatabase: "r-bioc-go.db"}

// databaseFile returns the path of the SQLite file that file is or, as a
// Debian package, holds under the name database. Call remove when done with it.
func databaseFile(ctx context.Context, file, database string) (path string, remove func(), err error) {
	f, err := os.Open(file)
	if err != nil {
		return "", nil, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<20)
	magic, err := r.Peek(len(sqliteMagic))
	if err != nil && err != io.EOF {
		return "", nil, err
	}
	if string(magic) == sqliteMagic {
		return file, func() {}, nil
	}
	if !bytes.HasPrefix(magic, []byte(arMagic)) {
		return "", nil, fmt.Errorf("%s is neither an SQLite database nor a Debian package", file)
	}
	temp, err := extractDatabase(contextReader{ctx, r}, database)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", file, err)
	}
	return temp, func() { os.Remove(temp) }, nil
}

// extractDatabase copies the database of the package r to a temporary file.
func extractDatabase(r io.Reader, database string) (temp string, err error) {
	archive, err := dataArchive(r)
	if err != nil {
		return "", err
	}
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return "", fmt.Errorf("the package holds no %s; is it %s?", database, packageOf[database])
		}
		if err != nil {
			return "", err
		}
		if path.Base(header.Name) == database {
			return copyToTemp(archive)
		}
	}
}

func copyToTemp(r io.Reader) (string, error) {
	f, err := os.CreateTemp("", "normlet-*.sqlite")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, r)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// contextReader ends with the error of its context once that is done.
type contextReader struct {
	ctx context.Context
	io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.Reader.Read(p)
}

// dataArchive returns the files of a Debian package: an ar archive whose member
// data.tar.* is a compressed tar archive.
func dataArchive(r io.Reader) (*tar.Reader, error) {
	if _, err := io.CopyN(io.Discard, r, int64(len(arMagic))); err != nil {
		return nil, err
	}
	for {
		name, size, err := arHeader(r)
		if err == io.EOF {
			return nil, errors.New("the package has no data.tar")
		}
		if err != nil {
			return nil, err
		}
		if suffix, ok := strings.CutPrefix(name, "data.tar"); ok {
			plain, err := decompress(io.LimitReader(r, size), suffix)
			return tar.NewReader(plain), err
		}
		if _, err := io.CopyN(io.Discard, r, size+size%2); err != nil { // members start at even offsets
			return nil, fmt.Errorf("member %s: %w", name, err)
		}
	}
}

// arHeader reads the 60 bytes before a member: a name of 16 bytes, the size in
// ten decimal digits at 48, two fixed bytes at the end; the rest is unused here.
func arHeader(r io.Reader) (name string, size int64, err error) {
	var header [60]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return "", 0, err
	}
	size, err = strconv.ParseInt(strings.TrimRight(string(header[48:58]), " "), 10, 64)
	if err != nil || size < 0 || string(header[58:]) != "`\n" {
		return "", 0, errors.New("damaged package: no ar header where one is due")
	}
	return strings.TrimRight(string(header[:16]), "/ "), size, nil
}

func decompress(r io.Reader, suffix string) (io.Reader, error) {
	switch suffix {
	case ".xz":
		return xz.NewReader(bufio.NewReader(r))
	case ".zst":
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	case ".gz":
		return gzip.NewReader(r)
	case "":
		return r, nil
	}
	return nil, fmt.Errorf("data.tar%s: unknown compression; unpack the package and name the database in it", suffix)
}
