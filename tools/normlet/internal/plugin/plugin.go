// Package plugin runs the program that reads and writes Arrow and Parquet.
package plugin

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
)

// A plug-in is a program that does what normlet would need large libraries for. It is a module of its own, and takes
// the command, the arguments and the flags that normlet has read, those of environment variables included.

// Arrow reads and writes Arrow and Parquet.
const Arrow = "normlet-arrow"

// Delay is how long a plug-in that was told to end may take.
const Delay = 10 * time.Second

// Exit is the error of a plug-in that has said itself what was wrong.
type Exit struct {
	Status int
	Said   string // what it said, unless that went to standard error
}

func (e *Exit) Error() string { return fmt.Sprintf("%s: exit status %d", Arrow, e.Status) }

// RunArrow runs a command in the plug-in.
func RunArrow(std *cli.IO, cmd *cobra.Command, args []string) error {
	program, err := Find(Arrow)
	if err != nil {
		return err
	}
	c := exec.CommandContext(cmd.Context(), program, slices.Concat([]string{cmd.Name()}, givenFlags(cmd), []string{"--"}, args)...)
	c.Stdin, c.Stdout, c.Stderr = std.In, std.Out, std.Err
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = Delay
	return Error(c.Run())
}

// Error converts the error of a plug-in that has ended.
func Error(err error) error {
	if e, ok := errors.AsType[*exec.ExitError](err); ok && e.ExitCode() >= 0 {
		return &Exit{Status: e.ExitCode()}
	}
	return err
}

// Find returns the program beside this one, or the first on PATH.
func Find(name string) (string, error) {
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

func givenFlags(cmd *cobra.Command) []string {
	var args []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := cli.ValuesOf(f)
		if len(values) == 0 {
			values = []string{""} // set to nothing, which is not the default
		}
		for _, v := range values {
			args = append(args, "--"+f.Name+"="+v)
		}
	})
	return args
}
