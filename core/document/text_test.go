package document

import (
	"fmt"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/mention"
)

// atlas answers with what it knows of a mention.
func atlas(q core.Query) (core.Answer, error) {
	switch q.Mention {
	case "overactive bladder", "tricuspid regurgitation":
		return answer(q.Mention, q.Mention, 0.9), nil
	case "bladder trouble":
		return answer(q.Mention, "bladder stone", 0.4, "overactive bladder", 0.3), nil
	case "error":
		return core.Answer{}, fmt.Errorf("no look-up of %q", q.Mention)
	}
	return answer(q.Mention), nil
}

func TestText(t *testing.T) {
	r := &Resolver{Lookup: atlas}
	mentions := []string{"overactive bladder", "OAB", " ", "bladder trouble", "TR", "unknown"}
	got, err := r.Text("tricuspid regurgitation (TR) and overactive bladder", mentions)
	if err != nil || len(got) != len(mentions) {
		t.Fatalf("%d results, %v", len(got), err)
	}
	for i, want := range []string{"overactive bladder", "overactive bladder", "", "overactive bladder", "tricuspid regurgitation", "NIL"} {
		best := ""
		for _, a := range got[i].Answers {
			if best = "NIL"; !a.NIL {
				best = a.Matches[0].ID
			}
		}
		if best != want || got[i].Expanded != (i == 1 || i == 4) {
			t.Errorf("%q: %s, %v; want %s", mentions[i], best, got[i].Expanded, want)
		}
	}
	r.MinP = 0.85
	if got, _ := r.Text("", mentions); !got[3].Answers[0].NIL || got[0].Answers[0].NIL {
		t.Errorf("with a least P %+v", got)
	}
	if _, err := r.Text("", []string{"x", "error"}); err == nil {
		t.Error("no error of the look-up")
	}
	if got, err := r.Text("a text", nil); err != nil || len(got) != 0 {
		t.Errorf("no mention: %v, %v", got, err)
	}
}

// TestNew looks up in a real pack.
func TestNew(t *testing.T) {
	n, err := core.OpenBytes(assets.Default())
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	r := New(n, core.Options{Namespaces: []string{"NCBIGene"}, MinP: 0.1})
	got, err := r.Text("the forkhead box P2 (FBP) gene", []string{"FBP", "forkhead"})
	if err != nil || got[0].Answers[0].Matches[0].Name != "FOXP2" || len(got[1].Answers[0].Matches) != core.DefaultK || r.MinP != 0.1 {
		t.Errorf("%+v, %v", got, err)
	}
	many, err := r.ResolveMany([]core.Query{{Mention: "FOXP2"}}, [][]mention.Definition{nil})
	if err != nil || many[0].Answers[0].Matches[0].Name != "FOXP2" || len(many[0].Answers[0].Matches) != Depth {
		t.Errorf("%+v, %v", many, err)
	}
}

func ExampleResolver_Text() {
	r := &Resolver{Lookup: atlas} // or New, for a pack
	results, _ := r.Text("", []string{"overactive bladder", "OAB", "bladder trouble"})
	for _, res := range results {
		fmt.Println(res.Answers[0].Matches[0].ID)
	}
	// Output:
	// overactive bladder
	// overactive bladder
	// overactive bladder
}
