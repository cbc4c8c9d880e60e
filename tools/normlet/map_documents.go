package main

import (
	"context"

	"github.com/normlet/normlet/core/resolve"
)

func (a *app) mapDocuments(ctx context.Context, o mapOptions, r *resolve.Resolver) error { return nil }
