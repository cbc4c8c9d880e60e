package mapping

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestDecisions requires choices to win in every format, over what is around a mention and over --min-p.
func TestDecisions(t *testing.T) {
	decide := func() *Decisions {
		d := new(Decisions)
		d.Add("near b", 2, []core.Entity{{ID: "T:z", Name: "zed"}})
		d.Add("a", 3, nil)
		d.Add("two of them", 4, []core.Entity{{ID: "T:y", Name: "why"}, {ID: "T:z", Name: "zed"}})
		d.Add("never", 5, nil)
		return d
	}
	const table = "m\na\nnear  b \nc\ntwo of them\nNA\n"
	for _, tt := range []struct {
		format, want string
	}{
		{formatCSV, "a,,,,nil,,,,none\nnear  b ,T:z,zed,,decision,1,1,,accept\nc,,,,nil,,,,review\ntwo of them,T:y|T:z,why|zed,|,decision|decision,1|1,1|1,several,accept\nNA,,,,nil,,,,none\n"},
		{formatJSONL, `"id":"T:z","name":"zed","matched":"","stage":"decision","distance":0,"score":1,"p":1,"margin":1`},
		{formatSSSOM, "near  b \trdfs literal\tskos:exactMatch\tT:z\tzed\tsemapv:ManualMappingCuration\t1\t"},
	} {
		c := Config{Columns: []string{"m"}, Format: tt.format, InOrder: tt.format == formatCSV, Decisions: decide()}
		c.Options.Lookup.MinP = 0.95
		out, stats, err := mapText(t, "t.csv", table, "out", c)
		if err != nil || !strings.Contains(out, tt.want) {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.format, err, out, tt.want)
		}
		if stats.Found[StageDecision] != 2 || stats.NIL+stats.Found[core.StageExact] != 3 {
			t.Errorf("%s: %+v", tt.format, stats)
		}
		for line, mention := range c.Decisions.Unused() {
			if line != 5 || mention != "never" {
				t.Errorf("%s: %q in line %d is not used", tt.format, mention, line)
			}
		}
	}
	c := Config{Columns: []string{"m"}, Decisions: decide(), Unmapped: NewTally(), Doubtful: NewTally()}
	_, _, err := mapText(t, "t.csv", table, "out", c)
	check(t, err)
	if c.Unmapped.Len() != 1 || c.Doubtful.Len() != 1 {
		t.Errorf("%v, %v: what is decided is neither unmapped nor doubtful", c.Unmapped.Top(9), c.Doubtful.Top(9))
	}
}
