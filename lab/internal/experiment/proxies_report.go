package experiment

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/lab/internal/link/zeroshot"
)

// describeProxies says what is trained on and measured.
func (r *Result) describeProxies(set *typedSet, removals []*removal, o Options) {
	defined, synonyms := 0, 0
	for i := range set.entities {
		if set.entities[i].Definition != "" {
			defined++
		}
		synonyms += len(set.entities[i].Synonyms)
	}
	r.Setting = append(r.Setting,
		fmt.Sprintf("%d entities of MeSH's trees of diseases and chemicals: those that the documents mention, and drawn ones. %d have a definition, of the Disease Ontology; they have %d names beside their headings. A type is the topmost place in a tree, such as Neoplasms.", len(set.entities), defined, synonyms),
		fmt.Sprintf("Mentions are those of the documents of BC5CDR and BioRED: half of the documents to train on, a fifth to choose a threshold, the rest to measure, by a hash of their titles. %d mentions of diseases and chemicals that the list has not are left out.", set.left))
	for i, x := range removals {
		r.Setting = append(r.Setting, fmt.Sprintf("Seed %d: %s.", int(o.Seed)+i, x))
	}
	r.Setting = append(r.Setting,
		fmt.Sprintf("Without an entity are: mentions of removed entities, a random tenth; of removed types, all of whose entities are removed; and of other kinds (%s), which the list has never had. Each is measured against the same mentions that have one. Linked and missing are told from each other by the similarity of the nearest entity. auPR: area under the precision-recall curve, NIL being the positive class; F1: at the threshold that is best for F1 on the part to fit.", strings.Join(set.kinds, ", ")))
	c := zeroshot.ProxyConfig{}.Defaults()
	r.Setting = append(r.Setting,
		fmt.Sprintf("Encoder: words, 3- and 4-grams in %d slots x %d and a linear map, the same for mentions and entities, unit vectors. It sees the mention without its sentence, and of an entity the name; “described”: name, types and definition. %d steps of %d mentions, of training documents and another name of each entity; Adam %v. Proxy loss: alpha %v, margin 0; cross-entropy: softmax over cosines by %v.", c.Rows, c.Dim, c.Steps, c.Batch, c.Rate, c.Alpha, c.Temperature),
		"A number of proxies is the number of entities in a step, which all its mentions are compared with. “of its own”: each mention is compared with so many entities that are drawn for it alone; mixed: half of them are those nearest to it, looked for three times. “dot products”: cross-entropy on vectors of any length, scaled to begin with a mean square of 1; the proxy loss is on cosines, as in the other rows. Where alpha or margin are named, cross-entropy is that of the row without them.",
		fmt.Sprintf("Gap: auPR of the proxy loss minus that of cross-entropy, of the same seed and the same removed entities; means over %d seeds, with the standard deviation (sd), and the least and the most of the gap.", len(removals)))
}

// columnOf returns a number of every outcome.
func columnOf(list []proxyOutcome, get func(x *proxyOutcome) float64) []float64 {
	var out []float64
	for i := range list {
		out = append(out, get(&list[i]))
	}
	return out
}

func areaOf(why int) func(x *proxyOutcome) float64 {
	return func(x *proxyOutcome) float64 { return x.area[why] }
}

func f1Of(why int) func(x *proxyOutcome) float64 {
	return func(x *proxyOutcome) float64 { return x.f1[why] }
}

// minus returns the differences of two lists.
func minus(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}

// gap returns by how much the proxy loss is above cross-entropy, by repeat.
func (x *proxyRuns) gap(why int) []float64 {
	return minus(columnOf(x.proxy, areaOf(why)), columnOf(x.ce, areaOf(why)))
}

// deviation returns the standard deviation, 0 of a single number.
func deviation(x []float64) float64 {
	if len(x) < 2 {
		return 0
	}
	return math.Sqrt(stat.Variance(x, nil))
}

func mean(x []float64) float64 { return stat.Mean(x, nil) }

