package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"runtime"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/tools/normlet/gilda"
)

// The mentions that a thread looks up at a time: enough to share the search for near names, few enough that all threads
// end together.
const (
	leastTogether = 32
	mostTogether  = 512
)

// lookup answers queries on so many threads, 0 meaning one for each processor.
func lookup(n *core.Normalizer, queries []core.Query, o core.Options, threads int) (*columns, error) {
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	together := min(max(len(queries)/(4*threads), leastTogether), mostTogether)
	count := max(1, (len(queries)+together-1)/together) // one at least checks the options
	parts, errs := make([]*columns, count), make([]error, count)
	work := func(i int) {
		part := queries[min(i*together, len(queries)):min((i+1)*together, len(queries))]
		errs[i] = guard(func() error {
			answers, err := document.Each(n.LookupMany, part, o)
			parts[i] = newColumns()
			for k := range answers {
				parts[i].add(&answers[k])
			}
			return err
		})
	}
	if count == 1 {
		work(0) // a goroutine would be another thread than the caller's, which takes microseconds to wake
	} else {
		parallel.Each(threads, count, work)
	}
	if err := cmp.Or(errs...); err != nil { // that of every part, or a pack is closed meanwhile
		return nil, err
	}
	all := parts[0]
	for _, p := range parts[1:] {
		all.join(p)
	}
	return all, nil
}

// lookupDocument answers the mentions of a text jointly.
func lookupDocument(n *core.Normalizer, text string, mentions []string, o core.Options) (*columns, error) {
	organisms := strings.Join(o.Organisms, ",") // of each mention, where unknown ones do not count
	o.Organisms = nil
	if _, err := n.LookupWith("", o); err != nil {
		return nil, err // the options, also without mentions
	}
	places := make([]document.Place, len(mentions))
	for i := range mentions {
		places[i] = document.Place{Text: text, Organisms: organisms, Mentions: mentions[i : i+1]}
	}
	c := newColumns()
	for results, err := range document.New(n.LookupMany, document.Options{Lookup: o}).Resolve(slices.Values(places)) {
		if err != nil {
			return nil, err
		}
		a := results[0].Answer()
		c.add(&a)
	}
	return c, nil
}

// ground returns Gilda's matches as JSON.
func ground(n *core.Normalizer, queries []core.Query, o core.Options) ([]byte, error) {
	filter := &gilda.Filter{}
	if len(o.Namespaces) > 0 { // else the tables are not needed: see core.Normalizer.Close
		filter = gilda.NewFilter(engine.Of(n).LoadedContents(), o.Namespaces)
	}
	o.Namespaces, o.K = filter.Namespaces, core.MaxK
	answers, err := document.Each(n.LookupMany, queries, o)
	if err != nil {
		return nil, err
	}
	lists := make([][]gilda.Match, len(answers))
	for i := range answers {
		lists[i] = filter.Matches(&answers[i])
	}
	return marshal(lists)
}

// info is the JSON of normlet_info.
type info struct {
	Entities   int               `json:"entities"`
	Names      int               `json:"names"`
	Bits       int               `json:"bits"`
	Namespaces []string          `json:"namespaces"`
	Meta       map[string]string `json:"meta"`
}

func describe(n *core.Normalizer) ([]byte, error) {
	i := n.Info()
	out := info{i.Entities, i.Names, i.Bits, append([]string{}, i.Namespaces...), map[string]string{}}
	for _, pair := range i.Meta {
		out.Meta[pair.Key] = pair.Value
	}
	return marshal(out)
}

func namesByID(n *core.Normalizer, id string) ([]byte, error) {
	e, _ := n.Entity(id)
	list := []string{}
	for _, name := range e.Names {
		list = append(list, name.Name)
	}
	return marshal(list)
}

// models returns the names that context can tell apart as JSON.
func models(n *core.Normalizer) ([]byte, error) {
	return marshal(gilda.Models(engine.Of(n).LoadedContents().WithCompany()))
}

func marshal(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return b.Bytes(), err
}
