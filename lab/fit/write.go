package main

import (
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/rank"
)

// write writes train/rank/forest.bin.
func write(path string, f *score.Forests) error {
	set := &output.Set{Command: "fit"}
	return set.Write(path, output.Begins("a fitted forest", rank.ForestHead), f.AppendBinary([]byte(rank.ForestHead)))
}
