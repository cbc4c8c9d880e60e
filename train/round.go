package train

import (
	"context"
	"fmt"
	"time"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/mine"
)

// mine looks for the hard negatives of the round that begins, with the network as it is.
func (r *run) mine(ctx context.Context) error {
	start := time.Now()
	vectors, err := r.encodeAll(ctx)
	if err != nil {
		return err
	}
	cfg := mine.Config{K: r.cfg.Neighbours, Threads: r.cfg.Threads}
	hard, err := mine.Hard(ctx, vectors, r.cfg.Dim, r.set.entity, r.set.names, cfg)
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	r.set.setHard(hard, r.cfg.Neighbours)
	r.rep.MiningSeconds = append(r.rep.MiningSeconds, time.Since(start).Seconds())
	return nil
}

// encodeAll returns the vectors of all names as they are written, one after the other.
func (r *run) encodeAll(ctx context.Context) ([]float32, error) {
	dim, texts := r.cfg.Dim, r.set.names
	out := make([]float32, 0, len(texts)*dim)
	for lo := 0; lo < len(texts); lo += r.dz.Rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := min(r.dz.Rows, len(texts)-lo)
		parallel(r.cfg.Threads, n, func(p Part) {
			var form []byte
			for i := p.Lo; i < p.Hi; i++ {
				form = names.AppendForm(form[:0], texts[lo+i])
				r.net.Read(i, form, nil)
			}
			r.net.Embed(p)
			r.net.Forward(p)
		})
		out = append(out, r.net.Vectors().Data[:n*dim]...)
	}
	return out, nil
}
