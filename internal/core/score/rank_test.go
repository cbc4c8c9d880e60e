package score

import (
	"math"
	"slices"
	"testing"
)

func TestProbabilities(t *testing.T) {
	scored := func(scores ...float32) (cs []Candidate) {
		for _, s := range scores {
			cs = append(cs, Candidate{Score: s})
		}
		return cs
	}
	for _, c := range []struct {
		scores []float32
		nil    float32
		want   []float64 // NIL last
	}{
		{nil, 3, []float64{1}},
		{[]float32{3}, 3, []float64{0.5, 0.5}},
		{[]float32{1, 0}, 0, []float64{math.E / (math.E + 2), 1 / (math.E + 2), 1 / (math.E + 2)}},
		{[]float32{1e30, -1e30}, 0, []float64{1, 0, 0}},
	} {
		p, pNIL := Probabilities(scored(c.scores...), c.nil)
		for i, got := range append(p, pNIL) {
			if !(math.Abs(got-c.want[i]) <= 1e-9) {
				t.Errorf("scores %v, NIL %v: probability %d is %v, want %v", c.scores, c.nil, i, got, c.want[i])
			}
		}
	}
}

func TestFold(t *testing.T) {
	r := Ranker{}
	r.Weights[Cosine] = 2
	row := func(row, entity int32, cosine float32) Candidate {
		c := Candidate{Row: row, Entity: entity}
		c.Features[Cosine] = cosine
		return c
	}
	got := r.Fold([]Candidate{row(9, 1, 0.5), row(4, 2, 0.5), row(3, 1, 0.5), row(5, 3, 0.9), row(6, 3, 0.1), row(1, 2, 0.2)})
	want := []Candidate{row(5, 3, 0.9), row(3, 1, 0.5), row(4, 2, 0.5)} // equal scores in the order of rows
	if len(got) != len(want) {
		t.Fatalf("%d entities, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i].Row != want[i].Row || got[i].Entity != want[i].Entity || got[i].Score != 2*want[i].Features[Cosine] {
			t.Errorf("place %d: %+v, want %+v", i, got[i], want[i])
		}
	}
}

// TestSortKeys sorts few and many candidates, some of the same score.
func TestSortKeys(t *testing.T) {
	for n := range 300 {
		var f Folding
		for i := range n {
			f.keys = append(f.keys, scoreKey(float32(i*7919%83)/3-9, i))
		}
		want := slices.Sorted(slices.Values(f.keys))
		if f.sortKeys(); !slices.Equal(f.keys, want) {
			t.Fatalf("%d keys are out of order", n)
		}
	}
}

// TestFoldTies has scores that are all equal, in no order of rows.
func TestFoldTies(t *testing.T) {
	var cs []Candidate
	for i := range int32(40) {
		cs = append(cs, Candidate{Row: i * 27 % 41, Entity: i})
	}
	last := int32(-1)
	for _, c := range new(Ranker).Fold(cs) {
		if c.Row <= last {
			t.Errorf("row %d after %d", c.Row, last)
		}
		last = c.Row
	}
	if last < 40 {
		t.Errorf("the last row is %d", last)
	}
}

// TestPromising takes the first candidates as they are, then the best of those found by
// tables, then the best of the rest, equal ones in their order.
func TestPromising(t *testing.T) {
	r := Ranker{}
	r.Weights[Cosine] = -1
	var cs []Candidate
	for i := range 200 {
		c := Candidate{Row: int32(i)}
		c.Features[Cosine] = float32(i%50) / 50
		cs = append(cs, c)
	}
	const all, found = 2, 42
	got := new(Folding).Promising(&r, cs, all, found)
	if len(got) != all+FewRows+namedRows {
		t.Fatalf("%d candidates, want %d", len(got), all+FewRows+namedRows)
	}
	want := []int32{0, 1} // all
	for i := range int32(FewRows) {
		want = append(want, all+i) // the best of 2 to 41
	}
	want = append(want, 50, 100, 150, 51, 101, 151, 52) // the best of what is left of those and of the rest
	if !slices.Equal(got[:len(want)], want) {
		t.Errorf("%v, want %v first", got, want)
	}
	if few := new(Folding).Promising(&r, cs[:5], 2, 3); !slices.Equal(few, []int32{0, 1, 2, 3, 4}) {
		t.Errorf("of five: %v", few)
	}
	left := new(Folding).Promising(&r, cs[:found+1], all, found) // of the rest, one alone
	if slices.Sort(left); len(left) != found+1 || len(slices.Compact(left)) != found+1 {
		t.Errorf("of %d: %v", found+1, left)
	}
}

