package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// A flag that names files rejects an empty value, which is what a shell makes of an unset variable: --key "$KEY" would
// check no signature, --sign "$KEY" make none, --pack "$PACK" open the embedded pack. The exception is a flag whose
// help explains what it does "if empty".

func namesFiles(f *pflag.Flag) bool { return f.Annotations[fileUse] != nil }

// needsFile reports whether a flag has to name a file if it is given.
func needsFile(f *pflag.Flag) bool { return namesFiles(f) && !strings.Contains(f.Usage, "if empty") }

var errNoFile = errors.New("no file is named: the value is empty, as that of a variable that is not set")

// refuseEmpty makes a flag reject empty values.
func refuseEmpty(f *pflag.Flag) {
	list, ok := f.Value.(pflag.SliceValue)
	if !ok {
		f.Value = fileValue{f.Value}
		return
	}
	f.Value = fileList{fileValue{f.Value}, list}
	if f.DefValue == "[]" {
		f.DefValue = "" // else the help, which knows lists by their type, shows it
	}
}

// fileValue is the value of a flag that names a file.
type fileValue struct{ pflag.Value }

func (v fileValue) Set(value string) error {
	if blank(value) {
		return errNoFile
	}
	return v.Value.Set(value)
}

// fileList is the value of a flag that names files.
type fileList struct {
	fileValue
	pflag.SliceValue
}

func (l fileList) Set(value string) error {
	if err := l.fileValue.Set(value); err != nil {
		return err
	}
	if slices.ContainsFunc(l.GetSlice(), blank) {
		return errNoFile
	}
	return nil
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
