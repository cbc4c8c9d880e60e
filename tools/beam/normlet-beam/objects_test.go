package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestObjects requires the objects of normlet map for JSONL, odd values included, whose bad lines are dead letters.
func TestObjects(t *testing.T) {
	huge, err := json.Marshal(strings.Repeat("aspirin ", 40_000))
	check(t, err)
	for name, tt := range map[string]struct {
		good, bad []string
	}{
		"plain": {[]string{`{"mention":"aspirin","n":1}`, `{"n":2,"mention":"FOX-P2"}`}, []string{"[]", `{"n":3}`}},
		"odd": {[]string{`{"mention":null,"n":1}`, `{"mention":"","n":2}`, `{"mention":5,"n":3}`, `{"mention":1e309,"n":4}`, `{"mention":true}`, `{"mention":"a\u0000b\ud800","n":5}`,
			`{"mention":"\u202ehela","n":{"deep":[null,{}]}}`, `{"mention":` + string(huge) + `}`}, []string{`{"mention":{}}`, `{"mention":["aspirin"]}`, "\xff\xfe", "null"}},
	} {
		t.Run(name, func(t *testing.T) {
			built, in, dir := buildMap(t), t.TempDir(), t.TempDir()
			good := strings.Join(tt.good, "\n") + "\n"
			check(t, os.WriteFile(filepath.Join(in, "a.jsonl"), []byte(good+strings.Join(tt.bad, "\n")+"\n"), 0o666))
			check(t, os.WriteFile(filepath.Join(dir, "in.jsonl"), []byte(good), 0o666))
			if text, err := exec.Command(built, "map", filepath.Join(dir, "in.jsonl"), "--out", filepath.Join(dir, "out.jsonl"), "--column", "mention", "-k", "2").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			want, err := os.ReadFile(filepath.Join(dir, "out.jsonl"))
			check(t, err)
			j := job(filepath.Join(dir, "beam"))
			j.K = 2
			check(t, run(context.Background(), j, filepath.Join(in, "*"), io.Discard))
			same(t, sorted(t, parts(t, j.Out)...), sorted(t, string(want)))
			letters, err := os.ReadFile(j.DeadLetters())
			check(t, err)
			if strings.Count(string(letters), "\n") != len(tt.bad) {
				t.Errorf("dead letters: %s", letters)
			}
		})
	}
}
