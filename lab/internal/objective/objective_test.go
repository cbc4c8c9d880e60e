package objective

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// toy returns n entities of three names that have little in common.
func toy(n int) *data.Terminology {
	t := &data.Terminology{}
	for i := range n {
		t.Entities = append(t.Entities, data.Entity{
			ID: fmt.Sprintf("T:%d", i), Namespace: "T",
			Names: []data.Name{
				{Text: fmt.Sprintf("GEN%d", i*7919%1000), Kind: pack.KindPrimary},
				{Text: fmt.Sprintf("%c%c%c-%d", 'A'+i%26, 'C'+i%11, 'K'+i%13, i), Kind: pack.KindPrimary},
				{Text: fmt.Sprintf("growth factor %d receptor", i*31), Kind: pack.KindPrimary},
			},
		})
	}
	return t
}

// named returns one entity for each list of names.
func named(lists ...[]string) *data.Terminology {
	t := &data.Terminology{}
	for i, list := range lists {
		e := data.Entity{ID: fmt.Sprintf("N:%d", i), Namespace: "N"}
		for _, name := range list {
			e.Names = append(e.Names, data.Name{Text: name})
		}
		t.Entities = append(t.Entities, e)
	}
	return t
}

// with returns small settings with a loss.
func with(loss string, s Settings) Config {
	return Config{Config: train.Config{Loss: loss, Rows: 16, Dim: 8, Hidden: 4, Epochs: 2, Batch: 8, Threads: 2, Seed: 1}, Settings: s}
}

func trained(t *testing.T, c Config, terms *data.Terminology) ([]byte, *train.Report) {
	t.Helper()
	w, rep, err := Run(t.Context(), c, terms, nil)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	b, err := w.AppendBinary(nil) // refuses what is not a finite number
	if err != nil {
		t.Fatal(err)
	}
	return b, rep
}

// digests are those of encoders of package train when these losses were there.
var digests = map[string]string{
	"ce":           "6a41cf859a1e3701",
	"contrastive":  "ebb8fb75e37da3e8",
	"infonce FGSM": "358e6ebc0e731116",
	"proxy":        "262d914647143329",
}

