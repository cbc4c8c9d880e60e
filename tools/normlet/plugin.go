package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A plug-in is a program that does what normlet would need large libraries for. It is a module of its own, and takes
// the command, the arguments and the flags that normlet has read, those of environment variables included.

// arrowPlugin reads and writes Arrow and Parquet.
const arrowPlugin = "normlet-arrow"

// pluginDelay is how long a plug-in that was told to end may take.
const pluginDelay = 10 * time.Second

// pluginExit is the end of a plug-in that has said what was wrong.
type pluginExit struct {
	status int
	said   string // and is not on standard error yet
}

func (e *pluginExit) Error() string { return fmt.Sprintf("%s: exit status %d", arrowPlugin, e.status) }

// runArrow runs a command in the plug-in.
func (a *app) runArrow(cmd *cobra.Command, args []string) error {
	program, err := findPlugin(arrowPlugin)
	if err != nil {
		return err
	}
	return a.runPlugin(cmd.Context(), program, append(append([]string{cmd.Name()}, givenFlags(cmd)...), append([]string{"--"}, args...)...))
}

func (a *app) runPlugin(ctx context.Context, program string, args []string) error {
	c := exec.CommandContext(ctx, program, args...)
	c.Stdin, c.Stdout, c.Stderr = a.stdin, a.stdout, a.stderr
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = pluginDelay
	return pluginError(c.Run())
}

// pluginError is that of a plug-in that has ended.
func pluginError(err error) error {
	if e, ok := errors.AsType[*exec.ExitError](err); ok && e.ExitCode() >= 0 {
		return &pluginExit{status: e.ExitCode()}
	}
	return err
}

// findPlugin returns the program beside this one, or the first on PATH.
func findPlugin(name string) (string, error) {
	file := name
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		if beside, err := exec.LookPath(filepath.Join(filepath.Dir(self), file)); err == nil {
			return beside, nil
		}
	}
	program, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("the program %s, which reads Arrow and Parquet, is neither beside normlet nor on PATH; in a clone of the repository, go -C tools/arrow install ./%s installs it", name, name)
	}
	return program, nil
}

// givenFlags returns the flags that are set, as arguments.
func givenFlags(cmd *cobra.Command) []string {
	var args []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if s, ok := f.Value.(pflag.SliceValue); ok {
			values = s.GetSlice()
		}
		for _, v := range values {
			args = append(args, "--"+f.Name+"="+v)
		}
	})
	return args
}
