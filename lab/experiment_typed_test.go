package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/lab/internal/experiment"
)

// typedFolder writes files in the shape of those of experiment proxies; change replaces text in them.
func typedFolder(t *testing.T, old, new string) *suiteOptions {
	t.Helper()
	f := experiment.TypedFiles
	dir := t.TempDir()
	for name, content := range map[string]string{
		f.Terminology:  "T1\tTide sickness\nT1\tTidal disease\nT2\tSalt\nT3\tGate\n",
		f.Trees:        "mesh_id\tmesh_name\tmesh_tree_number\nT9\tDiseases of the Sea\tC01\nT8\tMinerals\tD02\nT1\tTide sickness\tC01.100\nT1\tTide sickness\tC01.200\nT1\tTide sickness\tD02.7\nT2\tSalt\tD02.300\nT3\tGate\tE05.1\n",
		f.Definitions:  "format-version: 1.2\n\n[Term]\nid: X:1\nname: tide sickness\ndef: \"A sickness of the tide.\" []\nxref: MSH:T1\n",
		f.Documents[0]: "1|t|Salt and gates\n1|a|The salt .\n1\t0\t4\tSalt\tChemical\tT2\n",
		f.Documents[1]: "9|t|Salt and gates\n9|a|The gate .\n9\t4\t8\tgate\tTool\tMESH:T3\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(content, old, new, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return &suiteOptions{data: dir}
}

// TestTyped reads diseases and chemicals with their types, definitions and mentions.
func TestTyped(t *testing.T) {
	typed, err := typedFolder(t, "", "").typed()
	if err != nil || len(typed.Entities) != 2 || len(typed.Queries) != 2 {
		t.Fatalf("%+v, %v", typed, err)
	}
	e := typed.Entities[0]
	if e.ID != "T1" || e.Name != "Tide sickness" || strings.Join(e.Synonyms, ",") != "Tidal disease" || strings.Join(e.Types, ",") != "Diseases of the Sea,Minerals" || e.Definition != "A sickness of the tide." {
		t.Errorf("%+v", e)
	}
	if q := typed.Queries; q[0].Mention != "Salt" || q[0].Document != "Salt and gates" || q[1].Document != q[0].Document || q[1].Type != "Tool" {
		t.Errorf("%+v", q)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"T2\tSalt\tD02.300", "T2\tSalt", "tree_numbers.tsv.gz:7: 2 columns, want 3"},
		{"T9\tDiseases of the Sea\tC01", "T9\tDiseases of the Sea\tC02", "the tree number C01 of T1 has no heading"},
		{"1|t|Salt", "Salt", "BC5CDR"},
		{"[Term]\nid: X:1", "[Term]\n", "HumanDO"},
	} {
		if _, err := typedFolder(t, tt.old, tt.new).typed(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.new, err, tt.want)
		}
	}
}
