package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/normlet/normlet/lab/internal/link/zeroshot"
)

// proxyEntities is how many entities the list has before any are removed.
const proxyEntities = 6000

// proxyWay is a way of training whose two losses are compared.
type proxyWay struct {
	name      string
	described bool // entities are read with types and definition, not by their name alone
	config    zeroshot.ProxyConfig
	dot       bool // cross-entropy is on dot products; the proxy loss stays on cosines
	other     bool // another alpha or margin of the proxy loss; cross-entropy stays as it is
}

// everything is more proxies than there are entities.
const everything = 1 << 30

// proxyWays returns the ways: first those by number of proxies.
func proxyWays(small bool) []proxyWay {
	counts := []int{64, 256, 1024, 4096, everything}
	own := []int{32, 64}
	if small {
		counts, own = []int{8, everything}, []int{4}
	}
	var out []proxyWay
	for _, n := range counts {
		out = append(out, proxyWay{name: proxiesName(n), config: zeroshot.ProxyConfig{Proxies: n}})
	}
	for _, n := range own {
		for _, hard := range []float64{0, 0.5} {
			out = append(out, proxyWay{name: ownName(n, hard), config: zeroshot.ProxyConfig{Negatives: n, Hard: hard}})
		}
	}
	middle, most := counts[len(counts)/2], own[len(own)-1]
	return append(out,
		proxyWay{name: proxiesName(middle) + ", described", described: true, config: zeroshot.ProxyConfig{Proxies: middle}},
		proxyWay{name: ownName(most, 0.5) + ", described", described: true, config: zeroshot.ProxyConfig{Negatives: most, Hard: 0.5}},
		proxyWay{name: proxiesName(middle) + ", cross-entropy on dot products", config: zeroshot.ProxyConfig{Proxies: middle}, dot: true},
		proxyWay{name: proxiesName(middle) + ", margin 0.1", config: zeroshot.ProxyConfig{Proxies: middle, Margin: 0.1}, other: true},
		proxyWay{name: proxiesName(middle) + ", margin 0.5", config: zeroshot.ProxyConfig{Proxies: middle, Margin: 0.5}, other: true},
		proxyWay{name: proxiesName(middle) + ", alpha 8, margin 0.3", config: zeroshot.ProxyConfig{Proxies: middle, Alpha: 8, Margin: 0.3}, other: true})
}

func proxiesName(n int) string {
	if n == everything {
		return "all"
	}
	return fmt.Sprint(n)
}

func ownName(n int, hard float64) string {
	if hard > 0 {
		return fmt.Sprintf("%d of its own, mixed", n)
	}
	return fmt.Sprintf("%d of its own, random", n)
}

// proxyOutcome is what a model comes to.
type proxyOutcome struct {
	area, f1  [numNIL]float64
	recall1   float64
	recall64  float64
	precision [numNIL]float64
	recall    [numNIL]float64
}

// proxyRuns are the outcomes of a way, by loss and repeat.
type proxyRuns struct {
	way       proxyWay
	proxy, ce []proxyOutcome
}

var errNoTypes = errors.New("no entities with types, or no mentions of them")

// proxies measures at how many proxies, and with which negatives, the proxy loss tells NIL better than cross-entropy.
func proxies(ctx context.Context, o Options, r *Result, p Progress) error {
	typed, most := o.Typed, proxyEntities
	if o.Small {
		typed, most = smallTyped(), 60
	}
	if typed == nil || len(typed.Entities) == 0 || len(typed.Queries) == 0 {
		return errNoTypes
	}
	set := newTypedSet(typed, most, o.Seed)
	var removals []*removal
	for repeat := range o.Repeats {
		x := set.remove(o.Seed + uint64(repeat))
		if err := x.check(); err != nil {
			return err
		}
		removals = append(removals, x)
	}
	r.describeProxies(set, removals, o)
	ways := proxyWays(o.Small)
	found := make([]proxyRuns, len(ways))
	var before []proxyOutcome
	for repeat, x := range removals {
		out, err := x.outcome(ctx, zeroshot.ProxyConfig{Steps: -1, Seed: o.Seed + uint64(repeat)}, false, o.Small)
		if err != nil {
			return err
		}
		before = append(before, out)
	}
	for i, w := range ways {
		found[i].way = w
		for repeat, x := range removals {
			p("proxies: pairs of models", i*len(removals)+repeat, len(ways)*len(removals))
			proxy, ce, err := x.compare(ctx, w, o.Seed+uint64(repeat), o.Small)
			if err != nil {
				return err
			}
			found[i].proxy, found[i].ce = append(found[i].proxy, proxy), append(found[i].ce, ce)
		}
	}
	kept := 0.0
	for _, x := range removals {
		kept += float64(len(x.kept)) / float64(len(removals))
	}
	r.reportProxies(found, before, kept)
	return nil
}

