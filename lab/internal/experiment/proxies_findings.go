package experiment

import "strings"

// proxyRoles are the ways that findings compare.
type proxyRoles struct {
	fewest, all           *proxyRuns // proxies
	random, mixed         *proxyRuns // most negatives of its own
	plain, described, dot *proxyRuns // a middle number of proxies
	mixedDescribed        *proxyRuns
	others                []*proxyRuns // plain, with another alpha or margin
}

func rolesOf(found []proxyRuns) *proxyRoles {
	r := &proxyRoles{fewest: &found[0]}
	for i := range found {
		x := &found[i]
		switch c := &x.way.config; {
		case x.way.dot:
			r.dot = x
		case x.way.other:
			r.others = append(r.others, x)
		case x.way.described && c.Negatives == 0:
			r.described = x
		case x.way.described:
			r.mixedDescribed = x
		case c.Proxies == everything:
			r.all = x
		case c.Negatives > 0 && c.Hard == 0:
			r.random = x
		case c.Negatives > 0:
			r.mixed = x
		}
	}
	for i := range found {
		if x := &found[i]; x.way.isPlain() && x.way.config == r.described.way.config {
			r.plain = x
		}
	}
	return r
}

// overSets joins what f returns for each of the sets of mentions without an entity.
func overSets(f func(why int) []float64) (out []float64) {
	for why := range numNIL {
		out = append(out, f(why)...)
	}
	return out
}

// better returns by how much the proxy loss tells NIL better in x than in y, over the sets.
func (x *proxyRuns) better(y *proxyRuns) []float64 {
	return overSets(func(why int) []float64 { return minus(columnOf(x.proxy, areaOf(why)), columnOf(y.proxy, areaOf(why))) })
}

// proxyFindings judge what the ways are compared for.
func proxyFindings(found []proxyRuns) []Finding {
	r := rolesOf(found)
	var out []Finding
	for why := range numNIL {
		out = append(out, paired(nilNames[why]+": with all entities as proxies, the proxy loss tells NIL better than cross-entropy", "auPR, proxy loss minus cross-entropy", r.all.gap(why)))
	}
	for why := range numNIL {
		out = append(out, paired(nilNames[why]+": the proxy loss tells NIL better than cross-entropy on dot products", "auPR, proxy loss minus cross-entropy, "+r.plain.way.name+" proxies", r.dot.gap(why)))
	}
	for _, x := range r.others {
		_, setting, _ := strings.Cut(x.way.name, ", ")
		out = append(out, paired("proxy loss: "+setting+" tells NIL better than alpha 32, margin 0", "auPR, "+r.plain.way.name+" proxies, over the three sets", x.better(r.plain)))
	}
	at1 := func(x *proxyOutcome) float64 { return x.recall1 }
	return append(out,
		paired("the gap widens with the number of proxies", "gap of auPR, all minus "+r.fewest.way.name+", over the three sets", overSets(func(why int) []float64 { return minus(r.all.gap(why), r.fewest.gap(why)) })),
		paired("proxy loss: half hard negatives tell NIL better than random ones", "auPR, "+r.mixed.way.name+" minus random, over the three sets", r.mixed.better(r.random)),
		paired("proxy loss: half hard negatives find the entity better than random ones", "recall@1, "+r.mixed.way.name+" minus random", minus(columnOf(r.mixed.proxy, at1), columnOf(r.random.proxy, at1))),
		paired("proxy loss: NIL is told better when entities are read with types and definition", "auPR, described minus name alone, over the three sets", append(r.described.better(r.plain), r.mixedDescribed.better(r.mixed)...)))
}
