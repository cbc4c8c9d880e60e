package kg

import (
	"fmt"
	"strings"
)

type preset struct {
	name   string
	config Config
}

func presets() []preset {
	return []preset{
		{"nations", Config{Rank: 100, Epochs: 100, Batch: 50, Weight: 0.03}},
		{"kinship", Config{Rank: 100, Epochs: 60, Batch: 50, Weight: 0.02}},
		{"umls", Config{Rank: 100, Epochs: 80, Batch: 50, Weight: 0.008}},
		{"WN18RR", Config{Rank: 200, Epochs: 30, Batch: 500, Regularizer: DURA, Weight: 0.1, Loss: Sampled, Negatives: 4000}},
		{"FB15k-237", Config{Rank: 100, Epochs: 30, Batch: 500, Weight: 0.05}},
	}
}

// Presets returns the names that Preset knows, small graphs first.
func Presets() []string {
	var names []string
	for _, p := range presets() {
		names = append(names, p.name)
	}
	return names
}

// Preset returns settings for a public graph, with zero values where they are the defaults.
func Preset(name string) (Config, error) {
	for _, p := range presets() {
		if p.name == name {
			return p.config, nil
		}
	}
	return Config{}, fmt.Errorf("preset %q is not known; want one of %s", name, strings.Join(Presets(), ", "))
}
