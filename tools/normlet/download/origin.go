package download

import (
	"archive/tar"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/klauspost/compress/gzip"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/regular"
)

const (
	originSuffix  = ".origin"
	archiveSuffix = ".tar.gz"
)

var originFile = output.Begins("the origin of a download", "{\n  \"address\":")

// readOrigin returns where a file came from, nil if it was not downloaded, or has changed since.
func readOrigin(file string) *Origin {
	text, err := os.ReadFile(file + originSuffix)
	if err != nil {
		return nil
	}
	o := new(Origin)
	if json.Unmarshal(text, o) != nil {
		return nil
	}
	f, err := regular.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil || hex.EncodeToString(sum.Sum(nil)) != o.SHA256 {
		return nil
	}
	return o
}

// keep gives the file its name, and says where it came from. A full disk must find the old file and its own origin, so
// that all else is written first.
func (p *Published) keep(files *output.Set, file *output.Resumable, kind *output.Kind) error {
	origin, commit := p.There, file.Commit
	origin.SHA256 = file.Sum()
	if isArchive(p.Address) {
		member, sum, err := p.unpack(files, file, kind)
		if err != nil {
			return err
		}
		defer member.Close()
		origin.SHA256, commit = sum, member.Commit
	}
	text, err := json.MarshalIndent(origin, "", "  ")
	if err != nil {
		return err
	}
	if err := files.Write(p.Path+originSuffix, originFile, append(text, '\n')); err != nil {
		return err
	}
	if err := commit(); err != nil || !isArchive(p.Address) {
		return err
	}
	return file.Restart() // and Close removes it
}

// unpack writes the file of the archive that has the name of the file here.
func (p *Published) unpack(files *output.Set, archive *output.Resumable, kind *output.Kind) (*output.File, string, error) {
	content, err := archive.Content()
	if err != nil {
		return nil, "", err
	}
	unzipped, err := gzip.NewReader(content)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", p.Address, err)
	}
	name := filepath.Base(p.Path)
	for members := tar.NewReader(unzipped); ; {
		h, err := members.Next()
		if err == io.EOF {
			return nil, "", fmt.Errorf("%s: there is no file %s in it", p.Address, name)
		}
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", p.Address, err)
		}
		if path.Base(h.Name) != name || h.Typeflag != tar.TypeReg || h.Size > mostBytes {
			continue
		}
		out, err := files.Create(p.Path, kind)
		if err != nil {
			return nil, "", err
		}
		sum := sha256.New()
		if _, err := io.Copy(io.MultiWriter(out, sum), members); err != nil {
			out.Close()
			return nil, "", fmt.Errorf("%s: %w", p.Path, err)
		}
		return out, hex.EncodeToString(sum.Sum(nil)), nil
	}
}

// md5Of returns the MD5 of a download.
func md5Of(file *output.Resumable) (string, error) {
	content, err := file.Content()
	if err != nil {
		return "", err
	}
	sum := md5.New()
	_, err = io.Copy(sum, content)
	return hex.EncodeToString(sum.Sum(nil)), err
}
