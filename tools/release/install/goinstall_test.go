//go:build linux

package install

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/normlet/normlet/internal/checktest"
)

// TestGoInstall runs go install github.com/normlet/normlet/tools/normlet@VERSION from a module zip of this commit, as the
// module proxy would serve it. The answer must be that of the source: the zip holds all that normlet embeds. Without a
// network: what it requires comes from the module cache.
func TestGoInstall(t *testing.T) {
	checktest.On(t)
	s := readSource(t)
	m := module.Version{Path: "github.com/normlet/normlet", Version: "v0.0.0-check"}
	checktest.Run(t, s.root, "go", "mod", "download")
	proxy, bin := filepath.Join(s.work, "proxy"), filepath.Join(s.work, "bin")
	serve(t, s.root, proxy, m)
	cache := strings.TrimSpace(checktest.Run(t, s.root, "go", "env", "GOMODCACHE"))
	// A module cache of its own: the next commit has the same version. -modcacherw lets the test remove it.
	checktest.Run(t, s.work, "GOPROXY=file://"+proxy+",file://"+cache+"/cache/download", "GOSUMDB=off", "GOMODCACHE="+filepath.Join(s.work, "modules"),
		"GOBIN="+bin, "GOFLAGS=-trimpath -modcacherw", "CGO_ENABLED=0", "go", "install", m.Path+"/tools/normlet@"+m.Version)

	program := filepath.Join(bin, "normlet")
	if version := checktest.Run(t, s.work, program, "version"); !strings.HasPrefix(version, "normlet   "+m.Version[1:]+"\n") {
		t.Errorf("normlet version says: %s", version)
	}
	s.same(t, checktest.Run(t, s.work, append([]string{program}, s.lookUp...)...))
	checktest.Run(t, s.work, program, "packs") // the recipes
}

// serve writes a folder that the go tool reads as the proxy of a module. A zip of more than 500 MB is an error.
func serve(t *testing.T, root, proxy string, m module.Version) {
	t.Helper()
	folder := filepath.Join(proxy, m.Path, "@v")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	info, err := json.Marshal(map[string]any{"Version": m.Version, "Time": time.Unix(0, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	checktest.Write(t, m.Version+"\n", folder, "list")
	checktest.Write(t, string(info), folder, m.Version+".info")
	checktest.Write(t, checktest.Run(t, root, "git", "show", "HEAD:go.mod"), folder, m.Version+".mod")
	f, err := os.Create(filepath.Join(folder, m.Version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	// zip.CreateFromVCS wants a clone whose .git is a folder, which that of a worktree is not.
	commit := t.TempDir()
	checktest.Run(t, root, "sh", "-c", `git archive HEAD | tar -x -C "$0"`, commit)
	if err := zip.CreateFromDir(f, m, commit); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
