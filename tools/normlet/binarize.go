package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/internal/output"
)

type binarizeOptions struct {
	in, out, head, apply, report string
	method                       string
	config                       fit.Config
}

// The words of flags, and what they stand for.
var (
	cutNames    = []string{"mean", "median", "value"}
	startNames  = []string{"auto", "itq", "pca", "random", "signs"}
	tripleNames = []string{"near", "random"}
)

func (a *app) binarizeCommand() *cobra.Command {
	var o binarizeOptions
	var cut, start, triples string
	cmd := &cobra.Command{
		Use:   "binarize --in VECTORS.npy (--head FILE | --apply HEAD) [--out CODES.npy]",
		Short: "Turn any embeddings into binary codes",
		Long: `Learn to turn vectors into codes of bits (--head), or turn them into codes by a
head that was learned before (--apply).

--in is an .npy file of float32 or float64, C order, one vector a row. --out is an
.npy file of uint8, one code a row, in the order of numpy.packbits: the first bit
is the highest one of the first byte. The methods are

  ht     hard threshold: one bit a dimension, filled up with 0 to whole words of 64
  rp     random projection
  pca    principal components
  itq    principal components, rotated so that their signs keep the most
  ae     autoencoder, trained from the start that itq gives
  ae-sp  autoencoder, trained also to keep the order of near vectors

How good the codes are is said on standard error, and in JSON by --report.`,
		Example: `  normlet binarize --in vectors.npy --method itq --bits 128 --head itq.head --out codes.npy
  normlet binarize --in vectors.npy --method ae-sp --bits 64 --head ae.head --report ae.json
  normlet binarize --in more.npy --apply itq.head --out more_codes.npy`,
		Args: argCount(0, 0, "--in"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, word := range []struct {
				flag, value string
				names       []string
				set         func(i int)
			}{
				{"cut", cut, cutNames, func(i int) { o.config.Cut = fit.Cut(i) }},
				{"start", start, startNames, func(i int) { o.config.Start = fit.Start(i) }},
				{"triples", triples, tripleNames, func(i int) { o.config.Triples = fit.Triples(i) }},
				{"method", o.method, fit.Methods(), func(int) {}},
			} {
				i := slices.Index(word.names, word.value)
				if i < 0 {
					return usagef(cmd, "--%s %q: want one of %s", word.flag, word.value, strings.Join(word.names, ", "))
				}
				word.set(i)
			}
			if err := o.check(cmd); err != nil {
				return err
			}
			if o.apply != "" {
				return a.applyHead(cmd.Context(), o)
			}
			return a.binarize(cmd.Context(), o)
		},
	}
	f, c := cmd.Flags(), &o.config
	f.StringVar(&o.in, "in", "", ".npy `file` of vectors")
	f.StringVar(&o.out, "out", "", ".npy `file` of codes to write")
	f.StringVar(&o.head, "head", "", "`file` to write what was learned to")
	f.StringVar(&o.apply, "apply", "", "head `file` to use, instead of learning one")
	f.StringVar(&o.report, "report", "", "JSON `file` to write: how good the codes are")
	f.StringVar(&o.method, "method", fit.ITQ, "`name` of the method: "+strings.Join(fit.Methods(), ", "))
	f.IntVar(&c.Bits, "bits", 0, "length of a code, a multiple of 64 (default 128, ht: the dimensions, rounded up)")
	f.Uint64Var(&c.Seed, "seed", 0, "seed of everything random")
	f.IntVar(&c.Sample, "sample", 20_000, "most vectors learned from")
	f.StringVar(&cut, "cut", "mean", "`where` ht, rp, pca and itq cut: at the "+strings.Join(cutNames, ", "))
	f.Float32Var(&c.Value, "value", 0, "the value to cut at, with --cut value")
	f.BoolVar(&c.Gaussian, "gaussian", false, "rp: normal instead of uniform weights")
	f.BoolVar(&c.Orthogonal, "orthogonal", false, "rp: orthogonal directions")
	f.Float64Var(&c.Lambda, "lambda", 0.8, "ae-sp: weight of the loss that keeps the order of near vectors; 0: none")
	f.StringVar(&triples, "triples", "near", "ae-sp: `which` rows that loss compares: "+strings.Join(tripleNames, " or "))
	f.StringVar(&start, "start", "auto", "ae, ae-sp: `where` training begins: "+strings.Join(startNames, ", "))
	f.BoolVar(&c.Stochastic, "stochastic", false, "ae, ae-sp: draw bits at random while training")
	f.BoolVar(&c.Uncentred, "uncentred", false, "ae, ae-sp: do not take the mean off the vectors first")
	f.IntVar(&c.Epochs, "epochs", 20, "ae, ae-sp: most passes over the vectors")
	f.IntVar(&c.Batch, "batch", 256, "ae, ae-sp: vectors a step")
	f.Float64Var(&c.Rate, "rate", 5e-4, "ae, ae-sp: learning rate")
	reads(cmd, "in", "apply")
	writes(cmd, "head", "out", "report")
	return cmd
}

