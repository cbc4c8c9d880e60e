package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal returns both ends of a terminal.
func terminal(t *testing.T) (user, program *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { user.Close() })
	fd := int(user.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return user, program
}

// TestEachLine reads from a pipe without a word, and says on a terminal what it waits for.
func TestEachLine(t *testing.T) {
	user, program := terminal(t)
	if _, err := user.WriteString("one\ntwo\n\x04"); err != nil { // Ctrl-D
		t.Fatal(err)
	}
	for _, c := range []struct {
		std  IO
		want string
	}{{IO{In: program}, "a name a line; Ctrl-D ends\n"}, {IO{In: bytes.NewBufferString("one\ntwo\n")}, ""}} {
		var told bytes.Buffer
		var lines []string
		c.std.Err = &told
		err := EachLine(context.Background(), &c.std, "a name", func(line string) error {
			lines = append(lines, line)
			return nil
		}, func() error { return nil })
		if err != nil || fmt.Sprint(lines) != "[one two]" || told.String() != c.want {
			t.Errorf("%q, %v, told %q, want %q", lines, err, told.String(), c.want)
		}
	}
}
