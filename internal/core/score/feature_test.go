package score

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// TestRegistry requires every feature to have a name of its own, a weight to start
// with.
func TestRegistry(t *testing.T) {
	seen := map[string]Feature{}
	for f := range NumFeatures {
		entry := &features[f]
		if entry.name == "" {
			t.Errorf("feature %d has no entry in features, or one without a name", f)
		}
		if other, ok := seen[entry.name]; ok {
			t.Errorf("features %d and %d are both called %q", other, f, entry.name)
		}
		seen[entry.name] = f
		if f.String() != entry.name {
			t.Errorf("feature %q calls itself %q", entry.name, f)
		}
		if entry.weight == 0 && f != Grams {
			t.Errorf("feature %q has no weight to start from", entry.name)
		}
		if DefaultRanker().Weights[f] != entry.weight {
			t.Errorf("feature %q starts from %v, the registry says %v", entry.name, DefaultRanker().Weights[f], entry.weight)
		}
	}
}

// TestEveryFeature has the features in the order in which packs store their weights,
// each with a mention and a row that have it.
func TestEveryFeature(t *testing.T) {
	cases := []struct {
		feature, mention, name string
		row                    Row
	}{
		{"cosine", "heparin", "warts", Row{Cosine: 0.5}},
		{"exact", "heparin", "heparin", Row{}},
		{"normalized", "he-parin", "heparin", Row{}},
		{"trigram", "heparins", "heparin", Row{}},
		{"digits", "p53", "p 53", Row{}},
		{"mention_in", "breast cancer", "cancer", Row{}},
		{"name_in", "breast cancer", "cancer", Row{}},
		{"not_primary", "heparin", "warts", Row{Kind: pack.KindExact}},
		{"alias", "heparin", "warts", Row{Kind: pack.KindAlias}},
		{"prior", "heparin", "warts", Row{Prior: 51}},
		{"acronym", "AF", "atrial fibrillation", Row{}},
		{"begins", "heparin", "heparin, bovine", Row{}},
		{"commonness", "heparin", "heparin", Row{}},
		{"short", "AF", "warts", Row{}},
		{"title", "he-parin", "heparin", Row{}},
		{"code", "Stylus SX430", "SX 430 series", Row{}},
		{"grams", "heparins", "heparin", Row{}},
		{"elsewhere", "liver cancer", "hepatic cancer", Row{}},
	}
	if len(cases) > int(NumFeatures) {
		t.Errorf("%d cases for %d features", len(cases), NumFeatures)
	}
	l := even(t)
	r := NameReader{Commonness: func([]byte, int32) float32 { return 1 }, Grams: func() *GramWeights { return &GramWeights{} }}
	for f := range NumFeatures {
		if int(f) >= len(cases) {
			t.Errorf("feature %q has no case: add one at the end", f)
			continue
		}
		c := &cases[f]
		if f.String() != c.feature {
			t.Errorf("feature %d is %q, packs have the weight of %q there: a new feature goes to the end", f, f, c.feature)
		}
		q, row := asked(l, c.mention), []Candidate{{Stage: StageNormalized}, {}}
		q.TableFeatures(row, []Row{c.row, {}})
		r.Begin()
		r.NameFeatures(q, &row[0], c.name)
		r.NameFeatures(q, &row[1], "tumour of the liver")
		r.ShareWords(q, row, []int32{0, 1})
		if v := row[0].Features[f]; v <= 0 || v > 1 {
			t.Errorf("feature %q of %q for %q is %v, want more than 0 and at most 1", f, c.name, c.mention, v)
		}
	}
}

// TestRegistryEntries requires the features that the tables of a pack tell to be
// computed from them, and all others from names.
func TestRegistryEntries(t *testing.T) {
	wantTable := []Feature{Cosine, NotPrimary, Alias, Prior, Acronym, Short}
	for f := range NumFeatures {
		table := slices.Contains(wantTable, f)
		named := !table && f != Elsewhere || f == Acronym // which a name makes exact
		if entry := &features[f]; (entry.named != nil) != named || slices.Contains(byName, f) != named {
			t.Errorf("feature %q: has a function: %t, is called: %t, want %t", f, entry.named != nil, slices.Contains(byName, f), named)
		}
		row := []Candidate{{}}
		row[0].Features[f] = -9
		asked(even(t), "p").TableFeatures(row, []Row{{}})
		if computed := row[0].Features[f] != -9; computed != table {
			t.Errorf("feature %q: computed from tables: %t, want %t", f, computed, table)
		}
	}
}

