package core

import (
	"context"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
)

// Normalizer answers mentions from one pack. It is safe for concurrent use.
type Normalizer struct {
	engine *engine.Engine
	cost   pack.Cost
}

func init() { engine.Register(func(n any) *engine.Engine { return n.(*Normalizer).engine }) }

// Vector appends the encoder's unit vector of text to dst.
func (n *Normalizer) Vector(dst []float32, text string) []float32 { return n.engine.Vector(dst, text) }

// Code returns the code of text: as many words of 64 bits as the codes of the pack have. It uses dst if that is large enough.
func (n *Normalizer) Code(dst []uint64, text string) []uint64 { return n.engine.Code(dst, text) }

// Cost returns the work and memory that opening the pack took, in the units of Limits.
func (n *Normalizer) Cost() pack.Cost { return n.cost }

// Info describes an open pack.
type Info = pack.Info

// Info describes the pack.
func (n *Normalizer) Info() Info {
	if n.engine.Enter() {
		defer n.engine.Leave()
	}
	return n.engine.Pack.Info()
}

// CheckCodes encodes every name and compares the result with its code, on all processors. It takes ten microseconds a name;
// opening a pack checks only sixteen. It also reads all details of entities, which opening does not. It calls done, unless
// nil, with the number of checked rows, from one goroutine at a time. The error is a *pack.CorruptError about the first row
// with a wrong code, ctx.Err(), or ErrClosed.
func (n *Normalizer) CheckCodes(ctx context.Context, done func(rows, of int)) error {
	if !n.engine.Enter() {
		return ErrClosed
	}
	defer n.engine.Leave()
	return n.engine.CheckCodes(ctx, done)
}

// Close waits for running look-ups and releases the pack. Later look-ups answer NIL, and those that return an error return
// ErrClosed. Only a Normalizer made by Open may hold a mapping of a file, but any Normalizer may be closed, any number of
// times, from any goroutine.
func (n *Normalizer) Close() error { return n.engine.Close() }
