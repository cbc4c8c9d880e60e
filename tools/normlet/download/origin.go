package download

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/regular"
	"github.com/normlet/normlet/train/data/limit"
)

// Origin is a version of a file at an address.
type Origin struct {
	Address  string `json:"address"`
	ETag     string `json:"etag,omitempty"`
	Modified string `json:"last_modified,omitempty"` // as HTTP has it
	Bytes    int64  `json:"bytes,omitempty"`         // 0: not known
	SHA256   string `json:"sha256,omitempty"`        // of the file here
}

// version returns what an answer says of the version.
func (p *Published) version(r *http.Response) Origin {
	v := Origin{Address: p.Address, ETag: r.Header.Get("ETag"), Modified: r.Header.Get("Last-Modified"), Bytes: max(0, r.ContentLength)}
	if r.StatusCode == http.StatusPartialContent {
		v.Bytes = p.There.Bytes
	}
	return v
}

// Date returns the day when the file was modified, as 2026-11-23, "" if the server does not say so.
func (o *Origin) Date() string {
	t, err := http.ParseTime(o.Modified)
	if err != nil {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// is reports whether two versions are the same, as far as the server says.
func (o *Origin) is(other *Origin) bool {
	if o.ETag != "" && other.ETag != "" {
		return o.Address == other.Address && o.ETag == other.ETag
	}
	return o.Address == other.Address && o.Modified != "" && o.Modified == other.Modified && (o.Bytes == other.Bytes || min(o.Bytes, other.Bytes) == 0)
}

// validator returns what names the version in If-Range, "" if nothing does: a weak ETag is also that of similar bytes.
func (o *Origin) validator() string {
	if o.ETag != "" && !strings.HasPrefix(o.ETag, "W/") {
		return o.ETag
	}
	return o.Modified
}

const (
	originSuffix  = ".origin"
	archiveSuffix = ".tar.gz"
)

var originFile = output.Begins("the origin of a download", "{\n  \"address\":")

// readOrigin returns the origin of a file, nil if it was not downloaded or has changed since.
func readOrigin(file string) *Origin {
	o, sum := new(Origin), sha256.New()
	text, err := os.ReadFile(file + originSuffix)
	if err != nil || json.Unmarshal(text, o) != nil {
		return nil
	}
	f, err := regular.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	if _, err := io.Copy(sum, f); err != nil || hex.EncodeToString(sum.Sum(nil)) != o.SHA256 {
		return nil
	}
	return o
}

// keep gives the file its name, and records its origin beside it. All else is written first, so that a full disk leaves the
// old file with its own origin.
func (p *Published) keep(files *output.Set, file *output.Resumable, kind *output.Kind) error {
	origin, commit := p.There, file.Commit
	origin.SHA256 = file.Sum()
	if p.archive() {
		out, err := files.Create(p.Path, kind)
		if err != nil {
			return err
		}
		defer out.Close()
		if origin.SHA256, err = p.unpack(file, out); err != nil {
			return errors.Join(err, file.Restart())
		}
		commit = out.Commit
	}
	text, err := json.MarshalIndent(origin, "", "  ")
	if err != nil {
		return err
	}
	if err := files.Write(p.Path+originSuffix, originFile, append(text, '\n')); err != nil {
		return err
	}
	if err := commit(); err != nil || !p.archive() {
		return err
	}
	return file.Restart() // and Close removes it
}

// unpack extracts the file with the wanted name from the archive, and returns its digest. The limit on bytes includes the
// files before it.
func (p *Published) unpack(archive *output.Resumable, out io.Writer) (digest string, err error) {
	content, err := archive.Content()
	if err != nil {
		return "", err
	}
	unzipped, err := gzip.NewReader(content)
	bounded := &limit.Reader{R: unzipped, Left: int(min(p.most(), math.MaxInt)), Err: p.tooLarge("unpacked it has")}
	for members := tar.NewReader(bounded); err == nil; {
		var h *tar.Header
		if h, err = members.Next(); err != nil || path.Base(h.Name) != filepath.Base(p.Path) || h.Typeflag != tar.TypeReg {
			continue
		}
		sum := sha256.New()
		_, err = io.Copy(io.MultiWriter(out, sum), members)
		return hex.EncodeToString(sum.Sum(nil)), err
	}
	return "", fmt.Errorf("%s: no file %s in it: %w", p.Address, filepath.Base(p.Path), err)
}
