package main

import (
	"bytes"
	"strings"
	"testing"

	learn "github.com/normlet/normlet/train/tag"
)

// TestLearnLooks learns the same bits each time, and says what it lacks.
func TestLearnLooks(t *testing.T) {
	lists := []named{
		{"Disease", []string{"gastric carcinoma", "acute hepatitis", "dysplasia of the lung", "chronic colitis"}},
		{learn.NoType, []string{"kitchen assistant", "city planner", "truck driver", "web designer"}},
	}
	c := looksConfig{Bits: 8, Steps: 500, Lower: 0.3, Seed: 1}
	file, err := learnLooks([]string{"Disease"}, lists, c)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := learnLooks([]string{"Disease"}, lists, c); !bytes.Equal(file, again) {
		t.Error("the same lists make other bits")
	}
	l, err := learn.ReadLooks(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"acute gastric dysplasia", "kitchen planner"} {
		if l.Of(name) != i {
			t.Errorf("%s is %s", name, l.Types[l.Of(name)])
		}
	}
	if _, err := learnLooks([]string{"Gene"}, lists, c); err == nil || !strings.Contains(err.Error(), "no names of the type Gene") {
		t.Error(err)
	}
}
