package assemble

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// labelled mentions of genes(): in two parts of one text each.
func labelled() []data.Query {
	return []data.Query{
		{Mention: "speech gene", Gold: []string{"NCBIGene:93986"}},
		{Mention: "speech gene", Gold: []string{"93986"}},              // without the prefix
		{Mention: "speech gene", Gold: []string{"NCBIGene:6198"}},      // another opinion
		{Mention: "S6K", Gold: []string{"NCBIGene:6198"}},              // a name already
		{Mention: "FAKE1", Gold: []string{"nothing", "NCBIGene:5336"}}, // the first known one
		{Mention: "xyz", Gold: []string{"NCBIGene:1"}},
		{Mention: "---", Gold: []string{"NCBIGene:5336"}}, // no letters, no name
	}
}

func TestWithMentions(t *testing.T) {
	before := genes()
	after, l := withMentions(before, labelled(), true)
	if l.Mentions != 7 || len(l.used) != 7 || l.Added != 1 || l.Unknown != 1 || l.Conflicts != 1 {
		t.Errorf("%+v", l)
	}
	if before.NumNames() != genes().NumNames() || after.NumNames() != before.NumNames()+1 {
		t.Errorf("%d names, %d with mentions", before.NumNames(), after.NumNames())
	}
	if added := (data.Name{Text: "speech gene", Kind: pack.KindAlias}); !slices.Contains(after.Entities[0].Names, added) {
		t.Errorf("the names of %s are %v", after.Entities[0].ID, after.Entities[0].Names)
	}
}

// TestLabelledPack requires a pack to answer as its mentions say, even against
// the weights of the entities.
func TestLabelledPack(t *testing.T) {
	var queries []data.Query
	for range 20 { // several in each fold
		queries = append(queries, labelled()...)
	}
	c, rep := run(t, Recipe{Mentions: queries}, genes())
	if rep.Rank.Mentions <= 200 {
		t.Errorf("%d mentions were fitted on", rep.Rank.Mentions)
	}
	n, file := open(t, c)
	for mention, id := range map[string]string{"speech gene": "NCBIGene:93986", "Speech-Gene": "NCBIGene:93986", "FAKE1": "NCBIGene:5336", "S6K": "NCBIGene:6198"} {
		if got := n.Lookup(mention, 1).Matches[0]; got.ID != id {
			t.Errorf("%q: %+v, want %s", mention, got, id)
		}
	}
	again, _ := run(t, Recipe{Mentions: queries}, genes())
	if _, second := open(t, again); string(second) != string(file) {
		t.Error("the same input gives another file")
	}
}

// TestLearned requires cosines of abbreviations to count by more where labelled
// mentions have taught the encoder, and only there.
func TestLearned(t *testing.T) {
	for _, tt := range []struct {
		recipe Recipe
		want   float32
	}{
		{Recipe{}, 0.5},
		{Recipe{Train: Always}, 0.5}, // it learned the names alone
		{Recipe{Mentions: labelled()}, 0.5},
		{Recipe{Mentions: labelled(), Train: Always}, 0.75},
	} {
		c, _ := run(t, tt.recipe, genes())
		if n, _ := open(t, c); engine.Of(n).Calibration.Trust != tt.want {
			t.Errorf("%d mentions, trained %v: %v, want %v", len(tt.recipe.Mentions), tt.recipe.Train, engine.Of(n).Calibration.Trust, tt.want)
		}
	}
}

// TestUnseen requires a fold to leave no trace in the candidates of its mentions.
func TestUnseen(t *testing.T) {
	queries := make([]data.Query, 10)
	for i := range queries { // a fold each
		queries[i] = data.Query{Mention: "S6K", Gold: []string{"NCBIGene:6198"}}
	}
	queries[3] = data.Query{Mention: "speech gene", Gold: []string{"NCBIGene:93986"}}
	queries[4] = data.Query{Mention: "S6K", Gold: []string{"NCBIGene:5336"}}
	_, l := withMentions(genes(), queries, true)
	c, _ := run(t, Recipe{Mentions: queries}, genes())
	n, _ := open(t, c)
	unseen, _ := l.unseen(c, &prior{})
	added := slices.IndexFunc(engine.Of(n).Candidates("speech gene"), func(x score.Candidate) bool { return x.Features[score.Exact] == 1 })
	x := engine.Of(n).Candidates("speech gene")[added]
	if !unseen(2, &x) || unseen(3, &x) {
		t.Error("the name is there without its only mention, or not with it")
	}
	for fold, want := range map[int]uint8{3: score.CommonnessShare(8, 9), 4: score.CommonnessShare(8, 8), 5: score.CommonnessShare(7, 8)} {
		for _, x := range engine.Of(n).Candidates("S6K") {
			if x.Features[score.Commonness] > 0 && c.IDs.At(int(x.Entity)) == "NCBIGene:6198" {
				if keep := unseen(fold, &x); !keep || x.Features[score.Commonness] != float32(want)/255 {
					t.Errorf("fold %d: kept %v with %v, want %v", fold, keep, x.Features[score.Commonness]*255, want)
				}
			}
		}
	}
}

