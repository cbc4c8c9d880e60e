//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestWaitsForNoPipe ends commands that wait for a pipe that nobody writes to. They leave nothing behind.
func TestWaitsForNoPipe(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"build PIPE --out OUT.normpack", "map PIPE --column x --out OUT.csv", "eval --queries PIPE", "map - --column x --out OUT.csv"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			pipe := filepath.Join(dir, "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			stdin, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			defer w.Close()
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			args := strings.Fields(strings.NewReplacer("PIPE", pipe, "OUT", filepath.Join(dir, "out")).Replace(command))
			if status := run(ctx, args, stdin, new(bytes.Buffer), new(bytes.Buffer)); status != exitInterrupted {
				t.Errorf("exit status %d, want %d", status, exitInterrupted)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
				t.Errorf("left behind: %v, %v", left, err)
			}
			if f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil { // so that the reader ends
				f.Close()
			}
		})
	}
}

// TestNoPipes has pipes and devices where a command needs a file.
func TestNoPipes(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "p.toml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]string{
		"lookup --pack PIPE x": "not a regular file but a pipe", "lookup --key PIPE x": "not a regular file but a pipe",
		"lookup --pack /dev/zero x": "not a regular file but a device", "verify PIPE": "not a regular file but a pipe",
		"build --recipe PIPE --out OUT": "not a regular file but a pipe", "build /dev/zero --out OUT": "not a regular file but a device",
	} {
		args := strings.Fields(strings.NewReplacer("PIPE", pipe, "OUT", filepath.Join(filepath.Dir(pipe), "out")).Replace(command))
		var stderr bytes.Buffer
		if status := run(t.Context(), args, strings.NewReader(""), new(bytes.Buffer), &stderr); status != exitFailed || !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: exit status %d, %s", command, status, &stderr)
		}
	}
}
