package experiment

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/lab/internal/hits"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// NamedEncoder is an encoder that was trained beforehand.
type NamedEncoder struct {
	Name    string
	Encoder Encoder
}

// paperHits are the Hits of NSEEN's paper on the training set of Bio-ID, by reference.
var paperHits = map[string]eval.Hits{"UniProt": {At1: 0.833, At10: 0.894}, "ChEBI": {At1: 0.505, At10: 0.574}}

// accession is the form of UniProt's accession numbers, as UniProt states it.
var accession = regexp.MustCompile(`^([OPQ][0-9][A-Z0-9]{3}[0-9]|[A-NR-Z][0-9]([A-Z][A-Z0-9]{2}[0-9]){1,2})$`)

// referenceName returns the reference that the ids of t are of, as paperHits spells it, or "".
func referenceName(t *data.Terminology) string {
	all := func(is func(id string) bool) bool {
		return len(t.Entities) > 0 && !slices.ContainsFunc(t.Entities, func(e data.Entity) bool { return !is(e.ID) })
	}
	switch {
	case all(func(id string) bool { return accession.MatchString(local(id)) }):
		return "UniProt"
	case all(func(id string) bool { return strings.HasPrefix(id, "CHEBI:") }):
		return "ChEBI"
	}
	return ""
}

// reference is a whole terminology with its labelled mentions.
type reference struct {
	name, known string // for the table; of paperHits, or ""
	terminology *data.Terminology
	queries     []data.Query
}

const wholeNote = "Whole references: all names of the terminology, all labelled mentions that are given, also those whose entity it has not. Vectors alone for encoders; " +
	"3-grams by TF-IDF cosine; names as they stand, or of the same letters and digits, in the order of the list. “Unique”: each pair of mention and ids once. " +
	"Published: what the paper states for the training set of Bio-ID, with references and a protocol of its own."

// references measures encoders, strings and the dictionary on whole terminologies.
func (r *Result) references(ctx context.Context, o Options, p Progress) error {
	list := []reference{{referenceName(o.Terminology), referenceName(o.Terminology), unweighted(o.Terminology), o.Queries}}
	if list[0].name == "" {
		list[0].name = "terminology"
	}
	if len(o.Queries) == 0 {
		list[0].queries = MadeUp(heldOut(o.Terminology), o.Seed)
	}
	if len(o.Encoders) > 0 {
		for _, c := range o.Corpora {
			list = append(list, reference{c.Name, referenceName(c.Terminology), unweighted(c.Terminology), c.Queries})
		}
	}
	own, err := packEncoder(o.Pack)
	if err != nil {
		return err
	}
	encoders := append([]NamedEncoder{{"the encoder of the pack", own}}, o.Encoders...)
	t := Table{Title: "Whole references", Columns: []string{"reference", "found by", "names", "Hits@1", "Hits@3", "Hits@5", "Hits@10", "unique Hits@1", "unique Hits@10"}}
	for i := range list {
		if err := r.reference(ctx, &list[i], encoders, &t, p); err != nil {
			return err
		}
	}
	for i, e := range o.Encoders {
		f, err := encoderMap(ctx, e, prominent(o.Terminology, o.Entities))
		if err != nil {
			return err
		}
		f.Name = fmt.Sprintf("map-%d", i+1)
		r.Figures = append(r.Figures, f)
	}
	r.Tables = append(r.Tables, t)
	r.Setting = append(r.Setting, wholeNote)
	return nil
}

// unweighted returns t without weights, by which string matchers would put names that score the same
// in order.
func unweighted(t *data.Terminology) *data.Terminology {
	out := &data.Terminology{Entities: slices.Clone(t.Entities)}
	for i := range out.Entities {
		out.Entities[i].Weight = 0
	}
	return out
}

// reference measures everything on one reference. The first encoder is the pack's.
func (r *Result) reference(ctx context.Context, ref *reference, encoders []NamedEncoder, t *Table, p Progress) error {
	n, err := namesAlone(ctx, ref.terminology)
	if err != nil {
		return err
	}
	var grams *eval.Result
	for i, e := range encoders {
		p("nseen: "+ref.name+", "+e.Name, i, len(encoders))
		if i == 0 {
			if grams, err = hits.Of(ctx, n, ref.queries, newMatcher(n, nil, nil, false)); err != nil {
				return err
			}
			ref.row(t, "names as they stand", dictionary(n, ref.queries, func(s string) string { return s }))
			ref.row(t, "names of the same letters and digits", dictionary(n, ref.queries, names.Key))
			ref.row(t, "3-grams, TF-IDF", grams)
		}
		by, err := newByVectors(ctx, engine.Of(n).Contents(), e.Encoder)
		if err != nil {
			return err
		}
		found, err := hits.Of(ctx, n, ref.queries, by.float)
		if err != nil {
			return err
		}
		if ref.row(t, e.Name, found); i > 0 {
			r.judge(ref, e.Name, found, grams)
		}
	}
	if h, ok := paperHits[ref.known]; ok {
		t.add(ref.name, "NSEEN as published", "", h.At1, "", "", h.At10, "", "")
	}
	return nil
}

func (ref *reference) row(t *Table, by string, e *eval.Result) {
	h, u := &e.Hits, &e.HitsUnique
	t.add(ref.name, by, ref.terminology.NumNames(), h.At1, h.At3, h.At5, h.At10, u.At1, u.At10)
}

// judge says whether an encoder reaches the published figures and what strings find.
func (r *Result) judge(ref *reference, name string, found, grams *eval.Result) {
	say := func(than string, at1, at10 float64) {
		f := Finding{Claim: fmt.Sprintf("%s, %s: vectors alone find as much as %s", ref.name, name, than), Verdict: notReached}
		if found.Hits.At1 >= at1 && found.Hits.At10 >= at10 {
			f.Verdict = reached
		}
		f.Evidence = fmt.Sprintf("Hits@1/@10 %.3f/%.3f, there %.3f/%.3f", found.Hits.At1, found.Hits.At10, at1, at10)
		r.Findings = append(r.Findings, f)
	}
	if h, ok := paperHits[ref.known]; ok {
		say("the paper's did", h.At1, h.At10)
	}
	say("3-grams", grams.Hits.At1, grams.Hits.At10)
}

// packEncoder returns the encoder of a pack.
func packEncoder(n *core.Normalizer) (*encoder.Encoder, error) {
	w, err := encoder.ParseWeights(engine.Of(n).Contents().Encoder)
	if err != nil {
		return nil, err
	}
	return encoder.New(w)
}

// dictionary finds mentions that have the key of a name. Of several entities with the name, the
// order is that of the rows.
func dictionary(n *core.Normalizer, queries []data.Query, key func(string) string) *eval.Result {
	entities, t := byKey(engine.Of(n).Contents(), key), hits.NewTally(engine.Of(n).Contents())
	for _, q := range eval.Scored(queries) {
		t.Add(&q, 0, func(right []int32) hits.Credits { return hits.Parts([][]int32{entities[key(q.Mention)]}, right) })
	}
	return t.Result()
}

// byKey returns the entities of every key, in the order of the rows.
func byKey(c *pack.Contents, key func(string) string) map[string][]int32 {
	out := map[string][]int32{}
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		e, k := int32(c.RowEntity[row]), key(string(name))
		if !slices.Contains(out[k], e) {
			out[k] = append(out[k], e)
		}
	}
	return out
}
