// Package binarize is the command normlet binarize.
package binarize

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/cost"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/tools/normlet/internal/progress"
	"github.com/normlet/normlet/train/data"
)

// The kinds of files that binarize writes.
var (
	headFile      = output.Begins("a binarizer", "NBIN")
	codesFile     = &output.Kind{What: "a table of codes", Ours: isCodes}
	fitReportFile = cli.JSONFile("the report of a binarizer", "method", "vectors")
)

type options struct {
	in, out, head, apply, report string
	method                       string
	config                       fit.Config
}

// The values of flags, in the order of the constants of package fit.
var (
	cutNames    = []string{"mean", "median"}
	startNames  = []string{"auto", "itq", "pca", "random", "signs"}
	tripleNames = []string{"near", "random"}
)

func New(std *cli.IO) *cobra.Command {
	o := options{method: fit.ITQ}
	cut, start, triples := cutNames[0], startNames[0], tripleNames[0]
	cmd := &cobra.Command{
		Use:   "binarize --in VECTORS.npy (--head FILE | --apply HEAD) [--out CODES.npy]",
		Short: "Turn any embeddings into binary codes",
		Long: `Learn to turn vectors into codes of bits (--head), or apply a head learned before
(--apply).

--in is an .npy file of float32 or float64 in C order, one vector a row. --out is an .npy
file of uint8, one code a row, bits in the order of numpy.packbits. The methods are

  ht     hard threshold: one bit a dimension, padded with 0 to whole words of 64
  rp     random projection
  pca    principal components
  itq    principal components, rotated so that their signs keep the most
  ae     autoencoder, starting from itq
  ae-sp  autoencoder that also keeps the order of near vectors

Standard error says how good the codes are, --report writes it as JSON.`,
		Example: `  normlet binarize --in vectors.npy --method itq --bits 128 --head itq.head --out codes.npy
  normlet binarize --in vectors.npy --method ae-sp --bits 64 --head ae.head --report ae.json
  normlet binarize --in more.npy --apply itq.head --out more_codes.npy`,
		Args: cli.ArgCount(0, 0, "--in"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.config.Start = fit.Start(slices.Index(startNames, start))
			o.config.Triples = fit.Triples(slices.Index(tripleNames, triples))
			if i := slices.Index(cutNames, cut); i >= 0 {
				o.config.Cut = fit.Cut(i)
			} else {
				value, err := strconv.ParseFloat(cut, 32)
				if err != nil {
					return cli.Usagef(cmd, "--cut %q: want mean, median or a number", cut)
				}
				o.config.Cut, o.config.Value = fit.CutValue, float32(value)
			}
			if err := o.check(cmd); err != nil {
				return err
			}
			return run(cmd.Context(), std, o)
		},
	}
	f, c := cmd.Flags(), &o.config
	f.StringVar(&o.in, "in", "", ".npy `file` of vectors")
	f.StringVar(&o.out, "out", "", ".npy `file` of codes to write")
	f.StringVar(&o.head, "head", "", "`file` for the learned head")
	f.StringVar(&o.apply, "apply", "", "head `file` to use, instead of learning one")
	f.StringVar(&o.report, "report", "", "JSON `file` for the quality of the codes")
	cli.WordFlag(cmd, &o.method, "method", fit.Methods(), "`name` of the method: "+strings.Join(fit.Methods(), ", "))
	f.IntVar(&c.Bits, "bits", 0, "length of a code, a multiple of 64 (default 128, ht: the dimensions, rounded up)")
	cli.AddSeedFlag(cmd, &c.Seed)
	f.IntVar(&c.Sample, "sample", 20_000, "most vectors learned from")
	f.StringVar(&cut, "cut", cut, "`where` ht, rp, pca and itq cut: at the mean, the median or a number")
	cli.Completes(cmd, "cut", cobra.ShellCompDirectiveNoFileComp, cutNames...)
	f.BoolVar(&c.Gaussian, "gaussian", false, "rp: normal instead of uniform weights")
	f.BoolVar(&c.Orthogonal, "orthogonal", false, "rp: orthogonal directions")
	f.Float64Var(&c.Lambda, "lambda", 0.8, "ae-sp: weight of the loss that keeps the order of near vectors; 0: none")
	cli.WordFlag(cmd, &triples, "triples", tripleNames, "ae-sp: `which` rows that loss compares: "+strings.Join(tripleNames, " or "))
	cli.WordFlag(cmd, &start, "start", startNames, "ae, ae-sp: `where` training begins: "+strings.Join(startNames, ", "))
	f.BoolVar(&c.Stochastic, "stochastic", false, "ae, ae-sp: draw bits at random while training")
	f.IntVar(&c.Epochs, "epochs", 20, "ae, ae-sp: most passes over the vectors")
	f.IntVar(&c.Batch, "batch", 256, "ae, ae-sp: vectors a step")
	f.Float64Var(&c.Rate, "rate", 5e-4, "ae, ae-sp: learning rate")
	cli.Reads(cmd, "in", "apply")
	cli.Writes(cmd, "head", "out", "report")
	cli.Groups(cmd,
		"Input: in apply",
		"Codes: method bits cut seed | sample",
		"Random projection: | gaussian orthogonal",
		"Autoencoder: epochs batch rate | start lambda triples stochastic",
		"Output: head out report force")
	return cmd
}