// check reports parts without mentions.
func (x *removal) check() error {
	for part := range x.linked {
		for why, list := range x.missing[part] {
			if len(list) == 0 || len(x.linked[part]) == 0 || len(x.train) == 0 {
				return fmt.Errorf("%w: %s of part %d: %d, linked %d, to train on %d", errNoTypes, nilNames[why], part, len(list), len(x.linked[part]), len(x.train))
			}
		}
	}
	return nil
}

// compare trains and measures a way with the proxy loss and with cross-entropy.
func (x *removal) compare(ctx context.Context, w proxyWay, seed uint64, small bool) (proxy, ce proxyOutcome, err error) {
	c := w.config
	c.Seed, c.Loss = seed, zeroshot.Proxy
	if proxy, err = x.outcome(ctx, c, w.described, small); err != nil {
		return proxy, ce, err
	}
	c.Loss, c.Dot, c.Alpha, c.Margin = zeroshot.CrossEntropy, w.dot, 0, 0 // which it has not
	ce, err = x.outcome(ctx, c, w.described, small)
	return proxy, ce, err
}

// outcomeKey tells models of a removal apart.
type outcomeKey struct {
	config    zeroshot.ProxyConfig
	described bool
}

// outcome trains and measures a model, once.
func (x *removal) outcome(ctx context.Context, c zeroshot.ProxyConfig, described, small bool) (proxyOutcome, error) {
	c.Threads = threads
	if small {
		c.Rows, c.Dim, c.Batch, c.Steps = 1024, 16, 8, cmp.Or(c.Steps, 12)
	}
	key := outcomeKey{c, described}
	if out, ok := x.known[key]; ok {
		return out, nil
	}
	texts := make([]string, len(x.kept))
	for i := range x.kept {
		texts[i] = x.kept[i].Name
		if described {
			texts[i] = x.kept[i].Describe(true)
		}
	}
	e, err := zeroshot.TrainProxies(ctx, texts, x.train, c)
	if err != nil {
		return proxyOutcome{}, err
	}
	out, err := x.measure(ctx, e, texts)
	x.known[key] = out
	return out, err
}

// measure looks all mentions to fit and to measure up.
func (x *removal) measure(ctx context.Context, e *zeroshot.Encoder, texts []string) (out proxyOutcome, err error) {
	s := x.newScores()
	if err := s.search(ctx, e, texts); err != nil {
		return out, err
	}
	for _, m := range x.linked[1] {
		at := s.rank(m)
		if at < 1 {
			out.recall1 += 1 / float64(len(x.linked[1]))
		}
		if at < deepest {
			out.recall64 += 1 / float64(len(x.linked[1]))
		}
	}
	for why := range numNIL {
		fit, test := newCurve(s.judge(x, 0, why)), newCurve(s.judge(x, 1, why))
		out.area[why] = test.area()
		out.precision[why], out.recall[why] = test.at(fit.best())
		out.f1[why] = f1(out.precision[why], out.recall[why])
	}
	return out, nil
}

// mentionScores are the similarities of each different mention: the best, and the places of the best entities.
type mentionScores struct {
	place    map[string]int
	mentions []string
	best     []float64
	first    [][]int32 // deepest entities
}

func (x *removal) newScores() *mentionScores {
	s := &mentionScores{place: map[string]int{}}
	add := func(text string) {
		if _, ok := s.place[text]; !ok {
			s.place[text] = len(s.mentions)
			s.mentions = append(s.mentions, text)
		}
	}
	for part := range x.linked {
		for _, m := range x.linked[part] {
			add(m.text)
		}
		for _, list := range x.missing[part] {
			for _, m := range list {
				add(m)
			}
		}
	}
	s.best, s.first = make([]float64, len(s.mentions)), make([][]int32, len(s.mentions))
	return s
}

func (s *mentionScores) search(ctx context.Context, e *zeroshot.Encoder, texts []string) error {
	return e.Search(ctx, texts, s.mentions, func(i int, similarity []float32) {
		s.first[i] = zeroshot.Nearest(similarity, deepest)
		s.best[i] = float64(similarity[s.first[i][0]])
	})
}

// rank returns the place of the first right entity, deepest if it is none of the first.
func (s *mentionScores) rank(m linkedMention) int {
	at := slices.IndexFunc(s.first[s.place[m.text]], func(e int32) bool { return slices.Contains(m.entities, e) })
	if at < 0 {
		return deepest
	}
	return at
}

// judge returns the mentions of a part with an entity, and those without one for a reason.
func (s *mentionScores) judge(x *removal, part, why int) []judged {
	var out []judged
	for _, m := range x.linked[part] {
		out = append(out, judged{-s.best[s.place[m.text]], false})
	}
	for _, m := range x.missing[part][why] {
		out = append(out, judged{-s.best[s.place[m]], true})
	}
	return out
}