func (r *Result) reportProxies(found []proxyRuns, before []proxyOutcome, kept float64) {
	for why := range numNIL {
		r.Tables = append(r.Tables, gapTable(found, why))
	}
	recall := Table{Title: "Recall of mentions with an entity, means", Columns: []string{"proxies or negatives", "proxy loss recall@1", "sd", "recall@64", "cross-entropy recall@1", "sd", "recall@64"}}
	at1, at64 := func(x *proxyOutcome) float64 { return x.recall1 }, func(x *proxyOutcome) float64 { return x.recall64 }
	for i := range found {
		x := &found[i]
		recall.add(x.way.name, mean(columnOf(x.proxy, at1)), deviation(columnOf(x.proxy, at1)), mean(columnOf(x.proxy, at64)),
			mean(columnOf(x.ce, at1)), deviation(columnOf(x.ce, at1)), mean(columnOf(x.ce, at64)))
	}
	r.Tables = append(r.Tables, recall, beforeTable(before))
	r.Figures = append(r.Figures, proxyFigures(found, kept)...)
	r.Findings = proxyFindings(found)
}

// beforeTable shows what the encoder does that training begins with.
func beforeTable(before []proxyOutcome) Table {
	t := Table{Title: "The encoder before training, entities read by their names", Columns: []string{"measure", "mean", "sd"}}
	add := func(name string, x []float64) { t.add(name, mean(x), deviation(x)) }
	for why := range numNIL {
		add("auPR, "+nilNames[why], columnOf(before, areaOf(why)))
	}
	add("recall@1", columnOf(before, func(x *proxyOutcome) float64 { return x.recall1 }))
	add("recall@64", columnOf(before, func(x *proxyOutcome) float64 { return x.recall64 }))
	return t
}

func gapTable(found []proxyRuns, why int) Table {
	t := Table{Title: "NIL: " + nilNames[why], Columns: []string{"proxies or negatives", "proxy loss auPR", "sd", "cross-entropy auPR", "sd", "gap", "least", "most", "verdict", "proxy loss F1", "cross-entropy F1"}}
	for i := range found {
		x := &found[i]
		p, c, gap := columnOf(x.proxy, areaOf(why)), columnOf(x.ce, areaOf(why)), x.gap(why)
		least, most := gap[0], gap[0]
		for _, g := range gap {
			least, most = min(least, g), max(most, g)
		}
		t.add(x.way.name, mean(p), deviation(p), mean(c), deviation(c), mean(gap), least, most, paired("", "", gap).Verdict,
			mean(columnOf(x.proxy, f1Of(why))), mean(columnOf(x.ce, f1Of(why))))
	}
	return t
}

// isPlain reports whether a way differs from the others in nothing but the entities that mentions are compared with.
func (w *proxyWay) isPlain() bool { return !w.described && !w.dot && !w.other }

// proxyFigures draw the ways by number of proxies; kept is what all are.
func proxyFigures(found []proxyRuns, kept float64) []Figure {
	gap := Figure{Name: "gap", Title: "NIL: proxy loss minus cross-entropy", X: "proxies", Y: "auPR, mean difference", LogX: true}
	area := Figure{Name: "aupr", Title: "NIL by number of proxies", X: "proxies", Y: "auPR, mean", LogX: true}
	for why := range numNIL {
		of, p, c := Series{Name: nilNames[why]}, Series{Name: nilNames[why] + ", proxy loss"}, Series{Name: nilNames[why] + ", cross-entropy", Dashed: true}
		for i := range found {
			x := &found[i]
			n := float64(x.way.config.Proxies)
			if !x.way.isPlain() || n == 0 {
				continue
			}
			n = min(n, kept)
			of.add(n, mean(x.gap(why)))
			p.add(n, mean(columnOf(x.proxy, areaOf(why))))
			c.add(n, mean(columnOf(x.ce, areaOf(why))))
		}
		gap.Series, area.Series = append(gap.Series, of), append(area.Series, p, c)
	}
	return []Figure{gap, area}
}
