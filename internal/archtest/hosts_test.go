package archtest

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// registries are hosts of packages, each in two parts, since this file is searched, too. Who builds normlet chooses where
// packages come from: the go command, apt, pip and npm have settings for that, and a mirror may be all that a machine
// reaches. That of the project's own images is none of them: people fetch these from there.
var registries = [][2]string{
	{"deb.", "debian.org"}, {"security.", "debian.org"}, {"snapshot.", "debian.org"}, {"ftp.", "debian.org"}, {"archive.", "ubuntu.com"},
	{"registry.", "npmjs.org"}, {"registry.", "yarnpkg.com"}, {"pypi", ".org"}, {"files.", "pythonhosted.org"},
	{"proxy.", "golang.org"}, {"sum.", "golang.org"}, {"goproxy", ".io"}, {"repo1.", "maven.org"}, {"repo.", "maven.apache.org"}, {"maven.", "google.com"},
	{"dl.", "google.com"}, {"crates", ".io/api"}, {"cran.", "r-project.org"}, {"docker", ".io/library"}, {"rubygems", ".org"},
}

// TestNoRegistries: no file names a host of packages.
func TestNoRegistries(t *testing.T) {
	files := 0
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "node_modules", ".build", ".gradle", ".venv"}, d.Name()) {
			return filepath.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil || bytes.IndexByte(content[:min(len(content), 1<<10)], 0) >= 0 { // a program, a pack
			return err
		}
		files++
		for _, host := range registries {
			if at := bytes.Index(content, []byte(host[0]+host[1])); at >= 0 {
				t.Errorf("%s:%d names %s; leave it to the settings of the machine", path, 1+bytes.Count(content[:at], []byte("\n")), host[0]+host[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 1000 {
		t.Fatalf("%d files", files)
	}
}