// TestSameBytes trains encoders on made-up names of 132 entities.
func TestSameBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	syllables := strings.Fields("ka lo mi tur ben sol var dex pri gon fa hel")
	word := func() string {
		w := ""
		for range 2 + rng.IntN(2) {
			w += syllables[rng.IntN(len(syllables))]
		}
		return w
	}
	list := &data.Terminology{}
	for i := range 132 {
		first, second := word(), word()
		e := data.Entity{ID: fmt.Sprintf("T:%03d", i), Namespace: []string{"T", "T", "U"}[i%3]}
		rng.IntN(1000) // what the terminology of internal/samebytes has beside names
		for range 3 {
			word()
		}
		e.Names = []data.Name{
			{Text: fmt.Sprintf("%s %s %d", first, second, i), Kind: pack.KindPrimary},
			{Text: fmt.Sprintf("%s-%s", second, word()), Kind: pack.KindExact},
			{Text: fmt.Sprintf("%c%c%d", first[0], second[0], i), Kind: pack.KindAlias},
		}
		rng.IntN(132)
		list.Entities = append(list.Entities, e)
	}
	for name, want := range digests {
		loss, fgsm, _ := strings.Cut(name, " ")
		c := Config{Config: train.Config{Loss: loss, Rows: 512, Dim: 64, Hidden: 32, Epochs: 1, Batch: 64, Threads: 3, Steps: 2}}
		if fgsm != "" {
			c.FGSM = true
		}
		content, _ := trained(t, c, list)
		if got := fmt.Sprintf("%x", sha256.Sum256(content))[:16]; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestSynonymsMeet requires training to do what it is for, with every loss: the loss falls, and a synonym that shares no
// letter with its entity's other name ends nearest to that.
func TestSynonymsMeet(t *testing.T) {
	terms := named([]string{"aaaa bbbb", "xyxyxy"}, []string{"cccc dddd", "zwzwzw"}, []string{"eeee ffff", "uvuvuv"}, []string{"gggg hhhh", "qpqpqp"})
	for _, loss := range Losses {
		for _, adversarial := range []bool{false, true} {
			c := Config{Config: train.Config{Loss: loss, Rows: 1024, Dim: 16, Hidden: 8, Epochs: 150, Batch: 16, Threads: 2, Seed: 1, TableRate: 2e-2}}
			if adversarial {
				c.FGSM = true
			}
			w, rep, err := Run(t.Context(), c, terms, nil)
			if err != nil {
				t.Fatal(err)
			}
			if first, last := rep.Loss[0], rep.Loss[len(rep.Loss)-1]; !(last < 0.8*first) {
				t.Errorf("%s, adversarial %v: the loss goes from %v to %v", loss, adversarial, first, last)
			}
			e, err := encoder.New(w)
			if err != nil {
				t.Fatal(err)
			}
			for i := range terms.Entities {
				if nearest := nearest(e, terms, i); nearest != i {
					t.Errorf("%s, adversarial %v: the second name of entity %d is nearest to the first of %d", loss, adversarial, i, nearest)
				}
			}
		}
	}
}

// nearest returns the entity whose first name is nearest to the second name of entity i.
func nearest(e *encoder.Encoder, terms *data.Terminology, i int) (nearest int) {
	best, v := math.Inf(-1), e.Encode(nil, terms.Entities[i].Names[1].Text)
	for j, other := range terms.Entities {
		s := 0.0
		for k, x := range e.Encode(nil, other.Names[0].Text) {
			s += float64(x) * float64(v[k])
		}
		if s > best {
			best, nearest = s, j
		}
	}
	return nearest
}

// TestResume ends a run after some steps and resumes it, and requires the bits of a run that was left alone; a checkpoint
// of another loss, or of one with other settings, is refused.
func TestResume(t *testing.T) {
	relation := []data.Relation{{ID: "T:1", Relation: "r", Parent: "p"}, {ID: "T:2", Relation: "r", Parent: "p"}}
	for _, c := range []Config{with("infonce", Settings{FGSM: true}), with("proxy", Settings{}), with("contrastive", Settings{Relations: relation})} {
		want, whole := trained(t, c, toy(8))
		c.Checkpoint, c.Resume = filepath.Join(t.TempDir(), "x.ckpt"), true
		for step := 1; step < whole.Steps; step += 2 {
			ctx, cancel := context.WithCancel(t.Context())
			if _, _, err := Run(ctx, c, toy(8), func(done, _ int, _ float64) {
				if done >= step {
					cancel()
				}
			}); !errors.Is(err, context.Canceled) {
				t.Fatalf("cancelled after step %d: %v", step, err)
			}
		}
		other := c
		other.Margin, other.Relations = 0.125, nil
		if _, _, err := Run(t.Context(), other, toy(8), nil); err == nil || !strings.Contains(err.Error(), "checkpoint was made with loss "+c.Loss) {
			t.Errorf("%s: with another margin: error %v", c.Loss, err)
		}
		got, rep := trained(t, c, toy(8))
		if !bytes.Equal(got, want) || rep.Resumed == 0 || !slices.Equal(rep.Loss, whole.Loss) {
			t.Errorf("%s: other weights or losses after resuming from step %d", c.Loss, rep.Resumed)
		}
	}
}

// TestRelations requires relations to change pairs and what a checkpoint belongs to, and those of other entities to be
// refused.
func TestRelations(t *testing.T) {
	c := with("contrastive", Settings{})
	without, _ := trained(t, c, toy(8))
	c.Relations = []data.Relation{{ID: "T:1", Relation: "r", Parent: "p"}, {ID: "T:2", Relation: "r", Parent: "p"}}
	related, rep := trained(t, c, toy(8))
	if bytes.Equal(related, without) {
		t.Error("the relations change nothing")
	}
	c.Relations = slices.Clone(c.Relations)
	c.Relations[1].ID = "T:3"
	if _, other := trained(t, c, toy(8)); other.Config.Loss == rep.Config.Loss {
		t.Errorf("other relations have the name %q, too", rep.Config.Loss)
	}
	c.Relations = []data.Relation{{ID: "X:1", Relation: "r", Parent: "p"}}
	if _, _, err := Run(t.Context(), c, toy(8), nil); err == nil || !strings.Contains(err.Error(), "no relation is about an entity") {
		t.Errorf("other entities: error %v", err)
	}
}

func TestOddTerminologies(t *testing.T) {
	var single, same [][]string
	for i := range 40 {
		single = append(single, []string{fmt.Sprintf("name %d", i)})
		same = append(same, []string{"the same name", fmt.Sprintf("other %d", i)})
	}
	crowd := make([]string, 2000)
	for i := range crowd {
		crowd[i] = fmt.Sprintf("synonym %d", i)
	}
	for _, odd := range []struct {
		what  string
		lists [][]string
		batch int
		alike bool // there are no two names that differ
	}{
		{"one name an entity", single, 16, false},
		{"two names in all", single[:2], 16, false},
		{"one name in many entities", same, 16, false},
		{"all names equal", [][]string{{"x"}, {"x"}, {"x"}}, 16, false},
		{"thousands of names in one entity", [][]string{crowd, {"the other entity"}}, 512, false},
		{"names without a feature of their own", [][]string{{""}, {" "}, {"-"}, {"\x00"}}, 4, true},
		{"an entity without names", [][]string{{"a", "b"}, {}}, 16, false},
	} {
		for _, c := range []Config{with("contrastive", Settings{}), with("ce", Settings{}), with("proxy", Settings{FGSM: true})} {
			c.Batch = odd.batch
			if c.Loss == "contrastive" && odd.alike {
				if _, _, err := Run(t.Context(), c, named(odd.lists...), nil); err == nil || err.Error() != "train: all names are alike: there are no pairs to learn from" {
					t.Errorf("%s: error %v", odd.what, err)
				}
				continue
			}
			_, rep := trained(t, c, named(odd.lists...))
			for _, l := range rep.Loss {
				if math.IsNaN(l) || math.IsInf(l, 0) || l < -1e-6 {
					t.Errorf("%s, %s: loss %v", odd.what, c.Loss, rep.Loss)
				}
			}
		}
	}
}

// TestSteps requires epochs of pairs that end early.
func TestSteps(t *testing.T) {
	c := with("contrastive", Settings{})
	c.Steps, c.Epochs = 2, 3
	if _, rep := trained(t, c, toy(30)); rep.Steps != 6 || len(rep.Loss) != 3 {
		t.Errorf("%d steps, %d epochs; want 6, 3", rep.Steps, len(rep.Loss))
	}
}

// TestThreads requires the number of threads to change rounding and nothing else.
func TestThreads(t *testing.T) {
	for _, loss := range Losses {
		c := with(loss, Settings{FGSM: true})
		c.Threads = 1
		_, one := trained(t, c, toy(8))
		c.Threads = 5
		_, five := trained(t, c, toy(8))
		for i, l := range one.Loss {
			if math.Abs(l-five.Loss[i]) > 1e-3*max(1, l) {
				t.Errorf("%s: losses %v with one thread, %v with five", loss, one.Loss, five.Loss)
			}
		}
	}
}

func TestConfig(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		want string // "": none
	}{
		{with("", Settings{}), ""},
		{with("contrastive", Settings{Variations: -1, Family: 3, HardLabels: true, InBatch: true}), ""},
		{with("hinge", Settings{}), `loss "hinge" is not known; want infonce, ce, proxy, contrastive`},
		{with("ce", Settings{Variations: -1}), "they are for the contrastive loss"},
		{with("proxy", Settings{Family: 3}), "they are for the contrastive loss"},
		{with("", Settings{HardLabels: true}), "they are for the contrastive loss"},
		{with("", Settings{InBatch: true}), "they are for the contrastive loss"},
		{with("", Settings{Relations: make([]data.Relation, 1)}), "relations, and loss infonce"},
		{with("", Settings{TeacherShare: 0.5}), "teacher share 0.5 without a teacher"},
		{with("", Settings{TeacherShare: -1, Teacher: &encoder.Encoder{}}), "teacher share -1; want 0 to 1"},
		{with("", Settings{FGSM: true, Teacher: &encoder.Encoder{}}), "a teacher knows nothing"},
	} {
		_, err := c.cfg.Training()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.cfg, err, c.want)
		}
	}
	c := with("contrastive", Settings{}).Defaults()
	if c.Margin != 1 || c.Alpha != 32 || c.Epsilon != 0.01 || c.Lambda != 1 || !reflect.DeepEqual(c.Defaults(), c) {
		t.Errorf("defaults %+v", c)
	}
	if plain, err := with("", Settings{}).Training(); err != nil || plain.Objective != nil {
		t.Errorf("infonce has the objective %v, %v", plain.Objective, err)
	}
}

// TestJSON: settings are beside those of package train, under the names that they had there.
func TestJSON(t *testing.T) {
	const text = `{"rows":64,"loss":"contrastive","margin":0.5,"in_batch":true,"fgsm":true,"epsilon":0.25,"hard_labels":true,"family":-1}`
	var got Config
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := Config{train.Config{Rows: 64, Loss: "contrastive"}, Settings{Margin: 0.5, InBatch: true, FGSM: true, Epsilon: 0.25, HardLabels: true, Family: -1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
	written, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var again Config
	if err := json.Unmarshal(written, &again); err != nil || !reflect.DeepEqual(again, want) || !bytes.Contains(written, []byte(`"lambda":0`)) {
		t.Errorf("%s is read as %+v, %v", written, again, err)
	}
}