func (o *options) check(cmd *cobra.Command) error {
	c := &o.config
	switch {
	case o.in == "":
		return cli.Usagef(cmd, "--in is missing")
	case o.apply == "" && o.head == "":
		return cli.Usagef(cmd, "--head is missing, or --apply")
	case o.apply != "" && o.head != "":
		return cli.Usagef(cmd, "--head writes a head and --apply reads one: give one of them")
	case o.apply != "" && o.out == "" && o.report == "":
		return cli.Usagef(cmd, "--out is missing")
	case o.apply != "" && (cmd.Flags().Changed("method") || cmd.Flags().Changed("bits")):
		return cli.Usagef(cmd, "--method and --bits are those of the head that --apply reads")
	case c.Bits != 0 && binarize.CheckShape(c.Bits, 1) != nil:
		return cli.Usagef(cmd, "--bits: %v", binarize.CheckShape(c.Bits, 1))
	case c.Sample < 2 || c.Epochs < 1 || c.Batch < 1:
		return cli.Usagef(cmd, "--sample must be at least 2, --epochs and --batch at least 1")
	case !(c.Rate > 0 && c.Rate <= 1) || !(c.Lambda >= 0 && c.Lambda <= 1e6): // NaN, too
		return cli.Usagef(cmd, "--rate must be above 0 and at most 1, --lambda from 0 to 1e6")
	}
	if c.Lambda == 0 {
		c.Lambda = -1 // none, which Config does not write as 0
	}
	return nil
}

func run(ctx context.Context, std *cli.IO, o options) error {
	start := time.Now()
	h, err := packfile.ReadHead(o.apply)
	if err != nil {
		return err
	}
	// Create the outputs first, so that a bad path fails before the work.
	paths, kinds := []string{o.head, o.out, o.report}, []*output.Kind{headFile, codesFile, fitReportFile}
	files := make([]*output.File, len(paths))
	for i, path := range paths {
		if files[i], err = std.Create(path, kinds[i]); err != nil {
			return err
		}
		defer files[i].Close()
	}
	v, err := readVectors(o.in)
	if err != nil {
		return err
	}
	learned := h == nil
	h, rep, err := learn(ctx, std, o, h, v)
	if err != nil {
		return err
	}
	contents, err := binarized(h, v, rep)
	if err != nil {
		return err
	}
	for i, f := range files {
		if f == nil {
			continue
		}
		if err := cli.Commit(ctx, f, contents[i]); err != nil {
			return err
		}
		fmt.Fprintf(std.Err, "wrote %s: %d bytes\n", paths[i], len(contents[i]))
	}
	if rep != nil {
		fmt.Fprintf(std.Err, "%s, %d codes of %d bits: %.1f %% of the ten nearest vectors are among the ten nearest codes, %.1f %% with a float query\n",
			h.Method, v.Len(), h.Bits, 100*rep.Retention, 100*rep.Asymmetric)
	}
	if learned {
		fmt.Fprintln(std.Err, cost.Since(start))
	}
	return nil
}

// learn learns a head if there is none and measures it; a head from a file is measured only for --report.
func learn(ctx context.Context, std *cli.IO, o options, h *binarize.Head, v fit.Vectors) (_ *binarize.Head, rep *fit.Report, err error) {
	bar := progress.New(std.Err)
	defer bar.Close()
	switch {
	case h == nil:
		o.config.Progress = func(done, total int, _ float64) { bar.Set(o.method, done, total) }
		h, rep, err = fit.Fit(ctx, o.method, v, o.config)
	case v.Dim != h.Dim:
		err = fmt.Errorf("rows of %d elements, but %s was learned from rows of %d: other embeddings", v.Dim, o.apply, h.Dim)
	case o.report != "":
		rep, err = fit.Measure(h, v, o.config.Seed)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", o.in, err)
	}
	return h, rep, err
}

// binarized returns the contents of the files of head, codes and report.
func binarized(h *binarize.Head, v fit.Vectors, rep *fit.Report) (contents [3][]byte, err error) {
	if contents[0], err = h.AppendBinary(nil); err != nil {
		return contents, err
	}
	var codes bytes.Buffer
	if err := writeCodes(&codes, h.EncodeAll(nil, v.Data), h.Words()); err != nil {
		return contents, err
	}
	report, err := json.MarshalIndent(rep, "", "  ")
	contents[1], contents[2] = codes.Bytes(), append(report, '\n')
	return contents, err
}

func readVectors(path string) (fit.Vectors, error) {
	content, err := data.ReadFile(path)
	if err != nil {
		return fit.Vectors{}, err
	}
	v, err := parseVectors(content)
	if err == nil {
		err = binarize.CheckShape(64, v.Dim)
	}
	if err != nil {
		return fit.Vectors{}, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// isCodes recognizes codes that binarize wrote: an .npy file of bytes. Embeddings, which nobody wants to lose, hold
// floats.
func isCodes(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\x93NUMPY")) && bytes.Contains(head[:min(len(head), 128)], []byte("'descr': '|u1'"))
}
