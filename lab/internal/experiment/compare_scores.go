package experiment

import (
	"fmt"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/internal/core/engine"
)

// The shares of the hits@10 of floats that codes are to keep.
const (
	aimHamming    = 0.995
	aimAsymmetric = 0.998
)

// way is a way to rank names by more or less than their codes.
type way struct {
	name    string
	extra   int // bytes a name besides the code
	ranking ranking
	bits    bool // by nothing but codes on the side of the names
}

func (c *coded) ways() ([]way, error) {
	decoded, err := c.decoded()
	if err != nil {
		return nil, err
	}
	dim := c.rows.Dim
	few := referenceBits
	ways := []way{{"Hamming distance", 0, c.near(shortlist, nil), true}}
	for _, w := range []struct {
		name  string
		extra int
		score func(mention int) func(row int) float32
	}{
		{"asymmetric", 0, c.asymmetric},
		{"asymmetric, bits weighed by what they tell", 0, c.levels()},
		{"asymmetric, linear decoder", 0, decoded},
		{"estimate with a factor a name", 8, c.estimate()},
		{"int8 vectors", dim + 4, c.int8()},
		{"float vectors", 4 * dim, c.cosine},
	} {
		for _, n := range []int{few, shortlist} {
			ways = append(ways, way{fmt.Sprintf("%s, %d nearest codes", w.name, n), w.extra, c.near(n, w.score), w.extra <= 8})
		}
	}
	return append(ways, way{"asymmetric, all codes", 0, c.all(c.asymmetric), true}), nil
}

// compareScores compares ways to rank the pack's names by codes of its length.
func (c *comparison) compareScores() error {
	x, content := c.corpora[0], engine.Of(c.Pack).Contents()
	own, err := binarize.ParseHead(content.Head)
	if err != nil {
		return err
	}
	t := Table{Title: fmt.Sprintf("Names: scoring codes of %d bits, genes", own.Bits), Columns: []string{"head", "order by", "bytes a name", "Hits@1", "Hits@10", "Hits@64", "of float @1", "@10", "@64"}}
	zero := c.nameLearning(own.Bits, x.rows.Dim)
	zero.Cut = fit.CutValue
	hamming := Finding{Claim: fmt.Sprintf("the pack's codes keep %.1f %% of the Hits@10 of floats on genes, by Hamming distance alone", 100*aimHamming), Verdict: notReached}
	asymmetric := Finding{Claim: fmt.Sprintf("codes of as many bits keep %.1f %% with a float query", 100*aimAsymmetric), Verdict: notReached}
	best, how := 0.0, ""
	for i, v := range []struct {
		name, method string
		config       fit.Config
	}{{"the pack's, " + own.Method, "", fit.Config{}}, {"ht, cut at 0", fit.HardThreshold, zero}, {"ae-sp", fit.AutoencoderSP, c.nameLearning(own.Bits, x.rows.Dim)}} {
		h := own
		if v.method == fit.HardThreshold && zero.Bits != 64*binarize.Words(x.rows.Dim) {
			continue
		}
		if v.method != "" {
			if h, err = head(c.ctx, v.method, x.rows, v.config); err != nil {
				return err
			}
		}
		codes, err := x.encode(c.ctx, h)
		if err != nil {
			return err
		}
		ways, err := codes.ways()
		if err != nil {
			return err
		}
		for j, w := range ways {
			c.progress("binarize: scores, "+v.name, j, len(ways))
			s, err := x.hits(c.ctx, w.ranking)
			if err != nil {
				return err
			}
			kept := s[1] / max(x.float[1], 1e-9)
			t.add(append([]any{v.name, w.name, h.Bits/8 + w.extra}, x.cells(s, s)[:6]...)...)
			switch {
			case i == 0 && j == 0:
				hamming.Evidence = fmt.Sprintf("%.4f of %.4f, %.2f %%", s[1], x.float[1], 100*kept)
				if kept >= aimHamming {
					hamming.Verdict = reached
				}
			case i == 0 && j == 1:
				asymmetric.Evidence = fmt.Sprintf("the pack's head %.2f %%", 100*kept)
			}
			if w.bits && j > 0 && kept > best {
				best, how = kept, fmt.Sprintf("; best %.2f %%: head %s, %s", 100*kept, v.name, w.name)
			}
		}
	}
	asymmetric.Evidence += how
	if best >= aimAsymmetric {
		asymmetric.Verdict = reached
	}
	c.Tables, c.Findings = append(c.Tables, t), append(c.Findings, hamming, asymmetric)
	return nil
}
