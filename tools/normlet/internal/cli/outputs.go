package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/data"
)

// Every flag and argument that names a file says whether the command reads or writes it, so that no output overwrites
// an input (package output). A test checks all commands.

// fileUse annotates flags, and commands for their arguments.
const fileUse = "file-use"

const (
	readsFile   = "reads"
	readsFiles  = "reads from" // a folder, some of whose files the command finds and records itself
	writesFile  = "writes"
	writesFiles = "writes into" // a folder
	keepsFiles  = "keeps"       // a folder of normlet's own, in which nobody else has files
)

// Reads marks flags that name input files or folders.
func Reads(cmd *cobra.Command, flags ...string) { mark(cmd, readsFile, flags) }

// ReadsFrom marks a flag that names folders with input files among others.
func ReadsFrom(cmd *cobra.Command, flag string) { mark(cmd, readsFiles, []string{flag}) }

// ReadsArgs marks a command's arguments as input files or folders.
func ReadsArgs(cmd *cobra.Command) *cobra.Command {
	annotate(cmd, fileUse, readsFile)
	return cmd
}

// Writes marks flags that name output files, and adds --force.
func Writes(cmd *cobra.Command, flags ...string) {
	mark(cmd, writesFile, flags)
	addForceFlag(cmd)
}

// WritesInto marks a flag that names an output folder, and adds --force.
func WritesInto(cmd *cobra.Command, flag string) {
	mark(cmd, writesFiles, []string{flag})
	addForceFlag(cmd)
}

func mark(cmd *cobra.Command, use string, flags []string) {
	for _, name := range flags {
		f := cmd.Flags().Lookup(name)
		f.Annotations = map[string][]string{fileUse: {use}}
		if needsFile(f) {
			refuseEmpty(f)
		}
	}
}

const forceFlag = "force"

func addForceFlag(cmd *cobra.Command) {
	if cmd.Flags().Lookup(forceFlag) != nil {
		return // it writes both files and into a folder
	}
	cmd.Flags().Bool(forceFlag, false, "replace files that normlet did not write, and restart an interrupted run")
}

// CheckFiles records the files that a command reads, and fails if an output would overwrite one or another output.
func (std *IO) CheckFiles(cmd *cobra.Command, args []string) error {
	std.Files.Command = cmd.CommandPath()
	if f := cmd.Flags().Lookup(forceFlag); f != nil {
		std.Files.Force = f.Value.String() == "true"
	}
	if cmd.Annotations[fileUse] == readsFile {
		for _, arg := range args {
			std.Files.Reads(withFiles(Source(arg).Path)...)
		}
	}
	var written []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		use := f.Annotations[fileUse]
		if use == nil {
			return
		}
		for _, path := range ValuesOf(f) {
			switch {
			case path == "" || f.Name == "encoder" && (path == f.DefValue || path == "train"):
			case use[0] == readsFile:
				std.Files.Reads(withFiles(path)...)
			case use[0] == writesFile:
				written = append(written, path)
			}
		}
	})
	if err := std.Files.Check(written...); err != nil {
		return Usagef(cmd, "%v", err)
	}
	return nil
}

// ValuesOf returns the values of a flag, of which most have one.
func ValuesOf(f *pflag.Flag) []string {
	if s, ok := f.Value.(pflag.SliceValue); ok {
		return s.GetSlice()
	}
	return []string{f.Value.String()}
}

// withFiles returns a path, and the files below it if it is a folder.
func withFiles(path string) []string {
	list := []string{path}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return list
	}
	_ = fs.WalkDir(os.DirFS(path), ".", func(name string, e fs.DirEntry, err error) error { // whoever reads the folder says why it cannot be read
		if err == nil && !e.IsDir() {
			list = append(list, filepath.Join(path, filepath.FromSlash(name)))
		}
		return nil
	})
	return list
}

// JSONFile is a kind of JSON files that begin with one key and soon have another.
func JSONFile(what, first, second string) *output.Kind {
	return &output.Kind{What: what, Ours: func(head []byte) bool {
		return bytes.HasPrefix(head, fmt.Appendf(nil, "{\n  %q:", first)) && bytes.Contains(head, fmt.Appendf(nil, "%q:", second))
	}}
}

// DocumentsFile matches no file: nothing tells written documents from a user's.
var DocumentsFile = &output.Kind{}

// A flag that names files rejects an empty value, which is what a shell makes of an unset variable: --key "$KEY" would
// check no signature, --sign "$KEY" make none, --pack "$PACK" open the embedded pack. The exception is a flag whose
// help explains what it does "if empty".

func namesFiles(f *pflag.Flag) bool { return f.Annotations[fileUse] != nil }

// needsFile reports whether a flag has to name a file if it is given.
func needsFile(f *pflag.Flag) bool { return namesFiles(f) && !strings.Contains(f.Usage, "if empty") }

var errNoFile = errors.New("no file is named: the value is empty, as that of a variable that is not set")

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

// Source splits an argument [NAMESPACE=]FILE. A file whose own name has an equals sign takes precedence.
func Source(arg string) data.Source {
	namespace, path, ok := strings.Cut(arg, "=")
	if !ok || namespace == "" || path == "" || strings.ContainsAny(namespace, `/\`) {
		return data.Source{Path: arg}
	}
	if _, err := os.Stat(arg); err == nil {
		return data.Source{Path: arg}
	}
	return data.Source{Path: path, Namespace: namespace}
}
