package experiment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
)

// transferFigure is a figure of a score that claims are about.
type transferFigure struct {
	name, file string
	of         func(transferScore) float64
	order      []string // of methods in Shen et al., the best first
}

// judgedBy returns the accuracy of Table 1 and the correlation of Table 2, with STS-B.
func (c *transferRun) judgedBy() []transferFigure {
	return []transferFigure{
		{"mean accuracy", "accuracy", transferScore.mean,
			[]string{fit.AutoencoderSP, fit.Autoencoder, fit.PCA, fit.RandomProjection, fit.HardThreshold}},
		{c.graded[0] + " Pearson", "pearson", func(s transferScore) float64 { return s.pearson[0] },
			[]string{fit.AutoencoderSP, fit.Autoencoder, fit.RandomProjection, fit.PCA, fit.HardThreshold}},
	}
}

// report adds tables, figures and findings about the codes of one encoder.
func (c *transferRun) report(name string, dim int, runs transferRuns) {
	c.Tables = append(c.Tables, c.byLength(name, dim, runs), c.spread(name, runs))
	for _, f := range c.judgedBy() {
		g := grid{}
		for _, method := range fit.Methods() {
			for bits, list := range runs[method] {
				g.set(method, bits, meanOf(list, f.of))
			}
		}
		drawn := Figure{Name: fmt.Sprintf("%s-%d", f.file, dim), Title: fmt.Sprintf("%s (%d dimensions)", name, dim), Y: f.name}
		float := meanOf(runs[floats][32*dim], f.of)
		c.Figures = append(c.Figures, g.figure(drawn, c.lengthsOf(runs), floats, float))
	}
	c.orders(name, runs)
	c.drop(name, dim, runs)
}

// lengthsOf returns all lengths of codes that were judged.
func (c *transferRun) lengthsOf(runs transferRuns) []int {
	all := map[int]bool{}
	for _, method := range fit.Methods() {
		for bits := range runs[method] {
			all[bits] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// byLength has a row for each method and length, means over the seeds.
func (c *transferRun) byLength(name string, dim int, runs transferRuns) Table {
	t := Table{Title: name + ": codes by length, quick judgement, means over seeds",
		Columns: append([]string{"method", "bits", "seeds", "of float"}, c.columns()...)}
	float := runs[floats][32*dim]
	add := func(method string, bits int, list []transferScore) {
		same := float[:len(list)] // a run has the same examples as that of floats with its seed
		t.add(append([]any{method, bits, len(list), meanOf(list, transferScore.mean) / meanOf(same, transferScore.mean)}, transferCells(list)...)...)
	}
	for _, method := range append([]string{floats, coordinates}, fit.Methods()...) {
		for _, bits := range slices.Sorted(maps.Keys(runs[method])) {
			add(method, bits, runs[method][bits])
		}
	}
	return t
}

// spread compares ae-sp with ae: means, standard deviations over seeds, and the mean difference.
func (c *transferRun) spread(name string, runs transferRuns) Table {
	t := Table{Title: fmt.Sprintf("%s: ae-sp less ae, %d seeds", name, c.seeds),
		Columns: []string{"figure", "bits", "ae", "deviation", "ae-sp", "deviation", "mean difference", "least", "most"}}
	for _, f := range c.judgedBy() {
		for _, bits := range c.compared {
			ae, sp := runs[fit.Autoencoder][bits], runs[fit.AutoencoderSP][bits]
			diffs := differences(sp, ae, f.of)
			t.add(f.name, bits, meanOf(ae, f.of), deviationOf(ae, f.of), meanOf(sp, f.of), deviationOf(sp, f.of),
				meanOf(sp, f.of)-meanOf(ae, f.of), slices.Min(diffs), slices.Max(diffs))
		}
	}
	return t
}

// differences returns by how much each run of a is above that of b with the same seed.
func differences(a, b []transferScore, figure func(transferScore) float64) []float64 {
	var out []float64
	for i := range min(len(a), len(b)) {
		out = append(out, figure(a[i])-figure(b[i]))
	}
	return out
}

// orders judges each step of the paper's order of methods, over the lengths that both methods have
// and all seeds. Codes of ht have a length of their own: there is a bit for each dimension.
func (c *transferRun) orders(name string, runs transferRuns) {
	for _, f := range c.judgedBy() {
		for i, worse := range f.order[1:] {
			better := f.order[i]
			var diffs []float64
			var lengths []int
			for _, bits := range slices.Sorted(maps.Keys(runs[better])) {
				if list := runs[worse][bits]; list != nil && bits >= referenceBits {
					diffs = append(diffs, differences(runs[better][bits], list, f.of)...)
					lengths = append(lengths, bits)
				}
			}
			if len(diffs) > 0 {
				claim := fmt.Sprintf("%s, %s: %s is above %s", name, f.name, better, worse)
				c.Findings = append(c.Findings, paired(claim, fmt.Sprintf("%d to %d bits", lengths[0], lengths[len(lengths)-1]), diffs))
			}
		}
	}
}

// mostDrop is the relative loss of accuracy that the paper's abstract states, about 2 %.
const mostDrop = 0.02

// drop judges what codes of half as many bits as InferSent has dimensions lose.
func (c *transferRun) drop(name string, dim int, runs transferRuns) {
	bits := c.compared[len(c.compared)-1]
	float := meanOf(runs[floats][32*dim], transferScore.mean)
	f := Finding{Claim: fmt.Sprintf("%s: ae-sp of %d bits loses at most 2 %% of the accuracy of floats", name, bits), Verdict: notReached}
	code := meanOf(runs[fit.AutoencoderSP][bits], transferScore.mean)
	if code >= (1-mostDrop)*float {
		f.Verdict = reached
	}
	f.Evidence = fmt.Sprintf("%.4f of %.4f, a loss of %.2f %%, with %d bytes instead of %d", code, float, 100*(1-code/float), 8*binarize.Words(bits), 4*dim)
	c.Findings = append(c.Findings, f)
}
