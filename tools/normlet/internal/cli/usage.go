package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/internal/meant"
	"github.com/normlet/normlet/tools/normlet/escape"
)

// UsageError is wrong usage, which has an exit status of its own.
type UsageError struct{ reason string }

func (e *UsageError) Error() string { return e.reason }

// Usagef returns an error of usage, with the variables that had a part in it and where to read more.
func Usagef(cmd *cobra.Command, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	return &UsageError{text + VariablesIn(cmd, text) + "; see " + cmd.CommandPath() + " --help"}
}

// ArgCount checks for least to most arguments, none of them empty; most < 0 means any number. what names them.
func ArgCount(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least {
			return Usagef(cmd, "%s is missing", what)
		}
		if most >= 0 && len(args) > most {
			return Usagef(cmd, "%q is one argument too many; want %s", args[most], what)
		}
		if slices.ContainsFunc(args, blank) {
			return Usagef(cmd, "an argument is empty where %s is wanted", what)
		}
		return nil
	}
}

// Choose runs a command that only has commands below it: it asks for one of them.
func Choose(cmd *cobra.Command, args []string) error {
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			names = append(names, sub.Name())
		}
	}
	last := len(names) - 1
	wanted := strings.Join(names[:last], ", ") + " or " + names[last]
	if len(args) == 0 {
		return Usagef(cmd, "%s is missing", wanted)
	}
	return Usagef(cmd, "there is no command %q; want %s%s", args[0], wanted, meant.Hint(args[0], names))
}

// FlagError makes an error of usage of one about flags.
func FlagError(cmd *cobra.Command, err error) error {
	hint := ""
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		allFlags(cmd).VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		hint = meant.Hint("--"+e.GetSpecifiedName(), names)
	}
	return Usagef(cmd, "%v%s", err, hint)
}

// Describe returns an error in one line, escaped for a terminal.
func Describe(err error) string {
	text := err.Error()
	if p, ok := errors.AsType[*fs.PathError](err); ok && text == p.Error() {
		text = p.Path + ": " + p.Err.Error()
	}
	return escape.Text(strings.ReplaceAll(text, "\n", "; "))
}

// First returns the first argument, "" if there is none.
func First(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}
