package main

import (
	"context"

	"github.com/normlet/normlet/train/experiment"
)

func (a *app) writeReport(ctx context.Context, folder string, r *experiment.Result) error { return nil }
