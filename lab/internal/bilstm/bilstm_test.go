package bilstm

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/lab/internal/objective"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// toy has four entities of two names that share no letter.
func toy() *data.Terminology {
	t := &data.Terminology{}
	for i, names := range [][2]string{{"aaaa bbbb", "xyxyxy"}, {"cccc dddd", "zwzwzw"}, {"eeee ffff", "uvuvuv"}, {"gggg hhhh", "qpqpqp"}} {
		t.Entities = append(t.Entities, data.Entity{ID: fmt.Sprint("X:", i), Names: []data.Name{{Text: names[0]}, {Text: names[1]}}})
	}
	return t
}

func tiny() Config {
	return Config{Config: objective.Config{Config: train.Config{Dim: 16, Hidden: 8, Epochs: 75, Batch: 16, Threads: 2, Seed: 1, TableRate: 2e-2, Rate: 1e-2}}, Embedding: 8, Layers: 1}
}

// TestSynonymsMeet requires training to do what it is for: a name that shares no letter with its entity's other name
// ends nearest to that.
func TestSynonymsMeet(t *testing.T) {
	for _, loss := range objective.Losses {
		cfg := tiny()
		cfg.Loss, cfg.FGSM = loss, true
		e, rep, err := Train(t.Context(), cfg, toy(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if first, last := rep.Loss[0], rep.Loss[len(rep.Loss)-1]; !(last < 0.8*first) {
			t.Errorf("%s: the loss goes from %v to %v", loss, first, last)
		}
		for i, entity := range toy().Entities {
			at := func(text string) (cosine float64) {
				other := e.Encode(nil, text)
				for j, v := range e.Encode(nil, entity.Names[1].Text) {
					cosine += float64(v) * float64(other[j])
				}
				return cosine
			}
			own := at(entity.Names[0].Text)
			for j, rival := range toy().Entities {
				if j != i && !(at(rival.Names[0].Text) < own) {
					t.Errorf("%s: %q lies nearer to %q", loss, entity.Names[1].Text, rival.Names[0].Text)
				}
			}
		}
	}
}

// TestResume requires the bits of a run that was left alone, and a file that is read as it was written.
func TestResume(t *testing.T) {
	cfg := tiny()
	cfg.Epochs, cfg.FGSM = 3, true
	file := func(cfg Config) []byte {
		e, _, err := Train(t.Context(), cfg, toy(), nil)
		if err != nil {
			t.Fatal(err)
		}
		content, err := e.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	want := file(cfg)
	cfg.Checkpoint, cfg.Resume = filepath.Join(t.TempDir(), "x.ckpt"), true
	cfg.Until = 2
	if bytes.Equal(file(cfg), want) {
		t.Fatal("two steps make the encoder of all")
	}
	cfg.Until = 0
	if !bytes.Equal(file(cfg), want) {
		t.Error("the resumed run gave another encoder")
	}
	e, err := Parse(want)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := e.AppendBinary(nil); err != nil || !bytes.Equal(again, want) {
		t.Errorf("written again, the file differs: %v", err)
	}
	for _, cut := range [][]byte{nil, want[:len(Magic)], want[:len(want)/2]} {
		if _, err := Parse(cut); err == nil {
			t.Errorf("%d bytes are read as an encoder", len(cut))
		}
	}
	other := tiny()
	other.Layers, other.Epochs, other.FGSM, other.Checkpoint, other.Resume = 2, 3, true, cfg.Checkpoint, true
	if _, _, err := Train(t.Context(), other, toy(), nil); err == nil || !strings.Contains(err.Error(), "arrays of numbers") {
		t.Errorf("a checkpoint of fewer layers: %v", err)
	}
}

// TestVectors: every text has a unit vector, the same beside others.
func TestVectors(t *testing.T) {
	cfg := tiny()
	cfg.Epochs = 1
	e, _, err := Train(t.Context(), cfg, toy(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "a", "FOX-P2", "胰岛素", strings.Repeat("long ", 100)} {
		v := e.Encode([]float32{7}, text)
		squares := 0.0
		for _, x := range v[1:] {
			squares += float64(x) * float64(x)
		}
		if v[0] != 7 || len(v) != 1+e.Dim() || math.Abs(squares-1) > 1e-4 {
			t.Errorf("%q: %d elements of squared length %v", text, len(v), squares)
		}
		if again := e.Encode(nil, text); !slices.Equal(again, v[1:]) {
			t.Errorf("%q: another vector the second time", text)
		}
	}
	ends := appendSymbols(nil, []byte(strings.Repeat("a", 50)+strings.Repeat("b", 50)))
	if len(ends) != maxSymbols || ends[0] != 'a' || ends[maxSymbols-1] != 'b' || len(appendSymbols(nil, nil)) != 1 {
		t.Errorf("symbols %v", ends)
	}
}

// TestMaxNorm requires a step of gradients that are too long to be that of shorter ones.
func TestMaxNorm(t *testing.T) {
	stepped := func(size float32, norm float64) []float32 {
		cfg := tiny().Defaults()
		m := newNetwork(cfg.Config.Config, Shape{cfg.Dim, cfg.Embedding, cfg.Hidden, cfg.Layers}, 1)
		for _, grad := range m.chars.Grads {
			for i := range grad {
				grad[i] = size * 1e-9 // so small that Adam's epsilon shows
			}
		}
		m.Update(norm, 1)
		return slices.Concat(m.chars.Params...)
	}
	short := stepped(1, 1)
	if !slices.Equal(stepped(4, 4), short) || slices.Equal(stepped(4, 1), short) {
		t.Error("gradients of norm 4 are not scaled down to 1, or those of norm 1 are")
	}
}
