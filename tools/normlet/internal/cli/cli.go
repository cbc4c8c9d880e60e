// Package cli has what the commands of normlet share: what they read and write, their flags with the variables of the
// environment, the files that flags name, and errors of usage. It knows no command.
package cli

import (
	"io"

	"github.com/normlet/normlet/internal/output"
)

// IO is what the commands read and write.
type IO struct {
	In          io.Reader
	Out, Err    io.Writer
	DefaultPack []byte
	Files       *output.Set // that the command reads and writes
}
