package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// metadata is metadata.json of goreleaser's output.
type metadata struct {
	Name    string `json:"project_name"`
	Version string `json:"version"`
	Commit  string `json:"commit"`
}

// artifact is an entry of its artifacts.json.
type artifact struct {
	Path string `json:"path"` // from the root of the repository
	OS   string `json:"goos"`
	Arch string `json:"goarch"`
	Type string `json:"type"`
}

// binary is the Type of a program as it was built.
const binary = "Binary"

// read reads what goreleaser says of a folder.
func read(folder string) (m metadata, all []artifact, err error) {
	for name, v := range map[string]any{"metadata.json": &m, "artifacts.json": &all} {
		path := filepath.Join(folder, name)
		content, err := os.ReadFile(path)
		if err != nil {
			return m, nil, err
		}
		if err := json.Unmarshal(content, v); err != nil {
			return m, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if m.Version == "" || m.Commit == "" {
		err = fmt.Errorf("%s/metadata.json names no version or no commit; make the folder again", folder)
	}
	return m, all, err
}