// TestFoldOfHugeWeights scores with weights whose sums overflow: probabilities are
// numbers all the same, and sum to 1.
func TestFoldOfHugeWeights(t *testing.T) {
	const huge = 3e38
	for what, r := range map[string]Ranker{
		"to infinity":        {Weights: [NumFeatures]float32{Exact: huge, Normalized: huge}},
		"to minus infinity":  {Weights: [NumFeatures]float32{Exact: -huge, Normalized: -huge}, NIL: -huge},
		"to nothing":         {Weights: [NumFeatures]float32{Exact: huge, Normalized: huge, Trigram: -huge, Digits: -huge, NameIn: -huge}},
		"NIL of many scores": {Weights: [NumFeatures]float32{Exact: -huge, Normalized: -huge}, NIL: huge},
	} {
		var all [NumFeatures]float32
		for i := range all {
			all[i] = 1
		}
		cs := r.Fold([]Candidate{{Row: 0, Entity: 0, Features: all}, {Row: 1, Entity: 1}, {Row: 2, Entity: 2, Features: all}, {Row: 3, Entity: 2}})
		if len(cs) != 3 {
			t.Fatalf("%s: %d entities, want 3", what, len(cs))
		}
		p, pNIL := Probabilities(cs, r.NIL)
		sum := pNIL
		for i, c := range cs {
			sum += p[i]
			if s := float64(c.Score); math.IsNaN(s) || math.IsInf(s, 0) || i > 0 && c.Score > cs[i-1].Score {
				t.Errorf("%s: score %v in place %d", what, c.Score, i)
			}
		}
		if !(math.Abs(sum-1) < 1e-9) {
			t.Errorf("%s: probabilities %v and %v sum to %v", what, p, pNIL, sum)
		}
	}
}

func TestBounded(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct{ x, want float32 }{
		{0, 0}, {2, 2}, {-2, -2}, {1.5, 1.5}, {2.5, 2}, {-2.5, -2}, {inf, 2}, {-inf, -2}, {inf - inf, -2},
	} {
		if got := bounded(c.x, 2); got != c.want {
			t.Errorf("%v: %v, want %v", c.x, got, c.want)
		}
	}
}

func TestEvenCosine(t *testing.T) {
	var cs [3]Candidate
	for i, x := range []float32{0.9, 0.3, -0.5} {
		cs[i].Features[Cosine] = x
	}
	EvenCosine(cs[:2], 0.5)
	if a, b, c := cs[0].Features[Cosine], cs[1].Features[Cosine], cs[2].Features[Cosine]; a != 0.6 || b != 0.3 || c != -0.5 {
		t.Errorf("%v, %v, %v", a, b, c)
	}
}

func TestEvidence(t *testing.T) {
	for _, tt := range []struct {
		stage                           Stage
		notPrimary, normalized, acronym float32
		want                            Evidence
	}{
		{StageExact, 0, 1, 0, ExactPrimary},
		{StageExact, 1, 1, 0, ExactOther},
		{StageNormalized, 0, 1, 0, NormalizedPrimary},
		{StageNormalized, 1, 1, 0.4, NormalizedOther},
		{StageRewritten, 0, 1, 0, NormalizedPrimary}, // to equivalent words
		{StageRewritten, 1, 1, 0, NormalizedOther},
		{StageRewritten, 0, 0.6, 0, LooselySame}, // in other words
		{StageAbbreviation, 0, 0, 0.4, Abbreviation},
		{StageAbbreviation, 0, 0.6, 0.4, LooselySame},
		{StagePart, 0, 0, 0, Near},
		{StageWord, 0, 0, 0.4, Abbreviation},
		{StageHamming, 0, 0, 0, Near},
		{StageHamming, 1, 0, 0, Near},
		{StageHamming, 1, 0.6, 0.4, LooselySame},
		{StageHamming, 0, 0, 0.4, Abbreviation},
	} {
		c := Candidate{Stage: tt.stage}
		c.Features[NotPrimary], c.Features[Normalized], c.Features[Acronym] = tt.notPrimary, tt.normalized, tt.acronym
		if got := c.Evidence(); got != tt.want {
			t.Errorf("%+v: %d, want %d", tt, got, tt.want)
		}
	}
}