// TestTableFeatures has two rows that differ in all that tables say.
func TestTableFeatures(t *testing.T) {
	l := even(t)
	for _, c := range []struct {
		mention string
		row     Row
		want    map[Feature]float32
	}{
		{"AF", Row{Kind: pack.KindAlias, Prior: 255, Cosine: 0.5, Alignment: 0.5},
			map[Feature]float32{Cosine: 0.5, NotPrimary: 1, Alias: 1, Prior: 1, Acronym: 0.5, Short: 0.75}},
		{"atrial fibrillation", Row{Kind: pack.KindPrimary, Prior: 51, Cosine: 7},
			map[Feature]float32{Cosine: maxCosine, NotPrimary: 0, Alias: 0, Prior: 0.2, Acronym: 0, Short: 0}},
		{"a-f", Row{Kind: pack.KindExact, Alignment: 1}, map[Feature]float32{NotPrimary: 1, Acronym: 0.5, Short: 0.75}},
		{"", Row{Kind: pack.KindRelated}, map[Feature]float32{NotPrimary: 1, Alias: 1, Short: 1}},
	} {
		cs := make([]Candidate, 1)
		asked(l, c.mention).TableFeatures(cs, []Row{c.row})
		for i, got := range cs[0].Features {
			if !near(got, c.want[Feature(i)]) {
				t.Errorf("%q, %+v: %v is %v, want %v", c.mention, c.row, Feature(i), got, c.want[Feature(i)])
			}
		}
	}
}

// TestNameFeatures has names that are the mention in more and more loose ways.
func TestNameFeatures(t *testing.T) {
	l := even(t)
	for _, c := range []struct {
		mention, name     string
		exact, normalized float32
		stage             Stage
		off               []names.Rule
	}{
		{"Heparin", "heparin", sameButCase, 1, StageExact, nil},
		{"HEPARIN", "heparin", sameButCase, 1, StageExact, nil},
		{"HEPARIN", "heparin", 0, 1, StageNormalized, []names.Rule{names.AnyCase}},
		{"heparin", "heparin", 1, 1, StageExact, []names.Rule{names.AnyCase}},
		{"he-parin", "heparin", 0, 1, StageNormalized, nil},
		{"PLCγ2", "PLCG2", 0, 1, StageNormalized, nil},
		{"PLCγ2", "PLCG2", 0, 0, StageNormalized, []names.Rule{names.GreekAsLatin}},
		{"type IIa", "type 2A", 0, 1, StageNormalized, nil},
		{"type IIa", "type 2A", 0, 0, StageNormalized, []names.Rule{names.OtherFigures}},
		{"tumours", "tumor", 0, looselySame, StageNormalized, nil},
		{"tumours", "tumor", 0, 0, StageNormalized, []names.Rule{names.Spelling}},
		{"tumours", "tumor", 0, 0, StageNormalized, []names.Rule{names.Plural}},
		{"warts", "heparin", 0, 0, StageNormalized, nil},
		{"K+", "K+", 1, 1, StageExact, nil},
		{"K+", "K", 0, otherSigns, StageNormalized, nil},
		{"Na⁺", "Na(+)", 0, 1, StageNormalized, nil},
		{"Ca2+", "Ca(2+)", 0, 1, StageNormalized, nil},
		{"Ca2+", "Ca2", 0, otherSigns, StageNormalized, nil},
		{"5'", "5", 0, otherSigns, StageNormalized, nil},
		{"CD4+", "CD4", 0, otherSigns, StageNormalized, nil},
		{"MAPK'", "MAPK", 0, otherSigns, StageNormalized, nil},
		{"c-Fos", "cFos", 0, 1, StageNormalized, nil},
		{"p53", "P53", 0, 1, StageNormalized, nil},
		{"IL-2Rα", "IL2RA", 0, 1, StageNormalized, nil},
	} {
		cs := Candidate{Stage: StageNormalized}
		r := NameReader{Commonness: func([]byte, int32) float32 { return 0.25 }}
		r.NameFeatures(asked(l, c.mention, c.off...), &cs, c.name)
		if f := cs.Features; f[Exact] != c.exact || !near(f[Normalized], c.normalized) || cs.Stage != c.stage || f[Title] != f[Normalized] {
			t.Errorf("%q, %q without %v: exact %v, normalized %v, title %v, stage %v; want %+v", c.mention, c.name, c.off, f[Exact], f[Normalized], f[Title], cs.Stage, c)
		}
		if same := names.Key(c.mention) == names.Key(c.name); (cs.Features[Commonness] == 0.25) != same {
			t.Errorf("%q, %q: commonness %v", c.mention, c.name, cs.Features[Commonness])
		}
	}
}

