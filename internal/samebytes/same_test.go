package samebytes

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// digests are those that every processor gave. Whoever changes what a build makes puts the new ones here, which the failing
// test prints, after tools/samebytes.sh.
var digests = map[string]string{
	"encoder":     "06a3075d46668439",
	"pack":        "761a0d0289e076b9",
	"profiles":    "1635860a89347a44",
	"mentions":    "fc3cb598070c7c9b",
	"autoencoder": "bbcd96761a15a95c",
}

// terminology has made-up names of so many entities, weights, definitions and relations.
func terminology(entities int) *data.Terminology {
	rng := rand.New(rand.NewPCG(7, 7))
	syllables := strings.Fields("ka lo mi tur ben sol var dex pri gon fa hel")
	word := func() string {
		w := ""
		for range 2 + rng.IntN(2) {
			w += syllables[rng.IntN(len(syllables))]
		}
		return w
	}
	t := &data.Terminology{}
	for i := range entities {
		id := fmt.Sprintf("T:%03d", i)
		first, second := word(), word()
		t.Entities = append(t.Entities, data.Entity{
			ID: id, Namespace: "T", Weight: float64(rng.IntN(1000)), Definition: strings.Join([]string{word(), first, word(), word()}, " "),
			Names: []data.Name{
				{Text: fmt.Sprintf("%s %s %d", first, second, i), Kind: pack.KindPrimary},
				{Text: fmt.Sprintf("%s-%s", second, word()), Kind: pack.KindExact},
				{Text: fmt.Sprintf("%c%c%d", first[0], second[0], i), Kind: pack.KindAlias},
			},
		})
		t.Relations = append(t.Relations, data.Relation{ID: id, Parent: fmt.Sprintf("T:%03d", rng.IntN(entities))}, data.Relation{ID: id, Parent: fmt.Sprintf("P:%d", i/7)})
	}
	return t
}

func mentions(t *data.Terminology) (list []data.Query) {
	for i := range t.Entities {
		e := &t.Entities[i]
		list = append(list, data.Query{Mention: strings.ToUpper(e.Names[0].Text[2:]), Gold: []string{e.ID}}, data.Query{Mention: e.Names[1].Text + "s", Gold: []string{e.ID}})
	}
	return list
}

func TestSameBytes(t *testing.T) {
	ctx, list := context.Background(), terminology(160)
	check := func(name string, content []byte) {
		if got := fmt.Sprintf("%x", sha256.Sum256(content))[:16]; got != digests[name] {
			t.Errorf("%s has the digest %q, want %q", name, got, digests[name])
		}
	}
	cfg := train.Config{Rows: 1024, Dim: 64, Hidden: 32, Epochs: 2, Batch: 64, Threads: 3, FGSM: true, Negatives: "mixed"}
	weights, _, err := train.Run(ctx, cfg, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	content, err := weights.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	check("encoder", content)
	for name, r := range map[string]assemble.Recipe{
		"pack":        {},
		"profiles":    {Topics: &assemble.Topics{}},
		"mentions":    {Mentions: mentions(list)},
		"autoencoder": {Method: fit.Autoencoder, Bits: 128}, // half of them from random directions
	} {
		r.Terminology, r.Encoder, r.Samples = list, weights, 300
		c, _, err := assemble.Run(ctx, r, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		file, err := c.Append(nil, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		check(name, file)
	}
}