// TestEvidenceOfLabelled has names that labelled mentions give an entity: given to it mostly, they
// are as good as its primary name.
func TestEvidenceOfLabelled(t *testing.T) {
	for _, tt := range []struct {
		stage      Stage
		normalized float32
		share      float32
		want       Evidence
	}{
		{StageExact, 1, 0, ExactOther},
		{StageExact, 1, 0.5, ExactOther},
		{StageExact, 1, 0.51, ExactPrimary},
		{StageNormalized, 1, 0.4, NormalizedOther},
		{StageNormalized, 1, 0.9, NormalizedPrimary},
		{StageHamming, 0.6, 0.9, LooselySame},
		{StageHamming, 0, 0.9, Near},
	} {
		c := Candidate{Stage: tt.stage}
		c.Features[NotPrimary], c.Features[Normalized], c.Features[Commonness] = 1, tt.normalized, tt.share
		if got := c.Evidence(); got != tt.want {
			t.Errorf("%+v: %d, want %d", tt, got, tt.want)
		}
	}
}

// TestTied has candidates near in P, and candidates that have the mention for a name.
func TestTied(t *testing.T) {
	exact := Candidate{Stage: StageExact}
	exact.Features[Normalized] = 1
	other := exact
	other.Features[NotPrimary] = 1
	normalized := exact
	normalized.Stage = StageNormalized
	near := Candidate{Stage: StageHamming}
	member := Candidate{Stage: StageMember}
	for _, tt := range []struct {
		what  string
		cs    []Candidate
		p     []float64
		limit int
		want  []int
	}{
		{"one", []Candidate{near}, []float64{1}, 9, nil},
		{"near in P", []Candidate{near, near, near}, []float64{0.4, 0.36, 0.24}, 9, []int{1}},
		{"of one name", []Candidate{exact, other, exact, near}, []float64{0.9, 0.02, 0.0003, 0.0003}, 9, []int{1}},
		{"of one name, 2,400 times likelier", []Candidate{exact, other}, []float64{0.96, 0.0004}, 9, []int{1}},
		{"of one name, 2,600 times likelier", []Candidate{exact, other}, []float64{0.988, 0.00038}, 9, nil},
		{"as good a name", []Candidate{normalized, exact, normalized}, []float64{0.8, 0.1, 0.1}, 9, []int{1, 2}},
		{"a name and no name", []Candidate{near, exact}, []float64{0.99, 0.001}, 9, nil},
		{"a worse name", []Candidate{exact, normalized}, []float64{0.8, 0.1}, 9, nil},
		{"no names", []Candidate{near, near}, []float64{0.8, 0.1}, 9, nil},
		{"members", []Candidate{member, near, member}, []float64{0.99, 0.008, 0.002}, 9, []int{2}},
		{"a name and a member", []Candidate{exact, member}, []float64{0.99, 0.0003}, 9, nil},
		{"more than wanted", []Candidate{exact, exact, exact, exact}, []float64{0.3, 0.3, 0.2, 0.2}, 2, []int{1, 2}},
	} {
		if got := Tied(tt.cs, tt.p, tt.limit); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.what, got, tt.want)
		}
	}
}

// TestUndecided tells NIL by a margin from NIL that might as well be the best entity.
func TestUndecided(t *testing.T) {
	for _, tt := range []struct {
		p, pNIL float64
		want    bool
	}{{0.45, 0.45 + 1e-9, true}, {0.3, 0.43, true}, {0.3, 0.45, false}, {0.5, 0.45, false}, {0, 1, false}} {
		if got := Undecided(tt.p, tt.pNIL); got != tt.want {
			t.Errorf("p %v, NIL %v: %v, want %v", tt.p, tt.pNIL, got, tt.want)
		}
	}
}

func TestStageNames(t *testing.T) {
	seen := map[string]bool{}
	for s := range NumStages {
		if name := s.String(); name == "" || name == "invalid" || seen[name] {
			t.Errorf("stage %d is called %q", s, name)
		}
		seen[s.String()] = true
		if s.IsName() != (s == StageExact || s == StageNormalized) {
			t.Errorf("%v: is a name: %t", s, s.IsName())
		}
	}
	if StageExact.String() != "exact" || StageHamming.String() != "hamming" || StageNeighbour.String() != "neighbour" || NumStages.String() != "invalid" || Stage(99).String() != "invalid" {
		t.Error("names of stages")
	}
}

// TestJoin keeps one candidate of a row that is near and read, both of one that is a name.
func TestJoin(t *testing.T) {
	near, named := Candidate{Row: 1, Stage: StageHamming}, Candidate{Row: 2, Stage: StageNormalized}
	other := Candidate{Row: 3, Stage: StageHamming}
	read := []Candidate{{Row: 1, Stage: StageMember}, {Row: 2, Stage: StageMember}}
	if got := Join([]Candidate{near, named, other}, read); !slices.Equal(got, []Candidate{named, other, read[0], read[1]}) {
		t.Errorf("%v", got)
	}
}

