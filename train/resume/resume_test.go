package resume

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFrom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	never := func([]byte) error { t.Error("restored from nothing"); return nil }
	if err := From(path, never); err != nil {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("content"), 0o666); err != nil {
		t.Fatal(err)
	}
	got := ""
	if err := From(path, func(b []byte) error { got = string(b); return nil }); err != nil || got != "content" {
		t.Errorf("%q, %v", got, err)
	}
	bad := errors.New("damaged")
	if err := From(path, func([]byte) error { return bad }); !errors.Is(err, bad) || !strings.Contains(err.Error(), path) {
		t.Errorf("error without its file: %v", err)
	}
}

func TestSameSettings(t *testing.T) {
	type config struct {
		MaxTails int    `json:"max_tails"`
		Threads  int    `json:"-"`
		Loss     string `json:"loss"`
	}
	a := config{3, 2, "1vsall"}
	if err := SameSettings(a, config{3, 8, "1vsall"}); err != nil {
		t.Error(err)
	}
	for want, b := range map[string]config{"with max-tails 3, this run has max-tails 4": {4, 2, "1vsall"}, "with loss 1vsall, this run has loss sampled": {3, 2, "sampled"}} {
		if err := SameSettings(a, b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
