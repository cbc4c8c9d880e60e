package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// EachLine calls f with every line of standard input, however long, without its line end, and idle whenever it would
// wait for the next. On a terminal it first says what to type.
func EachLine(ctx context.Context, std *IO, what string, f func(line string) error, idle func() error) error {
	if in, ok := std.In.(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		fmt.Fprintf(std.Err, "%s a line; Ctrl-D ends\n", what)
	}
	lines := make(chan string, 64)
	var readErr error // set before lines is closed
	done := make(chan struct{})
	defer close(done)
	go func() { // a read cannot be interrupted, so it is left behind
		defer close(lines)
		readErr = sendLines(std.In, lines, done)
	}()
	for {
		if len(lines) == 0 {
			if err := idle(); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, ok := <-lines:
			if !ok {
				return readErr
			}
			if err := f(line); err != nil {
				return err
			}
		}
	}
}

func sendLines(r io.Reader, lines chan<- string, done <-chan struct{}) error {
	b := bufio.NewReader(r)
	for {
		line, err := b.ReadString('\n')
		if err == nil || line != "" {
			select {
			case lines <- strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"):
			case <-done:
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
