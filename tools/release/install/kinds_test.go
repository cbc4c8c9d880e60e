//go:build linux

package install

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/normlet/normlet/internal/checktest"
)

// filesOf returns a program of this machine as a file system.
func filesOf(t *testing.T, program string) fs.FS {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{program: {Data: []byte(checktest.Read(t, path)), Mode: 0o755}}
}

func makeFolders(t *testing.T, root string, folders ...string) {
	t.Helper()
	for _, f := range folders {
		if err := os.MkdirAll(filepath.Join(root, f), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

const (
	licences  = "usr/share/doc/normlet/THIRD_PARTY_LICENSES"
	installed = "/usr/bin/normlet"
)

// debian makes a Debian with a dpkg that works. A whole one takes half a minute.
func debian(t *testing.T, root string) {
	if *full {
		checktest.Need(t, "debootstrap")
		checktest.Run(t, "", "debootstrap", "--variant=minbase", "bookworm", root)
		return
	}
	for _, d := range []string{"bin", "sbin", "lib", "lib64"} {
		makeFolders(t, root, "usr/"+d)
		if err := os.Symlink("usr/"+d, filepath.Join(root, d)); err != nil {
			t.Fatal(err)
		}
	}
	makeFolders(t, root, "var/lib/dpkg/info", "var/lib/dpkg/updates", "var/log")
	checktest.Write(t, "", root, "var/lib/dpkg/status")
	debs := t.TempDir()
	checktest.Run(t, debs, append([]string{"apt-get", "download", "-q"}, strings.Fields(`dpkg tar dash coreutils diffutils libc6 libc-bin libacl1 libattr1
		libbz2-1.0 libgmp10 liblzma5 libmd0 libpcre2-8-0 libselinux1 libzstd1 zlib1g`)...)...)
	all, err := filepath.Glob(filepath.Join(debs, "*.deb"))
	if err != nil || len(all) == 0 {
		t.Fatalf("apt-get downloads %d packages, %v", len(all), err)
	}
	for _, deb := range all {
		tar := checktest.Command(t, "", "tar", "-x", "--keep-directory-symlink", "-C", root)
		tar.Stdin = strings.NewReader(checktest.Run(t, "", "dpkg-deb", "--fsys-tarfile", deb))
		checktest.Output(t, tar)
	}
}

func (s *source) deb(t *testing.T, arch string) {
	root, file := t.TempDir(), s.artifact(t, "normlet_*_"+arch+".deb")
	if arch != "amd64" { // this machine's dpkg: another Debian would run emulated for a minute
		makeFolders(t, root, "var/lib/dpkg/info", "var/lib/dpkg/updates")
		checktest.Write(t, "", root, "var/lib/dpkg/status")
		checktest.Run(t, "", "dpkg", "--root="+root, "--force-architecture", "--log=/dev/null", "-i", file)
		shipped(t, root)
		s.check(t, root, arch, installed, licences)
		return
	}
	debian(t, root)
	checktest.Write(t, checktest.Read(t, file), root, "normlet.deb")
	dpkg := func(program string, args ...string) string {
		return checktest.Output(t, in(t, root, arch, append([]string{"/usr/bin/" + program}, args...)...))
	}
	dpkg("dpkg", "-i", "/normlet.deb")
	if status := dpkg("dpkg-query", "-W", "-f", "${Status}", "normlet"); status != "install ok installed" {
		t.Errorf("dpkg says of normlet: %s", status)
	}
	shipped(t, root)
	s.check(t, root, arch, installed, licences)
	dpkg("dpkg", "-r", "normlet")
	if _, err := os.Lstat(filepath.Join(root, installed)); !os.IsNotExist(err) {
		t.Errorf("dpkg -r leaves the program: %v", err)
	}
}

func (s *source) rpm(t *testing.T, arch, machine string) {
	root, file := t.TempDir(), s.artifact(t, "normlet-*."+machine+".rpm")
	checktest.Run(t, "", "rpm", "--checksig", "--nosignature", file)
	checktest.Run(t, "", "rpm", "--root", root, "--force-debian", "--ignorearch", "--nodeps", "-i", file)
	shipped(t, root)
	s.check(t, root, arch, installed, licences)
}

func (s *source) archive(t *testing.T, arch string) {
	root := t.TempDir()
	checktest.Run(t, "", "tar", "-xzf", s.artifact(t, "normlet_*_linux_"+arch+".tar.gz"), "-C", root)
	brings(t, root, "README.md", "LICENSE", "NOTICE", "THIRD_PARTY_LICENSES", "man/normlet.1.gz",
		"completions/normlet.bash", "completions/normlet.zsh", "completions/normlet.fish", "completions/normlet.ps1")
	s.check(t, root, arch, "/normlet", "THIRD_PARTY_LICENSES")
	if arch == "amd64" {
		s.served(t, root, "/normlet")
	}
}

// image checks an image that skopeo copies, with its digests; its layers are a root.
func (s *source) image(t *testing.T, from, arch string) {
	root, copied := t.TempDir(), t.TempDir()
	checktest.Run(t, "", "skopeo", "copy", "--quiet", "--insecure-policy", "--src-tls-verify=false", "--override-arch", arch, from, "dir:"+copied)
	type blob struct{ Digest string }
	var manifest struct {
		Config blob
		Layers []blob
	}
	var config struct {
		Config struct {
			Entrypoint []string
			User       string
		}
	}
	read := func(v any, digest string) {
		if err := json.Unmarshal([]byte(checktest.Read(t, copied, strings.TrimPrefix(digest, "sha256:"))), v); err != nil {
			t.Fatal(err)
		}
	}
	read(&manifest, "manifest.json")
	read(&config, manifest.Config.Digest)
	if c := config.Config; !slices.Equal(c.Entrypoint, []string{"/normlet"}) || c.User != "65532:65532" {
		t.Errorf("the image runs %q as %s", c.Entrypoint, c.User)
	}
	for _, layer := range manifest.Layers {
		checktest.Run(t, copied, "tar", "-xzf", strings.TrimPrefix(layer.Digest, "sha256:"), "-C", root)
	}
	s.check(t, root, arch, "/normlet", "THIRD_PARTY_LICENSES")
}

// registry pushes the image as the release workflow does, and pulls both halves.
func (s *source) registry(t *testing.T) {
	const at = "127.0.0.1:5055"
	crane := filepath.Join(s.work, "crane")
	checktest.Run(t, filepath.Join(s.root, "tools", "release"), "go", "build", "-o", crane, "github.com/google/go-containerregistry/cmd/crane")
	serving := checktest.Command(t, "", crane, "registry", "serve", "--address", at)
	if err := serving.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- serving.Wait() }()
	defer func() { _ = serving.Process.Kill() }()
	for {
		answer, err := http.Get("http://" + at + "/v2/_catalog")
		if err == nil {
			answer.Body.Close()
			break
		}
		select {
		case err := <-ended:
			t.Fatalf("the registry ends: %v", err)
		default:
			time.Sleep(100 * time.Millisecond)
		}
	}
	checktest.Run(t, s.root, "tools/release/push.sh", s.artifact(t, "normlet_*_oci.tar"), at+"/normlet:test")
	for _, arch := range []string{"amd64", "arm64"} {
		t.Run(arch, func(t *testing.T) { s.image(t, "docker://"+at+"/normlet:test", arch) })
	}
}

// windows runs the program for Windows under Wine.
func (s *source) windows(t *testing.T) {
	work := t.TempDir()
	checktest.Run(t, "", "unzip", "-q", s.artifact(t, "normlet_*_windows_amd64.zip"), "-d", work)
	wine := func(words ...string) string {
		return checktest.Run(t, work, append([]string{"WINEPREFIX=" + filepath.Join(work, "prefix"), "WINEDEBUG=-all", "wine"}, words...)...)
	}
	wine("wineboot", "--init")
	checktest.Run(t, work, "clang", "--target=x86_64-pc-windows-msvc", "-O1", "-c", filepath.Join(s.root, "tools/release/prng.c"), "-o", "prng.obj")
	checktest.Run(t, work, "lld-link", "/dll", "/noentry", "/nodefaultlib", "/export:ProcessPrng", "/out:prefix/drive_c/windows/system32/bcryptprimitives.dll", "prng.obj")
	s.same(t, strings.ReplaceAll(wine(append([]string{"normlet.exe"}, s.lookUp...)...), "\r", ""))
}