// check says which flags are missing, or do not go together.
func (o *binarizeOptions) check(cmd *cobra.Command) error {
	c := &o.config
	switch {
	case o.in == "":
		return usagef(cmd, "--in is missing")
	case o.apply == "" && o.head == "":
		return usagef(cmd, "--head is missing, or --apply")
	case o.apply != "" && o.head != "":
		return usagef(cmd, "--head writes a head and --apply reads one: give one of them")
	case o.apply != "" && o.out == "" && o.report == "":
		return usagef(cmd, "--out is missing")
	case o.apply != "" && (cmd.Flags().Changed("method") || cmd.Flags().Changed("bits")):
		return usagef(cmd, "--method and --bits are those of the head that --apply reads")
	case c.Bits != 0 && binarize.CheckShape(c.Bits, 1) != nil:
		return usagef(cmd, "--bits: %v", binarize.CheckShape(c.Bits, 1))
	case c.Sample < 2 || c.Epochs < 1 || c.Batch < 1:
		return usagef(cmd, "--sample must be at least 2, --epochs and --batch at least 1")
	case !(c.Rate > 0 && c.Rate <= 1) || !(c.Lambda >= 0 && c.Lambda <= 1e6): // NaN, too
		return usagef(cmd, "--rate must be above 0 and at most 1, --lambda from 0 to 1e6")
	}
	if c.Lambda == 0 {
		c.Lambda = -1 // none, which Config does not write as 0
	}
	return nil
}

// binarize learns a head, and writes it with what else is asked for.
func (a *app) binarize(ctx context.Context, o binarizeOptions) error {
	start := time.Now()
	bar := a.progress()
	defer bar.close()
	files, err := a.createFiles(o.head, o.out, o.report)
	if err != nil {
		return err
	}
	defer files.close()
	v, err := a.readVectors(o.in)
	if err != nil {
		return err
	}
	o.config.Progress = func(done, total int, _ float64) { bar.set(o.method, done, total) }
	h, rep, err := fit.Fit(ctx, o.method, v, o.config)
	if err != nil {
		return fmt.Errorf("%s: %w", o.in, err)
	}
	bar.close()
	if files[0].content, err = h.MarshalBinary(); err != nil {
		return err
	}
	if err := a.finish(ctx, files, h, v, rep); err != nil {
		return err
	}
	fmt.Fprintln(a.stderr, cost(start))
	return nil
}

// applyHead encodes vectors by a head from a file.
func (a *app) applyHead(ctx context.Context, o binarizeOptions) error {
	content, err := a.readFile(o.apply)
	if err != nil {
		return err
	}
	h, err := binarize.ParseHead(content)
	if err != nil {
		return fmt.Errorf("%s: %w", o.apply, err)
	}
	files, err := a.createFiles("", o.out, o.report)
	if err != nil {
		return err
	}
	defer files.close()
	v, err := a.readVectors(o.in)
	if err != nil {
		return err
	}
	if v.Dim != h.Dim {
		return fmt.Errorf("%s: rows of %d elements, but %s was learned from rows of %d: other embeddings", o.in, v.Dim, o.apply, h.Dim)
	}
	var rep *fit.Report
	if o.report != "" {
		if rep, err = fit.Measure(h, v, o.config.Seed); err != nil {
			return fmt.Errorf("%s: %w", o.in, err)
		}
	}
	return a.finish(ctx, files, h, v, rep)
}

func (a *app) readVectors(path string) (fit.Vectors, error) {
	content, err := a.readFile(path)
	if err != nil {
		return fit.Vectors{}, err
	}
	v, err := parseVectors(content)
	if err != nil {
		return fit.Vectors{}, fmt.Errorf("%s: %w", path, err)
	}
	if err := binarize.CheckShape(64, v.Dim); err != nil {
		return fit.Vectors{}, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// outFiles are files that appear together, once all the work is done.
type outFiles []struct {
	path    string
	out     *output.File // nil: not asked for
	content []byte
}

// createFiles starts the files of head, codes and report, of those paths that are not
// empty.
func (a *app) createFiles(paths ...string) (outFiles, error) {
	kinds := []*output.Kind{headFile, codesFile, fitReportFile}
	files := make(outFiles, len(paths))
	for i, path := range paths {
		files[i].path = path
		if path == "" {
			continue
		}
		out, err := a.files.Create(path, kinds[i])
		if err != nil {
			files.close()
			return nil, err
		}
		files[i].out = out
	}
	return files, nil
}

func (f outFiles) close() {
	for i := range f {
		if f[i].out != nil {
			f[i].out.Close()
		}
	}
}

// finish writes the files of a head (already made), codes and report, and says on
// standard error how good the codes are, where rep is not nil.
func (a *app) finish(ctx context.Context, files outFiles, h *binarize.Head, v fit.Vectors, rep *fit.Report) error {
	var codes bytes.Buffer
	if err := writeCodes(&codes, h.EncodeAll(nil, v.Data), h.Words()); err != nil {
		return err
	}
	report, err := json.MarshalIndent(rep, "", "  ")
	if err != nil {
		return err
	}
	files[1].content, files[2].content = codes.Bytes(), append(report, '\n')
	for _, f := range files {
		if f.out == nil {
			continue
		}
		if err := commit(ctx, f.out, f.content); err != nil {
			return err
		}
		fmt.Fprintf(a.stderr, "wrote %s: %d bytes\n", f.path, len(f.content))
	}
	if rep != nil {
		fmt.Fprintf(a.stderr, "%s, %d codes of %d bits: %.1f %% of the ten nearest vectors are among the ten nearest codes, %.1f %% with a float query; reconstruction error %.3f\n",
			h.Method, v.Len(), h.Bits, 100*rep.Retention, 100*rep.Asymmetric, rep.Reconstruction)
	}
	return nil
}
