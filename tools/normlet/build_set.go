package main

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/set"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// setFile is the manifest of a pack set.
var setFile = output.Begins("a pack set", "normlet-set ")

// setSuffix is how the name of a manifest ends.
const setSuffix = ".normset"

// leastMember is how few names a member may have: smaller ones are packs of their own.
const leastMember = 100

// notOfSets are the flags of build that are about single entities, or that need the whole list.
var notOfSets = []string{"mentions", "relations", "profiles", "definitions", "details", "xrefs", "weights", "weights-from",
	"texts", "recipe", "report", "language", "sources", "taxon", "columns", "no-header", "delimiter", "sheet"}

// checkSet refuses what cannot be combined with --member-names.
func checkSet(cmd *cobra.Command, o *buildOptions, files []string) error {
	if !cmd.Flags().Changed("member-names") {
		return nil
	}
	for _, flag := range notOfSets {
		if cmd.Flags().Changed(flag) {
			return usagef(cmd, "--%s is not for a pack set, whose list is never in memory as a whole", flag)
		}
	}
	switch {
	case o.memberNames < leastMember:
		return usagef(cmd, "--member-names %d: at least %d", o.memberNames, leastMember)
	case !strings.HasSuffix(o.out, setSuffix):
		return usagef(cmd, "--out %s: with --member-names it names the manifest of a pack set, which ends in %s", o.out, setSuffix)
	case len(files) != 1:
		return usagef(cmd, "a pack set is built of one file of lines id TAB name, not of %d", len(files))
	case o.encoder == "train":
		return usagef(cmd, "--encoder train is not for a pack set: train an encoder on a part of the list, and name its file")
	}
	return nil
}

// setWriter writes the members of a set.
type setWriter struct {
	*app
	ctx     context.Context
	o       *buildOptions
	key     ed25519.PrivateKey
	scratch string   // folder
	kept    []string // files in it: members without order
	bytes   int64
}

// buildSet builds a pack set in the memory of one member. Rows and members are kept in a
// folder beside the output until all is done.
func (a *app) buildSet(ctx context.Context, o buildOptions, file string) (err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(buildGC))
	start := time.Now()
	bar := a.progress()
	defer bar.close()
	w := &setWriter{app: a, ctx: ctx, o: &o}
	if w.key, err = a.signKey(o.sign); err != nil {
		return err
	}
	manifest, err := a.files.Create(o.out, setFile)
	if err != nil {
		return err
	}
	defer manifest.Close()
	if w.scratch, err = os.MkdirTemp(filepath.Dir(o.out), ".normset-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(w.scratch)) }()
	if err := a.readShared(&o); err != nil {
		return err
	}
	rows, err := data.SortRows(ctx, file, o.read, w.scratch, func(rows int) { bar.set("sort", rows, -1) })
	if err != nil {
		return err
	}
	defer rows.Close()
	a.tellSource(&rows.Source)
	names, rep, err := assemble.RunSet(ctx, o.recipe, rows, o.memberNames, bar.set, func(c *pack.Contents) error {
		o.recipe.Bits = c.Bits
		return w.keep(c)
	})
	if err != nil {
		return err
	}
	list, err := w.finish(names, bar)
	if err != nil {
		return err
	}
	if err := commit(ctx, manifest, set.Append(nil, list)); err != nil {
		return err
	}
	bar.close()
	if bad := rows.Bad(); len(bad) > 0 {
		fmt.Fprintf(a.stderr, "%d bad rows skipped, the first: %v\n", len(bad), &bad[0])
	}
	if rep.Estimated {
		fmt.Fprintln(a.stderr, "the list has no weights: an entity has the more, the more names it has")
	}
	fmt.Fprintf(a.stderr, "wrote %s: %d names of %d entities in %d packs, codes of %d bits, %d bytes (%.1f a name); ranker and binarizer of %d names\n",
		o.out, rep.Names, rep.Entities, rep.Members, o.recipe.Bits, w.bytes, float64(w.bytes)/float64(rep.Names), rep.Sampled)
	fmt.Fprintln(a.stderr, cost(start))
	return nil
}

// readShared reads encoder and binarizer.
func (a *app) readShared(o *buildOptions) error {
	base, err := pack.Parse(a.defaultPack)
	if err != nil {
		return fmt.Errorf("default pack: %w", err)
	}
	if o.encoder == "default" {
		o.recipe.Encoder, err = encoder.ParseWeights(base.Encoder)
	} else {
		var content []byte
		if content, err = data.ReadFile(o.encoder); err == nil {
			o.recipe.Encoder, err = encoderOf(content, o.encoder)
		}
	}
	if err != nil {
		return err
	}
	o.recipe.Head, err = a.readHead(o.head)
	return err
}

// keep writes a member that still lacks its order.
func (w *setWriter) keep(c *pack.Contents) error {
	content, err := c.Append(nil, &pack.WriteOptions{RawCodes: true, Plain: true})
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(w.scratch, "member-")
	if err != nil {
		return err
	}
	w.kept = append(w.kept, f.Name())
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// finish gives the members their order, and their names.
func (w *setWriter) finish(names []*pack.Contents, bar *progress) ([]set.Member, error) {
	bar.set("order", 0, 1)
	orders := pack.Order(names)
	var list []set.Member
	for i, order := range orders {
		bar.set("write", i, len(orders))
		m, err := w.write(i+1, order)
		if err != nil {
			return nil, err
		}
		list, orders[i] = append(list, m), nil
	}
	return list, nil
}

// write writes a member.
func (w *setWriter) write(number int, order []uint32) (m set.Member, err error) {
	content, err := os.ReadFile(w.kept[number-1])
	if err != nil {
		return m, err
	}
	c, err := pack.Parse(content)
	if err != nil {
		return m, err
	}
	c.SetOrder(order)
	if content, err = c.Append(nil, &pack.WriteOptions{RawCodes: true, Plain: !w.o.compress}); err != nil {
		return m, err
	}
	if content, err = signWith(w.key, content); err != nil {
		return m, err
	}
	path := fmt.Sprintf("%s-%04d.normpack", strings.TrimSuffix(w.o.out, setSuffix), number)
	if err := w.save(w.ctx, path, packFile, content); err != nil {
		return m, err
	}
	w.bytes += int64(len(content))
	return set.Member{SHA256: sha256.Sum256(content), Size: int64(len(content)), File: filepath.Base(path)}, os.Remove(w.kept[number-1])
}