// TestApproximate requires a name that is the mention in other words to count less.
func TestApproximate(t *testing.T) {
	l := even(t)
	for how, want := range map[Rewriting]float32{AsWritten: 1, Equivalent: 1, Approximate: looselySame} {
		q := asked(l, "kidney disease")
		q.Mention, q.Rewriting = "renal damage", how
		c := Candidate{Stage: StageRewritten}
		r := NameReader{Commonness: func([]byte, int32) float32 { return 0 }}
		if r.NameFeatures(q, &c, "Kidney Disease"); !near(c.Features[Normalized], want) || c.Features[Exact] != 0 || c.Stage != StageRewritten {
			t.Errorf("way %d: normalized %v, want %v; exact %v, stage %v", how, c.Features[Normalized], want, c.Features[Exact], c.Stage)
		}
	}
}

// TestIsAlso has mentions in other letters and figures.
func TestIsAlso(t *testing.T) {
	l := even(t)
	for mention, want := range map[string][]string{
		"PLCγ2":            {"plcg2"},
		"collagen VII":     {"collagen7"},
		"collagen VII-γ":   {"collagenviig", "collagen7gamma"},
		"type 2A":          {"typeiia"},
		"Gamma":            {"g"},
		"p53":              nil,
		"type IIa disease": {"type2adisease"},
		"":                 nil,
	} {
		q := asked(l, mention)
		for _, compact := range append(want, "", "p53", "collagen") {
			if got := q.isAlso([]byte(compact)); got != slices.Contains(want, compact) {
				t.Errorf("%q is also %q: %t", mention, compact, got)
			}
		}
	}
}

// TestShareWords has a mention whose words several names of one entity have.
func TestShareWords(t *testing.T) {
	r := NameReader{Commonness: func([]byte, int32) float32 { return 0 }}
	q := asked(even(t, [2]string{"kidney", "renal"}), "kidney cancer in childhood")
	cases := []struct {
		entity          int32
		name            string
		mentionIn, want float32
	}{
		{5, "childhood cancer", 0.5, 0.2}, // kidney, from renal
		{7, "cancer", 0.25, 0.5},
		{5, "tumour", 0, 0.7},
		{8, "kidney stone", 0.25, 0}, // the only one
		{5, "renal tumour", 0.2, 0.5},
		{7, "cancer of childhood", 0.5, 0.25},
		{7, "cancer in situ", 0.5, 0.25},
	}
	cs, some := make([]Candidate, len(cases)+1), make([]int32, len(cases))
	r.NameFeatures(q, &cs[0], "kidney cancer in childhood")
	r.Begin() // forgets it
	for i, c := range cases {
		some[i] = int32(len(cases) - i) // candidates are compared in any order
		at := &cs[some[i]]
		at.Entity = c.entity
		r.NameFeatures(q, at, c.name)
	}
	r.ShareWords(q, cs, some)
	for i, c := range cases {
		if f := cs[some[i]].Features; !near(f[MentionIn], c.mentionIn) || !near(f[Elsewhere], c.want) {
			t.Errorf("%q of entity %d: mention in %v, elsewhere %v, want %v, %v", c.name, c.entity, f[MentionIn], f[Elsewhere], c.mentionIn, c.want)
		}
	}
}
