package core_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// crowd has 1,500 entities of one name, and 300 of names that are much alike.
var crowd = sync.OnceValues(func() (*pack.Contents, error) {
	t := &data.Terminology{}
	add := func(id, name string, further ...data.Name) {
		t.Entities = append(t.Entities, data.Entity{ID: id, Namespace: "T", Weight: 1, Names: append([]data.Name{{Text: name}}, further...)})
	}
	for i := range 1500 {
		add(fmt.Sprintf("T:1%04d", i), fmt.Sprintf("one of many %d", i), data.Name{Text: "crowded", Kind: pack.KindAlias})
	}
	for i := range 300 {
		add(fmt.Sprintf("T:2%04d", i), fmt.Sprintf("ribosomal element factor %d", 100+i))
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Encoder: encodertest.Random(1024, 64), Samples: 20}, nil)
	return c, err
})

func openCrowd(t *testing.T) *core.Normalizer {
	t.Helper()
	c, err := crowd()
	if err != nil {
		t.Fatal(err)
	}
	n, err := core.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestManyOfOneName: of the entities that a mention names, hundreds are in the running,
// but not all of any number, and MaxK are the most that are returned or said to be tied.
func TestManyOfOneName(t *testing.T) {
	n := openCrowd(t)
	for _, mention := range []string{"crowded", "CROWD-ED"} {
		same := 0
		for _, c := range engine.Of(n).Candidates(mention) {
			if c.Stage.IsName() {
				same++
			}
		}
		if same < 1000 || same > 1100 {
			t.Errorf("%q: %d of 1500 entities of this name are in the running, want about 1000", mention, same)
		}
		for _, k := range []int{core.MaxK, core.MaxK + 1, 1 << 30} {
			if a := n.Lookup(mention, k); len(a.Matches) != core.MaxK || len(a.Ambiguous) != core.MaxK && !a.NIL {
				t.Errorf("%q, k = %d: %d matches, %d tied, want %d", mention, k, len(a.Matches), len(a.Ambiguous), core.MaxK)
			}
		}
	}
}

// TestComparedNames: of the names near a mention, the best 64 are compared with it as
// strings.
func TestComparedNames(t *testing.T) {
	n := openCrowd(t)
	for _, mention := range []string{"ribosome elements factors", "zzyzx qwer"} {
		compared, candidates := 0, engine.Of(n).Candidates(mention)
		for _, c := range candidates {
			if c.Features[score.Trigram] > 0 || c.Features[score.Digits] > 0 {
				compared++
			}
		}
		if len(candidates) < 150 || compared > 64 {
			t.Errorf("%q: %d candidates, %d of them compared", mention, len(candidates), compared)
		}
		if mention != "zzyzx qwer" && compared < 60 {
			t.Errorf("%q: %d candidates compared, want the best 64", mention, compared)
		}
	}
}

// TestInOtherWords looks up what is a name in other words: it is found as one near that
// name, and counts as much less than the name itself.
func TestInOtherWords(t *testing.T) {
	terms := &data.Terminology{}
	for i, name := range []string{"Kidney Disease", "Brain Diseases", "Renal Artery", "Damage", "Skin Damage of Rats"} {
		terms.Entities = append(terms.Entities, data.Entity{ID: fmt.Sprintf("T:%d", i), Namespace: "T", Weight: 1, Names: []data.Name{{Text: name}}})
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: terms, Verbatim: true, Encoder: encodertest.Random(1024, 64), Samples: 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	n, err := core.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		mention, id string
		normalized  float32
		evidence    score.Evidence
	}{
		{"kidney disease", "T:0", 1, score.ExactPrimary},
		{"kidney diseases", "T:0", 0.6, score.LooselySame},
		{"renal damage", "T:0", 0.6, score.LooselySame},
		{"encephalopathy", "T:1", 0.36, score.LooselySame}, // brain disease, but for the plural
	} {
		found := false
		for _, x := range engine.Of(n).Candidates(tt.mention) {
			if c.IDs.At(int(x.Entity)) == tt.id {
				found = true
				if got := x.Features[score.Normalized]; got < tt.normalized-0.001 || got > tt.normalized+0.001 || x.Evidence() != tt.evidence || x.Features[score.Title] != got {
					t.Errorf("%s: normalized %v, title %v, evidence %v; want %v, %v", tt.mention, got, x.Features[score.Title], x.Evidence(), tt.normalized, tt.evidence)
				}
			}
		}
		if !found {
			t.Errorf("%s: %s is not among the candidates", tt.mention, tt.id)
		}
	}
}
