package experiment

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/lab/internal/link/zeroshot"
)

// sweepProxies is the number of proxies of the sweep.
const sweepProxies = 1024

// sweepAlphas are those of the first settings.
var sweepAlphas = []float64{2, 4, 8, 16, 32, 64}

// proxySweep returns what is varied, one thing at a time: alpha, then all else around the setting of experiment proxies,
// around a flatter loss of alpha 8 with margin 0.3, and around that on dot products. Both losses are trained with each.
func proxySweep(small bool) (settings []zeroshot.ProxyConfig) {
	base := zeroshot.ProxyConfig{Proxies: sweepProxies}
	flat := base
	flat.Alpha, flat.Margin = 8, 0.3
	dot := flat
	dot.Dot = true
	for _, alpha := range sweepAlphas {
		base := base
		base.Alpha = alpha
		settings = append(settings, base)
	}
	for _, alpha := range []float64{2, 4, 16, 32} {
		dot := dot
		dot.Alpha = alpha
		settings = append(settings, dot)
	}
	for _, margin := range []float64{0.001, 0.1, 0.5, 1} {
		dot := dot
		dot.Margin = margin
		settings = append(settings, dot)
	}
	for _, c := range []zeroshot.ProxyConfig{base, flat, dot} {
		settings = append(settings, c)
		for _, change := range []func(*zeroshot.ProxyConfig){
			func(c *zeroshot.ProxyConfig) { c.Rate = 0.0003 },
			func(c *zeroshot.ProxyConfig) { c.Rate = 0.001 },
			func(c *zeroshot.ProxyConfig) { c.Rate = 0.01 },
			func(c *zeroshot.ProxyConfig) { c.Steps = 960 },
			func(c *zeroshot.ProxyConfig) { c.Steps, c.Rate = 960, 0.001 },
			func(c *zeroshot.ProxyConfig) { c.Dim = 256 },
			func(c *zeroshot.ProxyConfig) { c.Proxies = everything },
		} {
			changed := c
			change(&changed)
			settings = append(settings, changed)
		}
	}
	if small {
		settings = settings[:len(sweepAlphas)]
	}
	return settings
}

// proxiesSweep looks for a fault of ours in the proxy loss: it changes one number at a time.
func proxiesSweep(ctx context.Context, o Options, r *Result, p Progress) error {
	typed, most := o.Typed, proxyEntities
	if o.Small {
		typed, most = smallTyped(), 60
	}
	if typed == nil || len(typed.Entities) == 0 || len(typed.Queries) == 0 {
		return errNoTypes
	}
	set := newTypedSet(typed, most, o.Seed)
	settings := proxySweep(o.Small)
	found := make([]proxyRuns, len(settings))
	for i := range found {
		found[i].proxy, found[i].ce = make([]proxyOutcome, o.Repeats), make([]proxyOutcome, o.Repeats)
	}
	var mu sync.Mutex
	var failed error
	done, models := 0, 2*len(settings)*o.Repeats
	parallel.Each(max(1, runtime.GOMAXPROCS(0)/threads), models, func(k int) {
		i, repeat := k/2/o.Repeats, k/2%o.Repeats
		seed := o.Seed + uint64(repeat)
		c, into := settings[i], &found[i].proxy[repeat]
		c.Seed, c.Loss = seed, zeroshot.Proxy
		if k%2 == 1 {
			c.Loss, c.Alpha, c.Margin, into = zeroshot.CrossEntropy, 0, 0, &found[i].ce[repeat]
		}
		x := set.remove(seed)
		err := x.check()
		if err == nil {
			*into, err = x.outcome(ctx, c, false, o.Small)
		}
		mu.Lock()
		defer mu.Unlock()
		done++
		failed = cmp.Or(failed, err)
		p("proxies-sweep: models", done, models)
	})
	if failed != nil {
		return failed
	}
	r.reportSweep(settings, found, o.Repeats)
	return nil
}

// reportSweep writes a row for each setting, and what the best of each loss comes to.
func (r *Result) reportSweep(settings []zeroshot.ProxyConfig, found []proxyRuns, repeats int) {
	r.Setting = []string{
		fmt.Sprintf("Data, encoder and measures are those of [proxies](proxies.md), over %d seeds; “cross-entropy” is trained with the same rate, steps, dimensions, proxies and kind of product. NIL: auPR of mentions of removed entities.", repeats),
		"Learning rates are those of all weights: a proxy is what the encoder makes of an entity's name, and has no weights of its own. Unless “dot” is said, vectors are of length 1.",
	}
	t := Table{Title: "One number changed at a time", Columns: []string{"alpha", "margin", "rate", "steps", "dim", "proxies", "product",
		"recall@1, proxy loss", "recall@1, cross-entropy", "NIL, proxy loss", "NIL, cross-entropy"}}
	recall := func(x *proxyOutcome) float64 { return x.recall1 }
	mean := func(list []proxyOutcome, get func(x *proxyOutcome) float64) float64 {
		return stat.Mean(columnOf(list, get), nil)
	}
	best, at, gaps := [2]float64{}, [2]int{}, 0
	for i, c := range settings {
		c = c.Defaults()
		product := "cosine"
		if c.Dot {
			product = "dot"
		}
		area := [2]float64{mean(found[i].proxy, areaOf(nilEntity)), mean(found[i].ce, areaOf(nilEntity))}
		t.add(fmt.Sprint(c.Alpha), fmt.Sprint(c.Margin), fmt.Sprint(c.Rate), c.Steps, c.Dim, proxiesName(c.Proxies), product,
			mean(found[i].proxy, recall), mean(found[i].ce, recall), area[0], area[1])
		for loss := range best {
			if area[loss] > best[loss] {
				best[loss], at[loss] = area[loss], i
			}
		}
		if area[0] > area[1] {
			gaps++
		}
	}
	r.Tables, r.Figures = []Table{t}, []Figure{alphaFigure(found)}
	verdict := notReproduced
	if best[0] > best[1] {
		verdict = reproduced
	}
	r.Findings = []Finding{{"the proxy loss tells NIL better than cross-entropy, each with its best numbers", verdict,
		fmt.Sprintf("auPR %.4f in row %d, cross-entropy %.4f in row %d; better in %d of %d rows", best[0], at[0]+1, best[1], at[1]+1, gaps, len(settings))}}
}

// alphaFigure draws the first settings.
func alphaFigure(found []proxyRuns) Figure {
	proxy, ce := Series{Name: "proxy loss"}, Series{Name: "cross-entropy"}
	for i, alpha := range sweepAlphas {
		proxy.add(alpha, stat.Mean(columnOf(found[i].proxy, areaOf(nilEntity)), nil))
		ce.add(alpha, stat.Mean(columnOf(found[i].ce, areaOf(nilEntity)), nil))
	}
	return Figure{Name: "alpha", Title: "NIL by alpha", X: "alpha", Y: "auPR, mean", LogX: true, Series: []Series{proxy, ce}}
}
