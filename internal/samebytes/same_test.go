package samebytes

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// digests are those that every processor gave. Whoever changes what a build makes puts the new ones here, which the failing
// test prints, after go test ./internal/samebytes -check.
var digests = map[string]string{
	"binarizer ae":    "2bcbb46066ed0858",
	"binarizer ae-sp": "d79783b49e49eb62",
	"binarizer ht":    "fd4aea652ac6ee53",
	"binarizer itq":   "f2bcbb8db25138d0",
	"binarizer pca":   "6e43d55ef25d63aa",
	"binarizer rp":    "869451d21cc7cc8c",
	"encoder infonce": "45901342fec4d8b6",
	"pack company":    "cbd6042710ebe8eb",
	"pack estimated":  "21f841224747d9fe",
	"pack mentions":   "62a1ab5953de6faf",
	"pack texts":      "17cb70c6d46b89dd",
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
			ID: id, Namespace: []string{"T", "T", "U"}[i%3], Weight: float64(rng.IntN(1000)), Definition: strings.Join([]string{word(), first, word(), word()}, " "),
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

// TestSameBytes trains encoders, fits binarizers and builds packs that are as small as leaves no step out: 132 entities have
// company and 264 labelled mentions tell what a list promises. qemu takes 20 times as long as a processor.
func TestSameBytes(t *testing.T) {
	ctx, list := context.Background(), terminology(132)
	got := map[string]string{}
	digest := func(name string, content []byte, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		got[name] = fmt.Sprintf("%x", sha256.Sum256(content))[:16]
	}

	trained := func(name string, cfg train.Config) *encoder.Weights {
		cfg.Rows, cfg.Dim, cfg.Hidden, cfg.Epochs, cfg.Batch, cfg.Threads = 512, 64, 32, 1, 64, 3
		weights, _, err := train.Run(ctx, cfg, list, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		content, err := weights.AppendBinary(nil)
		digest("encoder "+name, content, err)
		return weights
	}
	weights := trained("infonce", train.Config{})
	enc, err := encoder.New(weights)
	if err != nil {
		t.Fatal(err)
	}

	x := fit.Vectors{Dim: enc.Dim()}
	for _, e := range list.Entities {
		for _, name := range e.Names {
			x.Data = enc.Encode(x.Data, name.Text)
		}
	}
	for _, method := range fit.Methods() {
		cfg := fit.Config{Bits: 64, Orthogonal: true, Iterations: 3, Epochs: 2, Batch: 64}
		switch method {
		case fit.Autoencoder:
			cfg.Bits, cfg.Start = 128, fit.StartSigns // half of them from random directions
		case fit.AutoencoderSP:
			cfg.Start = fit.StartRandom // Gonum's last bits, of an ITQ, would grow in training
		}
		head, err := fit.Head(ctx, method, x, cfg)
		if err != nil {
			t.Fatal(method, err)
		}
		content, err := head.AppendBinary(nil)
		digest("binarizer "+method, append(content, codes(head, x)...), err)
	}

	built := func(name string, r assemble.Recipe) *pack.Contents {
		r.Encoder, r.Samples = weights, 60
		c, _, err := assemble.Run(ctx, r, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		file, err := c.Append(nil, nil)
		digest("pack "+name, file, err)
		return c
	}
	company := built("company", assemble.Recipe{Terminology: list, Company: []string{assemble.AllNamespaces}, Details: details(list)})
	unweighted := &data.Terminology{Entities: slices.Clone(list.Entities), Relations: list.Relations}
	given := map[string]float64{} // for a part of them
	for i := range unweighted.Entities {
		e := &unweighted.Entities[i]
		if i%5 == 0 {
			given[e.ID] = e.Weight
		}
		e.Weight = 0
	}
	written := mentions(list)
	built("mentions", assemble.Recipe{Terminology: unweighted, Mentions: written, Lender: company})
	built("texts", assemble.Recipe{Terminology: unweighted, Weights: given, Texts: texts(written)})
	built("estimated", assemble.Recipe{Terminology: unweighted})

	for _, name := range slices.Sorted(maps.Keys(got)) {
		if got[name] != digests[name] {
			t.Errorf("%q: %q, want %q", name, got[name], digests[name])
		}
	}
	for name := range digests {
		if got[name] == "" {
			t.Errorf("nothing made %q", name)
		}
	}
}

// codes returns those of vectors, as bytes.
func codes(h *binarize.Head, x fit.Vectors) (out []byte) {
	for _, w := range h.EncodeAll(nil, x.Data) {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out
}

func details(t *data.Terminology) *assemble.Details {
	d := &assemble.Details{Definitions: map[string]string{}, Former: map[string]string{"T:old": t.Entities[0].ID}}
	for _, e := range t.Entities {
		d.Definitions[e.ID] = e.Definition
	}
	return d
}

// texts has each mention in a sentence of its own, some twice.
func texts(mentions []data.Query) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for i, m := range mentions {
			text := fmt.Sprintf("We saw %s in this.", m.Mention)
			for range 1 + i%2 {
				if !yield(text, nil) {
					return
				}
			}
		}
	}
}
