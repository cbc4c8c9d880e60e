package protocol

import (
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
)

func TestAddTraining(t *testing.T) {
	file := fileOf(t)
	out, added, err := addTraining(file, []data.Query{
		{Mention: "acetylsalicylate", Gold: []string{"C:3"}},
		{Mention: "acetylsalicylate", Gold: []string{"3"}}, // the same
		{Mention: "acetylsalicylate", Gold: []string{"G:2"}},
		{Mention: "aspirin", Gold: []string{"C:3"}}, // there already
		{Mention: "nothing", Gold: []string{"C:9"}}, // not there
		{Mention: " ", Gold: []string{"C:3"}},
	})
	check(t, err)
	n, err := core.OpenBytes(out, nil)
	check(t, err)
	if a := n.Lookup("acetylsalicylate", 2); added != 2 || len(a.Matches) != 2 || a.Matches[0].Stage != core.StageExact || a.Matches[1].Stage != core.StageExact {
		t.Errorf("%d added, then %+v; want the two entities of the new name", added, a.Matches)
	}
	if same, added, err := addTraining(file, []data.Query{{Mention: "zinc", Gold: []string{"C:4"}}}); err != nil || added != 0 || len(same) != len(file) {
		t.Errorf("%d added, %v; want the pack as it was", added, err)
	}
	if _, _, err := addTraining(file[:20], nil); err == nil {
		t.Error("no error for half a pack")
	}
}
