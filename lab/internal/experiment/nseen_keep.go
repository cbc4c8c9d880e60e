package experiment

import (
	"fmt"
	"slices"
	"strings"
)

// The tables of the ablations; nseenFigures and nseenClaims are their figures and the claims of their
// findings.
var nseenTables = []string{"Models: mean and standard deviation over seeds", "Models: each seed"}

func nseenFigures() []string {
	var out []string
	for _, e := range kinds {
		out = append(out, "parts-"+e)
	}
	return append(out, "map")
}

func nseenClaims() []string {
	var out []string
	for _, e := range kinds {
		for _, p := range nseenParts {
			out = append(out, p.claimOf(e))
		}
	}
	return out
}

// nseenKept begins the sentence that says where kept ablations come from.
const nseenKept = "The ablations are kept from an earlier run: "

// keep takes over the ablations of an earlier run on the same data with the same settings.
func (r *Result) keep(earlier *Result) error {
	if earlier.Name != r.Name || earlier.Seed != r.Seed || earlier.Small != r.Small || len(earlier.Setting) < len(r.Setting) {
		return fmt.Errorf("the earlier result is of %s, seed %d; want one of %s, seed %d", earlier.Name, earlier.Seed, r.Name, r.Seed)
	}
	for i, s := range r.Setting {
		if s != earlier.Setting[i] {
			return fmt.Errorf("the earlier result is of other data or settings: %q, and now %q", earlier.Setting[i], s)
		}
	}
	r.Tables = kept(earlier.Tables, nseenTables, func(t Table) string { return t.Title })
	r.Figures = kept(earlier.Figures, nseenFigures(), func(f Figure) string { return f.Name })
	r.Findings = kept(earlier.Findings, nseenClaims(), func(f Finding) string { return f.Claim })
	if len(r.Tables) != len(nseenTables) || len(r.Figures) != len(nseenFigures()) || len(r.Findings) != len(nseenClaims()) {
		return fmt.Errorf("the earlier result has %d of %d tables, %d of %d figures and %d of %d findings of the ablations; run them again",
			len(r.Tables), len(nseenTables), len(r.Figures), len(nseenFigures()), len(r.Findings), len(nseenClaims()))
	}
	r.Setting = append(r.Setting, originOf(earlier)...)
	return nil
}

// kept returns the elements of list with one of the names.
func kept[T any](list []T, names []string, name func(T) string) (out []T) {
	for _, x := range list {
		if slices.Contains(names, name(x)) {
			out = append(out, x)
		}
	}
	return out
}

// originOf says which run trained the models of an earlier result, which may have kept them, too.
func originOf(earlier *Result) []string {
	for _, s := range earlier.Setting {
		if strings.HasPrefix(s, nseenKept) {
			return []string{s}
		}
	}
	if i := earlier.Run; i != nil {
		return []string{fmt.Sprintf("%scommit %s, %.0f s, %s.", nseenKept, i.Commit, i.Seconds, i.Machine)}
	}
	return nil
}
