package mobile_test

import (
	"sync"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/mobile"
)

func TestText(t *testing.T) {
	n := open(t, assets.Default())
	for _, c := range []struct{ context, first string }{
		{"", "forkhead box P2"},
		{"The forkhead box P2 (FBP) gene.", "speech"},
	} {
		text := n.Text(c.context, "NCBIGene")
		for _, mention := range []string{c.first, "FBP", " "} {
			text.Add(mention)
		}
		for _, k := range []int{1, 2, 1000} {
			all, err := text.Lookup(k)
			if err != nil || all.Len() != 3 || text.Len() != 3 {
				t.Fatalf("%d of %d, %v", all.Len(), text.Len(), err)
			}
			if found := all.Get(1); found.Get(0).ID != "NCBIGene:93986" || found.Len() != 1 {
				t.Errorf("FBP after %q in %q: %+v of %d", c.first, c.context, found.Get(0), found.Len())
			}
			if blank := all.Get(2); blank.Len() != 0 || !blank.IsNIL() || blank.NILProbability() != 1 {
				t.Errorf("a blank mention: %+v", blank)
			}
			if all.Get(3) != nil || all.Get(-1) != nil {
				t.Error("a mention where none is")
			}
		}
	}
	text := n.Text("", "")
	if all, err := text.Lookup(1); err != nil || all.Len() != 0 {
		t.Errorf("no mentions: %v, %v", all, err)
	}
	_, err := text.Lookup(0)
	wantKind(t, "no matches", err, mobile.KindArgument)
	text = n.Text("", "MESH")
	text.Add("FOXP2")
	_, err = text.Lookup(1)
	wantKind(t, "another namespace", err, mobile.KindNamespace)
	n.Close()
	_, err = text.Lookup(1)
	wantKind(t, "closed", err, mobile.KindClosed)
}

// TestTextThreads is for the race detector.
func TestTextThreads(t *testing.T) {
	text := defaultPack(t).Text("", "")
	var done sync.WaitGroup
	for range 4 {
		done.Go(func() {
			for range 5 {
				text.Add("FOXP2")
				if _, err := text.Lookup(1); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
	if text.Len() != 20 {
		t.Errorf("%d mentions", text.Len())
	}
}

func TestTextOfNothing(t *testing.T) {
	var none *mobile.Normalizer
	var nothing *mobile.Text
	for _, text := range []*mobile.Text{none.Text("", ""), nothing, new(mobile.Text)} {
		text.Add("FOXP2")
		_, err := text.Lookup(1)
		wantKind(t, "no pack", err, mobile.KindClosed)
	}
	if nothing.Len() != 0 {
		t.Errorf("%d mentions of nothing", nothing.Len())
	}
	for _, m := range []*mobile.TextMatches{nil, new(mobile.TextMatches)} {
		if m.Len() != 0 || m.Get(0) != nil {
			t.Errorf("%+v", m)
		}
	}
}
