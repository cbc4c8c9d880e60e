package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestAgentPage starts the command as docs/agents.md has it configured, with the default pack, makes the calls that the page shows, and
// compares its table of tools with theirs.
func TestAgentPage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "agents.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("```\\w*\n").Split(string(text), -1)
	if len(blocks) != 5 {
		t.Fatalf("%d blocks of code: this test knows the configuration and the calls", len(blocks)/2)
	}
	var config struct {
		MCPServers map[string]struct {
			Command string
			Args    []string
		}
	}
	f := newFixture(t)
	f.check(json.Unmarshal([]byte(blocks[1]), &config))
	f.check(os.Mkdir(f.path("data"), 0o777))
	f.write("data/genes.csv", "gene\nFOX-P2\nqqqq?\n")
	server := config.MCPServers["normlet"]
	a := startAgent(f, server.Command, server.Args...)
	called := map[string]bool{}
	for line := range strings.Lines(blocks[3]) {
		tool, in, _ := strings.Cut(strings.TrimSpace(line), " ")
		called[tool] = true
		var arguments, out map[string]any
		f.check(json.Unmarshal([]byte(in), &arguments))
		if failure := a.call(tool, arguments, &out); failure != "" {
			t.Errorf("%s: %s", line, failure)
		}
	}
	if mapped := f.read("data/mapped.csv"); !strings.Contains(mapped, "\nFOX-P2,NCBIGene:93986,FOXP2,") {
		t.Errorf("mapped: %s", mapped)
	}
	rows := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*?) \\|").FindAllStringSubmatch(string(text), -1)
	for tool, err := range a.session.Tools(context.Background(), nil) {
		f.check(err)
		if !called[tool.Name] {
			t.Errorf("the page shows no call of %s", tool.Name)
		}
		i := slices.IndexFunc(rows, func(row []string) bool { return row[1] == tool.Name })
		if i < 0 {
			t.Errorf("the table has no row of %s", tool.Name)
			continue
		}
		has := tool.InputSchema.(map[string]any)["properties"].(map[string]any)
		for _, word := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(rows[i][2], -1) {
			if has[word[1]] == nil {
				t.Errorf("%s takes no %s", tool.Name, word[1])
			}
		}
		rows = slices.Delete(rows, i, i+1)
	}
	if len(rows) > 0 {
		t.Errorf("there is no tool %s", rows[0][1])
	}
}
