package output

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// holderPath has this test binary hold the lock of a file until its input ends.
const holderPath = "NORMLET_TEST_HOLD"

func TestMain(m *testing.M) {
	if path := os.Getenv(holderPath); path != "" {
		f, err := (&Set{Command: "normlet holder"}).Create(path, text)
		if err == nil {
			_, err = f.Write([]byte("text half"))
		}
		fmt.Println(err)
		bufio.NewReader(os.Stdin).ReadString('\n')
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// hold starts a process that writes path.
func hold(t *testing.T, path string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), holderPath+"="+path)
	stdin, err := cmd.StdinPipe()
	check(t, err)
	t.Cleanup(func() { stdin.Close() })
	stdout, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || line != "<nil>\n" {
		t.Fatalf("%q, %v", line, err)
	}
	return cmd
}

// TestSecondWriter requires the second writer to be told who the first is, and a crash
// of that to free the file and leave nothing.
func TestSecondWriter(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	for range 20 {
		put(t, path, "text old")
		holder := hold(t, path)
		for _, s := range []*Set{{}, {Force: true}} {
			_, err := s.Create(path, text)
			held, ok := errors.AsType[*heldError](err)
			if !ok || held.Path != path || !strings.Contains(err.Error(), fmt.Sprintf("process %d (normlet holder, since ", holder.Process.Pid)) {
				t.Fatalf("second writer: %v", err)
			}
			_, err = s.Resumable(path, text, false)
			if _, ok := errors.AsType[*heldError](err); !ok {
				t.Fatalf("second writer, resumable: %v", err)
			}
		}
		check(t, holder.Process.Kill())
		holder.Wait()
		if get(t, path) != "text old" || list(t, dir) != "out out.normlet-lock out.normlet-tmp" {
			t.Fatalf("%q, %s", get(t, path), list(t, dir))
		}
		create(t, new(Set), path, "text new")
		if get(t, path) != "text new" || list(t, dir) != "out" {
			t.Fatalf("after the next run: %q, %s", get(t, path), list(t, dir))
		}
	}
}

// TestOneProcess requires the lock to hold within a process, too, and links to lead to
// one lock.
func TestOneProcess(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "out"), filepath.Join(dir, "link")
	check(t, os.Symlink("out", link))
	p, err := new(Set).Reserve(path, text)
	check(t, err)
	for _, name := range []string{path, link} {
		if _, err := new(Set).Reserve(name, text); err == nil {
			t.Errorf("%s was reserved twice", name)
		}
	}
	for range 3 { // a place is written again and again
		f, err := p.Create()
		check(t, err)
		_, err = f.Write([]byte("text"))
		check(t, errors.Join(err, f.Commit()))
	}
	check(t, p.Remove())
	check(t, p.Close())
	check(t, p.Close())
	if list(t, dir) != "link" {
		t.Errorf("left: %s", list(t, dir))
	}
}