// TestLetBestMemberSpeak lowers all members but the first, and keeps the order.
func TestLetBestMemberSpeak(t *testing.T) {
	of := func(s Stage, score float32) Candidate { return Candidate{Stage: s, Score: score} }
	cs := []Candidate{of(StageMember, 9), of(StageMember, 8), of(StageExact, 7), of(StageMember, 6), of(StageHamming, 1)}
	want := []Candidate{of(StageMember, 9), of(StageExact, 7), of(StageMember, 8-lessMember), of(StageMember, 6-lessMember), of(StageHamming, 1)}
	if SuppressOtherMembers(cs); !slices.Equal(cs, want) {
		t.Errorf("%v, want %v", cs, want)
	}
	cs = []Candidate{of(StageExact, 7), of(StageMember, -math.MaxFloat32)}
	if SuppressOtherMembers(cs); !slices.Equal(cs, []Candidate{of(StageExact, 7), of(StageMember, -math.MaxFloat32)}) {
		t.Errorf("without others: %v", cs)
	}
}

// TestDefaultOrder lists rows, best first, that DefaultRanker has to keep in order.
func TestDefaultOrder(t *testing.T) {
	type features = map[Feature]float32
	with := func(base features, f Feature, v float32) features {
		out := features{f: v}
		for k, w := range base {
			if k != f {
				out[k] = w
			}
		}
		return out
	}
	normalized := features{Cosine: 0.95, Normalized: 1, Trigram: 1, Digits: 1}
	exact := with(with(with(normalized, Exact, 1), MentionIn, 1), NameIn, 1)
	near := features{Cosine: 0.7, Trigram: 0.6, Digits: 1, MentionIn: 0.5, NameIn: 0.5}
	far := features{Cosine: 0.2, Trigram: 0.05}
	r := DefaultRanker()
	of := func(f features) float32 {
		var v [NumFeatures]float32
		for k, w := range f {
			v[k] = w
		}
		return r.score(&v)
	}
	for _, c := range []struct {
		what          string
		better, worse float32
	}{
		{"exact, normalized", of(exact), of(normalized)},
		{"normalized, near", of(normalized), of(near)},
		{"near, NIL", of(near), r.NIL},
		{"NIL, far", r.NIL, of(far)},
		{"primary, synonym", of(exact), of(with(exact, NotPrimary, 1))},
		{"synonym, alias", of(with(exact, NotPrimary, 1)), of(with(with(exact, NotPrimary, 1), Alias, 1))},
		{"prominent, obscure", of(with(normalized, Prior, 1)), of(with(normalized, Prior, 0.1))},
		{"obscure alias of the same letters, NIL", of(with(with(normalized, NotPrimary, 1), Alias, 1)), r.NIL},
		{"same digits, other digits", of(near), of(with(near, Digits, 0))},
	} {
		if !(c.better > c.worse) {
			t.Errorf("%s: scores %v and %v", c.what, c.better, c.worse)
		}
	}
}

// TestFoldFlood: whoever numbers entities so that they are sought in one place of a hash table of fixed places makes no
// look-up slower, and every process orders them alike.
func TestFoldFlood(t *testing.T) {
	const n = 2000
	var cs []Candidate
	for e := uint32(0); len(cs) < n; e++ {
		if e*0x9e3779b1>>7%4096 == 0 {
			cs = append(cs, Candidate{Row: int32(len(cs)), Entity: int32(e)})
		}
	}
	f := new(Folding)
	out := f.Fold(&Ranker{}, cs)
	longest, run := 0, 0
	for _, slot := range append(f.slots, f.slots...) { // a circle
		if run++; slot == 0 {
			run = 0
		}
		longest = max(longest, run)
	}
	if longest > n/4 {
		t.Errorf("%d entities are sought one after the other, of %d", longest, n)
	}
	if !slices.IsSortedFunc(out, func(a, b Candidate) int { return int(a.Row - b.Row) }) || len(out) != n {
		t.Errorf("%d entities, or out of order", len(out))
	}
}

// TestContextShare: what context can change of the scores, it can of the answers.
func TestContextShare(t *testing.T) {
	if want := math.Exp(-ContextReach); math.Abs(ContextShare-want) > 0.0005 {
		t.Errorf("ContextShare %v, want %.4f", ContextShare, want)
	}
}
