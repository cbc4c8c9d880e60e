package experiment

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/forest"
	"github.com/normlet/normlet/lab/internal/hits"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// mostBuilds is how many packs are built at the same time: each takes hundreds of megabytes.
const mostBuilds = 4

// accuracy measures every pack of a suite on every list of mentions and documents.
func accuracy(ctx context.Context, o Options, r *Result, p Progress) error {
	a := &accuracies{ctx: ctx, Suite: o.Suite, defaultPack: o.Pack, progress: p, at: map[string]*listFigures{}, wide: map[string]*mixedFigures{}, fields: map[string]*fieldFigures{}}
	var err error
	if a.alternatives, err = o.Suite.Alternatives(); err != nil {
		return err
	}
	work := a.work()
	errs := make([]error, len(work))
	parallel.Each(min(mostBuilds, runtime.GOMAXPROCS(0)), len(work), func(i int) {
		if a.failed() {
			return
		}
		if errs[i] = a.measure(work[i]); errs[i] != nil {
			a.fail()
		}
		a.step(len(work))
	})
	if err := cmp.Or(append(errs, ctx.Err())...); err != nil {
		return err
	}
	a.leaveOut()
	r.Setting = []string{
		"Packs are built from the terminologies alone, with the default encoder; Bio-ID's genes have the default pack and its namespace of genes.",
		"H@k is the share of occurrences whose entity is among the first k answers, mentions looked up one by one as they stand, with the share of them that the list has estimated as map does. ECE is the mean gap between p and the share of right answers, over ten bins of equal width. \"By chance\": the ECE that a perfect p would have on so few different mentions. \"Kind left out\": the ECE of a p fitted on the mentions of other kinds alone, without an estimated share; of the genes, among all that the default pack has. \"0.95\" is the largest share of mentions, by falling p, of which 0.95 are right. \"In list\" is the share of mentions whose entity the terminology has: no H@k can be above it.",
		"The mean is over kinds of names, the corpora of a kind counting equally. The encoder's 8 epochs were chosen over 3 by this mean.",
		"String matchers look at the names of the terminologies. Of equal scores they take the entity of the larger weight first, where a terminology has weights or borrows them from the default pack, then the first in the list. The dictionary looks at the names of the packs, some of which follow from others, in the order of the ranker.",
		"Documents: marked mentions of one kind, resolved jointly as by map. Right: the ids are those of the annotators, no more and no less; ids that MEDIC gives the same entity count as one. \"Usual sense\": the mentions that mean what the same text means most often in the corpus; only the others need to be told apart by their context.",
		"Packs of many kinds: all mentions of the texts of BioRED but variants, resolved jointly as by map, with types unknown, and with types known (map --types). \"All\" are those of the types that the pack has. \"In list\" is the share of mentions all of whose ids the pack has: nothing can be above it; \"right of these\" leaves the others out. Genes of other species are in no pack; \"human genes\" leaves them out. The default pack is what it is in the program; bio is that of the recipe, with the annotators' ids preferred (map --prefer NCBIGene,MESH).",
	}
	a.tables(r)
	return nil
}

// leaveOut judges p on each kind of names by what the others teach.
func (a *accuracies) leaveOut() {
	var figures []*listFigures
	var answers []forest.Answers
	for _, list := range corpora.Lists {
		if m := a.at[variantAlone+"\t"+list.Title]; m != nil {
			figures, answers = append(figures, m), append(answers, m.answers[0])
		}
	}
	for _, m := range figures {
		answers = append(answers, m.answers[1:]...) // of mentions without an entity
	}
	_, fitted := forest.Fit(answers)
	for i, m := range figures {
		m.unseen = eval.CalibrationError(fitted[i].Kind)
	}
}

// accuracies is one run.
type accuracies struct {
	*Suite
	ctx          context.Context
	defaultPack  *core.Normalizer
	alternatives map[string]string
	progress     Progress

	mu     sync.Mutex
	at     map[string]*listFigures  // by key
	wide   map[string]*mixedFigures // by name of the pack
	fields map[string]*fieldFigures // by variant and folder
	done   int
	broken bool
}

func (a *accuracies) failed() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.broken || a.ctx.Err() != nil
}

func (a *accuracies) fail() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.broken = true
}

func (a *accuracies) step(total int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done++
	a.progress("accuracy", a.done, total)
}

func (a *accuracies) put(variant, list string, m *listFigures) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at[variant+"\t"+list] = m
}

// The variants of packs, in the order of the tables.
const (
	variantAlone    = "The terminology alone"
	variantOwn      = "An encoder of its own"
	variantMentions = "An encoder of its own, and training mentions"
)

// listFigures is what was found of a list.
type listFigures struct {
	mentions  int
	hits      [2]float64 // at 1 and 10
	ece       float64
	chance    float64          // ece that chance makes of a perfect p
	answers   []forest.Answers // what forests are fitted on and judged by: of linked mentions, then of unlinked ones
	unseen    float64          // ece with a forest that was fitted on other kinds of names
	covered   float64
	known     float64
	joint     *listFigures // resolved jointly
	baselines [][2]float64
	none      *eval.NIL
	unlinked  int
	right     float64 // documents: the same ids
	overlap   float64 // documents: one of the ids
	usual     float64 // documents: meaning what the same text means most often
}

// job is a pack with what is asked of it.
type job struct {
	variant   string
	build     Build // without a name: the default pack
	lists     []corpora.List
	documents []corpora.DocumentList
	wide      *widePack // in place of all others
	field     string    // a folder of corpora.Fields, in place of all others but build
}

