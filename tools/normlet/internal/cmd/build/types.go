package build

import (
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/train/tag"
)

// typeReport says of which type a namespace is.
type typeReport struct {
	Namespace string         `json:"namespace"`
	Type      string         `json:"type"`
	Stated    bool           `json:"stated"`
	Names     int            `json:"names"` // that were looked at
	Like      map[string]int `json:"like"`  // of these, by type
}

func typesReport(found []tag.Found) (out []typeReport) {
	for i := range found {
		f := &found[i]
		r := typeReport{f.Namespace, f.Type, f.Stated, f.Names, map[string]int{}}
		for t, n := range f.Like {
			if n > 0 {
				r.Like[tag.Types()[t]] = n
			}
		}
		out = append(out, r)
	}
	return out
}

// describeTypes says for each type which namespaces have it, and why; last, what has none.
func describeTypes(std *cli.IO, found []tag.Found) {
	for t, kind := range tag.Types() {
		var of []string
		stated, names, like := true, 0, 0
		for i := range found {
			if f := &found[i]; f.Type == kind {
				of = append(of, f.Namespace)
				stated = stated && f.Stated
				names, like = names+f.Names, like+f.Like[t]
			}
		}
		if len(of) == 0 {
			continue
		}
		where, why := namespaces(of, len(found)), "as stated"
		if !stated {
			why = fmt.Sprintf("%d %% of %d names are such, or look so", 100*like/names, names)
		}
		if kind == tag.NoType {
			describeOthers(std, where, found, stated)
		} else {
			fmt.Fprintf(std.Err, "annotate: %s%s: %s\n", kind, where, why)
		}
	}
}

// describeOthers says that namespaces have no type, and which is the nearest.
func describeOthers(std *cli.IO, where string, found []tag.Found, stated bool) {
	if stated {
		fmt.Fprintf(std.Err, "annotate: no type%s, as stated: texts are searched for the names\n", where)
		return
	}
	var near []string
	for i := range found {
		f := &found[i]
		if of, n := f.Most(); f.Type == tag.NoType && of != tag.NoType && f.Names >= tellable {
			near = append(near, strings.TrimPrefix(fmt.Sprintf("%s: %d of %d names look like %s", f.Namespace, n, f.Names, of), ": "))
		}
	}
	why := ""
	if len(near) > 0 {
		why = " (" + strings.Join(near[:min(len(near), maxNear)], "; ") + ", too few for that type; --type states one)"
	}
	fmt.Fprintf(std.Err, "annotate: no type%s: texts are searched for the names%s\n", where, why)
}

// tellable is how many names show that a list is near a type: a few look like anything.
const tellable = 10

// maxNear is how many namespaces without a type are told with the one that is near.
const maxNear = 4

// namespaces lists the namespaces of a type, "" if these are all and have no name.
func namespaces(of []string, all int) string {
	if all == 1 && of[0] == "" {
		return ""
	}
	of = slices.Clone(of)
	for i := range of {
		if of[i] == "" {
			of[i] = "ids without a prefix"
		}
	}
	return " (" + strings.Join(of, ", ") + ")"
}
