// Command modzip writes the main module of a commit to a folder that the go tool reads
// as a module proxy, as a public one would serve it after a tag.
//
//	modzip VERSION FOLDER      from the root of the repository
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/release/dist"
)

const path = "github.com/normlet/normlet"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "modzip:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: modzip VERSION FOLDER")
	}
	version, folder := args[0], filepath.Join(args[1], path, "@v")
	gomod, err := exec.Command("git", "show", "HEAD:go.mod").Output()
	if err != nil {
		return fmt.Errorf("git show HEAD:go.mod: %w; run modzip in a clone", err)
	}
	archive, err := archived(version)
	if err != nil {
		return err
	}
	if err := output.Folder(folder); err != nil {
		return err
	}
	info := fmt.Sprintf("{\"Version\": %q, \"Time\": %q}\n", version, time.Unix(0, 0).UTC().Format(time.RFC3339))
	files := &output.Set{Command: "modzip"}
	for name, content := range map[string][]byte{
		"list": []byte(version + "\n"), version + ".info": []byte(info), version + ".mod": gomod, version + ".zip": archive,
	} {
		if err := dist.Save(files, filepath.Join(folder, name), content); err != nil {
			return err
		}
	}
	fmt.Printf("%s@%s: a zip of %.1f MB\n", path, version, float64(len(archive))/1e6)
	return nil
}

// archived returns the zip of the module: the files of the commit, without those of other modules in its folders. More
// than 500 MB is an error.
func archived(version string) ([]byte, error) {
	temp, err := os.MkdirTemp("", "modzip")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	if out, err := exec.Command("sh", "-c", `git archive HEAD | tar -x -C "$0"`, temp).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("git archive: %w: %s", err, out)
	}
	var b bytes.Buffer
	err = zip.CreateFromDir(&b, module.Version{Path: path, Version: version}, temp)
	return b.Bytes(), err
}
