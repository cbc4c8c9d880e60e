package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
)

func (a *app) verifyCommand() *cobra.Command {
	var keyFiles []string
	cmd := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Check every byte and every code of a pack",
		Long: `Check a pack, the embedded one without FILE: every checksum and table, its
self-check, the order of its names, and that the code of each name is the one
its encoder gives here. With --key it has to be signed as well. It prints a line
that ends in ok, or fails with the first fault.`,
		Example: `  normlet verify genes.normpack
  openssl pkey -in key.pem -pubout -out public.pem
  normlet verify --key public.pem genes.normpack`,
		Args: argCount(0, 1, "one pack file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			keys, err := a.readPublicKeys(keyFiles)
			if err != nil {
				return err
			}
			content, name, err := a.readPack(first(args))
			if err != nil {
				return err
			}
			n, err := openBytes(content, keys)
			if err == nil {
				bar := a.progress()
				defer bar.close()
				err = verify(cmd.Context(), n, bar)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			c := n.Contents()
			_, err = fmt.Fprintf(a.stdout, "%s: %d bytes, %d names of %d entities, %d self-checks: ok\n",
				name, len(content), c.Names.Len(), c.IDs.Len(), len(c.Self))
			return err
		},
	}
	addKeyFlag(cmd, &keyFiles)
	return readsArgs(cmd)
}

// verify checks what opening a pack leaves out because of its cost.
func verify(ctx context.Context, n *core.Normalizer, bar *progress) error {
	if err := verifyOrder(n); err != nil {
		return err
	}
	return verifyCodes(ctx, n, bar)
}

// verifyOrder checks that rows ascend by compact form, name and entity, since
// names of the same form are found by binary search.
func verifyOrder(n *core.Normalizer) error {
	c := n.Contents()
	var form, compact, lastCompact, lastName []byte
	for i, name := range c.Names.Range(0, c.Names.Len()) {
		form = encoder.AppendTextForm(form[:0], string(name))
		compact = encoder.AppendCompact(compact[:0], form)
		if i > 0 {
			order := cmp.Or(slices.Compare(lastCompact, compact), slices.Compare(lastName, name), cmp.Compare(c.RowEntity[i-1], c.RowEntity[i]))
			if order >= 0 {
				return fmt.Errorf("row %d, %q, does not come after row %d, %q: look-ups would miss it; build the pack again", i, name, i-1, lastName)
			}
		}
		lastCompact, lastName = append(lastCompact[:0], compact...), append(lastName[:0], name...)
	}
	return nil
}

// verifyCodes encodes every name and reports the first row whose code differs.
func verifyCodes(ctx context.Context, n *core.Normalizer, bar *progress) error {
	const piece = 1024
	c := n.Contents()
	rows := c.Names.Len()
	var mu sync.Mutex
	next, done, bad := 0, 0, math.MaxInt
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				mu.Lock()
				lo := next
				next += piece
				stop := lo >= rows || lo > bad || ctx.Err() != nil
				mu.Unlock()
				if stop {
					return
				}
				hi := min(lo+piece, rows)
				found := firstWrong(n, lo, hi)
				mu.Lock()
				bad = min(bad, found)
				done += hi - lo
				bar.set("codes", done, rows)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	if bad < rows {
		name := c.Names.At(bad)
		return fmt.Errorf("row %d, %q: its code is %x, its encoder gives %x: encoder and codes do not belong together; build the pack again",
			bad, name, c.Code(bad), n.Code(nil, name))
	}
	return nil
}

// firstWrong returns the first of rows [lo, hi) whose code is not its name's, or
// math.MaxInt.
func firstWrong(n *core.Normalizer, lo, hi int) int {
	c := n.Contents()
	var code []uint64
	for row, name := range c.Names.Range(lo, hi) {
		code = n.Code(code[:0], string(name))
		if !slices.Equal(code, c.Code(row)) {
			return row
		}
	}
	return math.MaxInt
}
