package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train"
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

// reads marks flags that name input files or folders.
func reads(cmd *cobra.Command, flags ...string) { mark(cmd, readsFile, flags) }

// readsFrom marks a flag that names folders with input files among others.
func readsFrom(cmd *cobra.Command, flag string) { mark(cmd, readsFiles, []string{flag}) }

// readsArgs marks a command's arguments as input files or folders.
func readsArgs(cmd *cobra.Command) *cobra.Command {
	annotate(cmd, fileUse, readsFile)
	return cmd
}

// writes marks flags that name output files, and adds --force.
func writes(cmd *cobra.Command, flags ...string) {
	mark(cmd, writesFile, flags)
	addForceFlag(cmd)
}

// writesInto marks a flag that names an output folder, and adds --force.
func writesInto(cmd *cobra.Command, flag string) {
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
	cmd.Flags().Bool(forceFlag, false, "replace files that normlet did not write, and restart an interrupted run")
}

// checkFiles records the files that a command reads, and fails if an output would overwrite one or another output.
func (a *app) checkFiles(cmd *cobra.Command, args []string) error {
	a.files.Command = cmd.CommandPath()
	if f := cmd.Flags().Lookup(forceFlag); f != nil {
		a.files.Force = f.Value.String() == "true"
	}
	if cmd.Annotations[fileUse] == readsFile {
		for _, arg := range args {
			a.files.Reads(withFiles(source(arg).Path)...)
		}
	}
	var written []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		use := f.Annotations[fileUse]
		if use == nil {
			return
		}
		for _, path := range valuesOf(f) {
			switch {
			case path == "" || f.Name == "encoder" && (path == f.DefValue || path == "train"):
			case use[0] == readsFile:
				a.files.Reads(withFiles(path)...)
			case use[0] == writesFile:
				written = append(written, path)
			}
		}
	})
	if err := a.files.Check(written...); err != nil {
		return usagef(cmd, "%v", err)
	}
	return nil
}

func valuesOf(f *pflag.Flag) []string {
	if s, ok := f.Value.(pflag.SliceValue); ok {
		return s.GetSlice()
	}
	return []string{f.Value.String()}
}

// withFiles returns a path, and the files in it if it is a folder.
func withFiles(path string) []string {
	list := []string{path}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return list
	}
	entries, _ := os.ReadDir(path) // whoever reads the folder says why it cannot be read
	for _, e := range entries {
		list = append(list, filepath.Join(path, e.Name()))
	}
	return list
}

var packFile = output.Begins("a pack", "NORMPACK")

var encoderFile = output.Begins("an encoder", "NORMENC")

var headFile = output.Begins("a binarizer", "NBIN")

var codesFile = &output.Kind{What: "a table of codes", Ours: isCodes}

var checkpointFile = output.Begins("the checkpoint of a run", train.CheckpointMagic[:7])

var buildReportFile = jsonFile("the report of a build", "sources", "format")

var trainReportFile = jsonFile("the report of a training", "config", "temperature")

var mapReportFile = jsonFile("the summary of a mapped table", "rows", "answered")

var fitReportFile = jsonFile("the report of a binarizer", "method", "vectors")

var manualPage = output.Begins("a page of the manual", "<!-- Written by go generate ./tools/normlet", ".TH \"NORMLET")

// isCodes recognizes codes that binarize wrote: an .npy file of bytes. Embeddings, which nobody wants to lose, hold
// floats.
func isCodes(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\x93NUMPY")) && bytes.Contains(head[:min(len(head), 128)], []byte("'descr': '|u1'"))
}

// jsonFile is a kind of JSON files that begin with one key and soon have another.
func jsonFile(what, first, second string) *output.Kind {
	return &output.Kind{What: what, Ours: func(head []byte) bool {
		return bytes.HasPrefix(head, fmt.Appendf(nil, "{\n  %q:", first)) && bytes.Contains(head, fmt.Appendf(nil, "%q:", second))
	}}
}

// mappedWhole and reviewFile match no file: we cannot recognise our own workbooks and Parquet files, and a sheet may
// hold decisions.
var mappedWhole = &output.Kind{What: "a file", Plain: true, Ours: func([]byte) bool { return false }}

var reviewFile = &output.Kind{What: "a file", Plain: true, Ours: func([]byte) bool { return false }}

// documentsFile matches no file: nothing tells written documents from a user's.
var documentsFile = &output.Kind{What: "a file", Ours: func([]byte) bool { return false }}

// siteFile is the kind of a page's files. A folder with the page's file list is ours.
func siteFile(dir string) *output.Kind {
	head, err := os.ReadFile(filepath.Join(dir, sitePrecache))
	ours := err == nil && bytes.HasPrefix(head, []byte("self.precache = {"))
	return &output.Kind{What: "a page", Ours: func([]byte) bool { return ours }, Plain: true}
}

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
