package experiment

import "context"

func contrastiveCurve(ctx context.Context, o Options, r *Result, p Progress) error { return nil }
func neighbours(ctx context.Context, o Options, r *Result, p Progress) error       { return nil }
func stages(ctx context.Context, o Options, r *Result, p Progress) error           { return nil }
