//go:build unix

package main

import (
	"os"
	"syscall"
	"testing"
)

// TestNoRegularFiles has pipes and devices where files of a repository should be: nobody waits for them.
func TestNoRegularFiles(t *testing.T) {
	f, _ := newUpdate(t)
	f.fails("publish DIR/repo tiny=/dev/zero --key DIR/online.pem", exitFailed, "/dev/zero: not a regular file but a device")
	f.check(syscall.Mkfifo(f.path("pipe"), 0o666))
	f.fails("publish DIR/repo tiny=DIR/pipe --key DIR/online.pem", exitFailed, "pipe: not a regular file but a pipe")
	for _, name := range []string{"metadata/2.root.json", "metadata/timestamp.json", "metadata/3.targets.json", "targets"} {
		f.check(os.RemoveAll(f.path("copy")))
		f.check(os.CopyFS(f.path("copy"), os.DirFS(f.path("repo"))))
		f.check(os.RemoveAll(f.path("copy/" + name)))
		f.check(syscall.Mkfifo(f.path("copy/"+name), 0o666))
		if name == "targets" {
			f.fails("pull tiny --from DIR/copy", exitFailed, "not a directory")
			continue
		}
		f.fails("pull tiny --from DIR/copy", exitFailed, "not a regular file but a pipe")
		f.fails("publish DIR/copy --key DIR/online.pem", exitFailed, "not a regular file but a pipe")
	}
	f.do("pull tiny")
}