// work returns all jobs, those that take longest first.
func (a *accuracies) work() []job {
	jobs := []job{{variant: variantAlone, lists: listsOf("")}}
	jobs = append(jobs, a.fieldJobs()...)
	for _, w := range a.widePacks() {
		jobs = append(jobs, job{wide: &w})
	}
	for _, p := range corpora.Packs {
		b := Build{Name: p.Name, Terminology: p.Folder}
		lists := listsOf(p.Name)
		jobs = append(jobs, job{variant: variantAlone, build: b, lists: lists, documents: documentsOf(p.Name)})
		if i := slices.IndexFunc(lists, func(m corpora.List) bool { return m.Train != "" }); a.Own && i >= 0 {
			b.Own = true
			jobs = append(jobs, job{variant: variantOwn, build: b, lists: lists, documents: documentsOf(p.Name)})
			b.Mentions = corpora.QueryFile(lists[i].Train)
			jobs = append(jobs, job{variant: variantMentions, build: b, lists: lists}) // the documents have them
		}
	}
	slices.SortStableFunc(jobs, func(a, b job) int { return cmp.Compare(b.cost(), a.cost()) })
	return jobs
}

// cost orders jobs.
func (j *job) cost() int {
	if j.build.Own || j.wide != nil {
		return 2
	}
	return min(1, len(j.documents))
}

func listsOf(pack string) (out []corpora.List) {
	for _, m := range corpora.Lists {
		if m.Pack == pack {
			out = append(out, m)
		}
	}
	return out
}

func documentsOf(pack string) (out []corpora.DocumentList) {
	for _, d := range corpora.Documents {
		if d.Pack == pack {
			out = append(out, d)
		}
	}
	return out
}

// measure does one job.
func (a *accuracies) measure(j job) error {
	if j.wide != nil {
		if err := a.mixed(j.wide); err != nil {
			return fmt.Errorf("pack %s: %w", j.wide.name, err)
		}
		return nil
	}
	if j.field != "" {
		return a.measureField(j)
	}
	n, o := a.defaultPack, eval.Options{}
	if j.build.Name != "" {
		var err error
		if n, err = a.Build(a.ctx, j.build); err != nil {
			return err
		}
		defer n.Close()
	} else if slices.Contains(engine.Of(n).Contents().Namespaces, "NCBIGene") {
		o.Namespaces = []string{"NCBIGene"}
	}
	var terminology *data.Terminology // whose names string matchers look at; nil: those of the pack, which has more
	if j.variant == variantAlone && j.build.Name != "" {
		var err error
		if terminology, err = a.Terminology(j.build.Terminology); err != nil {
			return err
		}
	}
	for _, list := range j.lists {
		m, err := a.list(n, list, o, terminology, j.variant == variantAlone)
		if err != nil {
			return fmt.Errorf("%s: %w", list.Title, err)
		}
		a.put(j.variant, list.Title, m)
	}
	for _, list := range j.documents {
		m, err := a.documents(n, list)
		if err != nil {
			return fmt.Errorf("%s: %w", list.Title, err)
		}
		a.put(j.variant, list.Title, m)
	}
	return nil
}

// stringMatchers are what needs no encoder: matchers of 3-grams, and a dictionary.
var stringMatchers = []struct {
	title            string
	bm25, dictionary bool
}{{title: "3-gram TF-IDF"}, {title: "trigram index, BM25", bm25: true}, {title: "normalized dictionary", dictionary: true}}

// wholeMass is for how many mentions a list counts beside others.
const wholeMass = 5000

// list measures a list of mentions, one by one and jointly.
func (a *accuracies) list(n *core.Normalizer, list corpora.List, o eval.Options, terminology *data.Terminology, baselines bool) (*listFigures, error) {
	queries, err := a.Read(corpora.QueryFile(list.File))
	if err != nil {
		return nil, err
	}
	var unlinked []data.Query
	if list.Unlinked != "" {
		if unlinked, err = a.Read(corpora.QueryFile(list.Unlinked)); err != nil {
			return nil, err
		}
	}
	o.Coverage = func(queries []core.Query) (*core.Coverage, error) {
		return n.EstimateCoverage(queries, core.Options{Namespaces: o.Namespaces})
	}
	res, err := eval.Run(a.ctx, n, queries, unlinked, o, nil)
	if err != nil {
		return nil, err
	}
	m := figuresOf(res)
	if baselines {
		world := forest.World{Name: list.Title, Kind: corpora.KindOf(list.Pack), Mass: wholeMass, Pack: n, Mentions: forest.Mentions(n, queries)}
		if world.Kind == corpora.Consumer {
			world.Mass = 0
		}
		m.answers = []forest.Answers{world.Answers()}
		if world.Mass /= 50; len(unlinked) > 0 {
			world.Mentions = forest.Mentions(n, forest.WithoutEntities(unlinked))
			m.answers = append(m.answers, world.Answers())
		}
	}
	o.Protocol = eval.Document
	if res, err = eval.Run(a.ctx, n, queries, nil, o, nil); err != nil {
		return nil, err
	}
	m.joint = figuresOf(res)
	for _, b := range stringMatchers {
		if !baselines {
			break
		}
		rank := nameRanks(n, core.StageNormalized, o.Namespaces)
		if !b.dictionary {
			rank = newMatcher(n, terminology, o.Namespaces, b.bm25)
		}
		if res, err = hits.Of(a.ctx, n, queries, rank); err != nil {
			return nil, err
		}
		m.baselines = append(m.baselines, [2]float64{res.Hits.At1, res.Hits.At10})
	}
	return m, nil
}

func figuresOf(res *eval.Result) *listFigures {
	return &listFigures{mentions: res.Queries, hits: [2]float64{res.Hits.At1, res.Hits.At10}, ece: *res.ECE, chance: *res.Chance, covered: *res.Coverage,
		known: 1 - float64(res.WithoutEntity)/float64(res.Queries), none: res.NIL, unlinked: res.Unlinked}
}
