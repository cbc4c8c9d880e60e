// Package dist reads and writes metadata.json and artifacts.json of a folder of
// release artifacts: the parts of goreleaser's output that the tools here need.
package dist

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/internal/output"
)

// Metadata is metadata.json.
type Metadata struct {
	Name    string `json:"project_name"`
	Version string `json:"version"`
	Commit  string `json:"commit"`
}

// Artifact is an entry of artifacts.json.
type Artifact struct {
	Name string `json:"name"`
	Path string `json:"path"` // from the root of the repository
	OS   string `json:"goos,omitempty"`
	Arch string `json:"goarch,omitempty"`
	Type string `json:"type"`
}

// Binary is the Type of a program as it was built.
const Binary = "Binary"

// Read reads both files of a folder.
func Read(folder string) (m Metadata, all []Artifact, err error) {
	if err = readJSON(filepath.Join(folder, "metadata.json"), &m); err != nil {
		return
	}
	if m.Version == "" || m.Commit == "" {
		return m, nil, fmt.Errorf("%s/metadata.json names no version or no commit; make the folder again", folder)
	}
	err = readJSON(filepath.Join(folder, "artifacts.json"), &all)
	return
}

// Write writes both.
func Write(files *output.Set, folder string, m Metadata, all []Artifact) error {
	if err := writeJSON(files, filepath.Join(folder, "metadata.json"), m); err != nil {
		return err
	}
	return writeJSON(files, filepath.Join(folder, "artifacts.json"), all)
}

func readJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func writeJSON(files *output.Set, path string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return Save(files, path, append(data, '\n'))
}

// Save writes a file as it is, compressed or not.
func Save(files *output.Set, path string, content []byte) error {
	return files.Write(path, artifact, content)
}

var artifact = &output.Kind{What: "it is no artifact", Ours: func([]byte) bool { return true }, Plain: true}
