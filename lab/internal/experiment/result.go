package experiment

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
)

// Result is what an experiment found. It is written to JSON as it is.
type Result struct {
	Name     string    `json:"name"`
	Title    string    `json:"title"`
	Run      *RunInfo  `json:"run,omitempty"` // where it was run; not the experiment's to know
	Seed     uint64    `json:"seed"`
	Small    bool      `json:"small,omitempty"` // of toy size: it shows that the program works, and nothing else
	Setting  []string  `json:"setting"`         // what was done, in sentences
	Findings []Finding `json:"findings,omitempty"`
	Tables   []Table   `json:"tables"`
	Figures  []Figure  `json:"figures"`
}

// RunInfo says how a Result came about.
type RunInfo struct {
	Command string   `json:"command"`
	Commit  string   `json:"commit"`
	Machine string   `json:"machine"`
	Date    string   `json:"date,omitempty"`
	Seconds float64  `json:"seconds"` // wall time
	Inputs  []string `json:"inputs,omitempty"`
}

// Finding is what an experiment says about a claim.
type Finding struct {
	Claim    string `json:"claim"`
	Verdict  string `json:"verdict"`
	Evidence string `json:"evidence"`
}

// Table has rows of cells: strings, ints or numbers (json.Number in a Result that was read).
type Table struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
}

// add adds a row of strings, ints and float64s.
func (t *Table) add(cells ...any) {
	for i, c := range cells {
		if f, ok := c.(float64); ok {
			cells[i] = rounded(f)
		}
	}
	t.Rows = append(t.Rows, cells)
}

// Figure is a diagram of lines or of points.
type Figure struct {
	Name   string   `json:"name"` // of its file, behind that of the experiment
	Title  string   `json:"title"`
	X      string   `json:"x"` // what the axes show
	Y      string   `json:"y"`
	LogX   bool     `json:"log_x,omitempty"`
	LogY   bool     `json:"log_y,omitempty"`
	Points bool     `json:"points,omitempty"` // no lines between them
	Series []Series `json:"series"`
}

// Series is a line, or points of one colour. Labels, if any, stand at the points.
type Series struct {
	Name   string   `json:"name"`
	X      []number `json:"x"`
	Y      []number `json:"y"`
	Labels []string `json:"labels,omitempty"`
	Dashed bool     `json:"dashed,omitempty"`
}

func (s *Series) add(x, y float64) {
	s.X, s.Y = append(s.X, rounded(x)), append(s.Y, rounded(y))
}

// number has five significant digits, so that it is the same after it was written and read.
type number float64

func rounded(x float64) number {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 5, 64), 64) // of a number just formatted
	return number(x)
}

func (n number) MarshalJSON() ([]byte, error) {
	b := strconv.AppendFloat(nil, float64(n), 'g', -1, 64)
	if !bytes.ContainsAny(b, ".eIN") {
		b = append(b, ".0"...)
	}
	return b, nil
}

const (
	reproduced    = "reproduced"
	notReproduced = "not reproduced"
	undecided     = "undecided"
)

// noise is the mean difference below which nothing is concluded: as between seeds.
const noise = 0.005

// paired judges a claim that differences of paired runs are positive: reproduced if all are, two
// or more, and the mean is above the noise; not reproduced if none is and the mean is below it.
func paired(claim, what string, diffs []float64) Finding {
	positive, mean := 0, 0.0
	for _, d := range diffs {
		if d > 0 {
			positive++
		}
		mean += d / float64(len(diffs))
	}
	f := Finding{Claim: claim, Verdict: undecided}
	switch {
	case len(diffs) < 2:
	case positive == len(diffs) && mean >= noise:
		f.Verdict = reproduced
	case positive == 0 && mean <= -noise:
		f.Verdict = notReproduced
	}
	f.Evidence = fmt.Sprintf("%s: %+.4f on average of %d pairs of runs (%+.4f to %+.4f), positive in %d",
		what, mean, len(diffs), slices.Min(diffs), slices.Max(diffs), positive)
	return f
}
