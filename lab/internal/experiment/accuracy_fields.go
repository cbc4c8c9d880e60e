package experiment

import (
	"fmt"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/lab/internal/hits"
	"github.com/normlet/normlet/train/eval"
)

// The ways to look up names of other fields, in the order of the table.
const (
	fieldDefault = "default encoder"
	fieldAuto    = "--encoder auto"
	fieldTFIDF   = "3-gram TF-IDF"
)

// fieldFigures is what was found of a list outside biomedicine. All of its mentions mean something in the list.
type fieldFigures struct {
	mentions int
	values   []float64 // H@1, H@10; of packs also ECE with the share estimated, each mention alone, and the shares that are NIL
}

// fieldJobs returns both packs of each list.
func (a *accuracies) fieldJobs() (jobs []job) {
	for _, f := range corpora.Fields {
		if f.Made && !a.Fields {
			continue
		}
		b := Build{Name: f.Folder, Terminology: f.Folder}
		jobs = append(jobs, job{variant: fieldDefault, field: f.Folder, build: b})
		b.Tried = true
		jobs = append(jobs, job{variant: fieldAuto, field: f.Folder, build: b})
	}
	return jobs
}

// measureField measures a pack of a list, and with the default encoder's TF-IDF.
func (a *accuracies) measureField(j job) error {
	n, err := a.Build(a.ctx, j.build)
	if err != nil {
		return err
	}
	defer n.Close()
	queries, err := a.Read(j.field + "/" + corpora.MentionsFile)
	if err != nil {
		return err
	}
	run := func(o eval.Options) (*eval.Result, error) {
		res, err := eval.Run(a.ctx, n, queries, nil, o, nil)
		if err != nil {
			err = fmt.Errorf("%s: %w", j.field, err)
		}
		return res, err
	}
	alone, err := run(eval.Options{Protocol: eval.OpenWorld})
	if err != nil {
		return err
	}
	shared, err := run(eval.Options{Protocol: eval.OpenWorld, Coverage: func(queries []core.Query) (*core.Coverage, error) {
		return n.EstimateCoverage(queries, core.Options{})
	}})
	if err != nil {
		return err
	}
	of := float64(alone.Queries)
	a.putField(j, fieldFigures{alone.Queries, []float64{shared.Hits.At1, shared.Hits.At10, *shared.ECE, *alone.ECE,
		float64(shared.Open.Has.NIL) / of, float64(alone.Open.Has.NIL) / of}})
	if j.variant != fieldDefault {
		return nil
	}
	t, err := a.Terminology(j.build.Terminology)
	if err != nil {
		return err
	}
	res, err := hits.Of(a.ctx, n, queries, newMatcher(n, t, nil, false))
	if err == nil {
		j.variant = fieldTFIDF
		a.putField(j, fieldFigures{res.Queries, []float64{res.Hits.At1, res.Hits.At10}})
	}
	return err
}

func (a *accuracies) putField(j job, f fieldFigures) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.fields[j.variant+"\t"+j.field] = &f
}

// fieldTable has the lists outside biomedicine and their means.
func (a *accuracies) fieldTable() Table {
	t := Table{Title: "Outside biomedicine", Columns: []string{"list", "looked up by", "mentions", "H@1", "H@10", "ECE", "ECE alone", "NIL", "NIL alone"}}
	for _, variant := range []string{fieldDefault, fieldAuto, fieldTFIDF} {
		var sum []float64
		n, mentions := 0.0, 0
		add := func(list string, mentions int, values []float64) {
			row := []any{list, variant, mentions}
			for i := range 6 {
				if i < len(values) {
					row = append(row, values[i])
				} else {
					row = append(row, "-")
				}
			}
			t.add(row...)
		}
		for _, f := range corpora.Fields {
			if m := a.fields[variant+"\t"+f.Folder]; m != nil {
				add(f.Folder, m.mentions, m.values)
				n, mentions, sum = n+1, mentions+m.mentions, plus(sum, m.values, 1)
			}
		}
		for i := range sum {
			sum[i] /= n
		}
		if n > 1 {
			add("mean", mentions, sum)
		}
	}
	return t
}