// TestMentionsThatDoNotHelp requires the pack to be, to the bit, the one without mentions.
func TestMentionsThatDoNotHelp(t *testing.T) {
	plain, _ := run(t, Recipe{}, genes())
	_, want := open(t, plain)
	var unknown, wrong []data.Query
	for i := range 300 {
		unknown = append(unknown, data.Query{Mention: "ZNF300", Gold: []string{"MESH:1"}})
		entity := i % 30
		q := data.Query{Mention: fmt.Sprintf("ZNF%d", 300+7*entity), Gold: []string{fmt.Sprintf("NCBIGene:%d", 100+entity)}}
		if i%5 < 2 { // 40 % of all labels
			q.Gold[0] = fmt.Sprintf("NCBIGene:%d", 100+(entity+7)%30)
		}
		wrong = append(wrong, q)
	}
	for what, mentions := range map[string][]data.Query{"of ids that nobody knows": unknown, "with wrong labels": wrong} {
		c, rep := run(t, Recipe{Mentions: mentions}, genes())
		if l := rep.Labelled; l == nil || l.Mentions != len(mentions) || (l.Trial == nil) != (what == "of ids that nobody knows") {
			t.Errorf("mentions %s: %+v", what, l)
		}
		if _, file := open(t, c); !bytes.Equal(file, want) {
			t.Errorf("mentions %s change the pack", what)
		}
	}
}

// TestMentionsThatJudge requires p, and nothing else, to learn from mentions that make nothing better.
func TestMentionsThatJudge(t *testing.T) {
	plain, _ := run(t, Recipe{}, genes())
	var mentions []data.Query
	for i := range 150 {
		mentions = append(mentions, data.Query{Mention: fmt.Sprintf("ZNF%d", 300+7*(i%30)), Gold: []string{fmt.Sprintf("NCBIGene:%d", 100+i%30)}},
			data.Query{Mention: fmt.Sprintf("zinc %d", i), Gold: []string{"NCBIGene:1"}})
	}
	c, rep := run(t, Recipe{Mentions: mentions, calibrateOnly: true}, genes())
	if rep.Labelled.Added != 0 || rep.Labelled.Unknown != 150 || c.Names.Len() != plain.Names.Len() {
		t.Errorf("%+v; %d names, without mentions %d", rep.Labelled, c.Names.Len(), plain.Names.Len())
	}
	n, _ := open(t, c)
	m, _ := open(t, plain)
	if got, before := engine.Of(n).Calibration, engine.Of(m).Calibration; got.Ranker != before.Ranker || got.Scalings == before.Scalings || !(got.Share > 0 && got.Share < 1) {
		t.Errorf("share %v, scalings %+v, before %+v", got.Share, got.Scalings, before.Scalings)
	}
}

// TestOneMention requires a mention to be found, and no more to be learned from it.
func TestOneMention(t *testing.T) {
	plain, before := run(t, Recipe{}, genes())
	c, rep := run(t, Recipe{Mentions: labelled()[:1]}, genes())
	if rep.Rank.Mentions != before.Rank.Mentions || rep.Labelled.Trial == nil || rep.Labelled.Trial.Mentions != 1 {
		t.Errorf("%+v, %+v", *rep.Rank, rep.Labelled)
	}
	n, _ := open(t, c)
	m, _ := open(t, plain)
	if engine.Of(n).Calibration.Scalings != engine.Of(m).Calibration.Scalings {
		t.Error("one mention changes what p is")
	}
	if got := n.Lookup("speech gene", 1).Matches[0]; got.ID != "NCBIGene:93986" {
		t.Errorf("%+v", got)
	}
}
