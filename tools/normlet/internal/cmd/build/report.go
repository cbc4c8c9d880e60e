package build

import (
	"fmt"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/train/data"
)

type buildReport struct {
	Sources     []data.SourceReport `json:"sources"`
	Mentions    []data.QueryReport  `json:"mentions,omitempty"` // files of --mentions
	Notes       []string            `json:"notes,omitempty"`
	Rows        int                 `json:"rows"`
	Entities    int                 `json:"entities"`
	Names       int                 `json:"names"`
	Definitions int                 `json:"definitions"`
	Relations   int                 `json:"relations"`
	Duplicates  int                 `json:"duplicates"`
	Promoted    int                 `json:"primary_chosen"`
	Demoted     int                 `json:"primary_made_exact"`
	Ambiguous   ambiguity           `json:"ambiguous"`
	Skipped     []data.Skipped      `json:"skipped"`
	BadCount    int                 `json:"bad_count"`
	Bad         []string            `json:"bad"`
	Secondary   map[string]string   `json:"secondary_ids"` // retired or alternative id -> id
	Joined      joinCounts          `json:"joins"`
	Joins       []data.Join         `json:"doubtful_joins"`
	Wrong       []data.Join         `json:"contradicted_joins"` // of the same thing, although a list refers to another
	Types       []typeReport        `json:"types,omitempty"`    // of namespaces
	Bits        int                 `json:"bits"`
	Method      string              `json:"method"`
	PackBytes   int                 `json:"pack_bytes"`
}

// maxListed bounds the bad rows and ambiguous names in a report.
const maxListed = 1000

// newBuildReport returns what reading and building found; lists are never null.
func newBuildReport(r *data.Report, joins []data.Join, c *pack.Contents, packBytes int) *buildReport {
	out := &buildReport{
		Sources: r.Sources, Notes: r.Notes, Rows: r.Rows, Entities: c.IDs.Len(), Names: c.Names.Len(),
		Definitions: r.Definitions, Relations: r.Relations, Duplicates: r.Duplicates,
		Promoted: r.Promoted, Demoted: r.Demoted,
		Ambiguous: ambiguous(c), Skipped: append([]data.Skipped{}, r.Skipped...), BadCount: len(r.Bad), Bad: []string{},
		Secondary: r.Secondary, Bits: c.Bits, Method: c.MetaValue("method"), PackBytes: packBytes,
	}
	out.Joined.count(joins)
	out.Joins = slices.DeleteFunc(append([]data.Join{}, joins...), func(j data.Join) bool { return j.Doubt == "" })
	out.Wrong = slices.DeleteFunc(append([]data.Join{}, joins...), func(j data.Join) bool { return !j.Contradicted() })
	for i := range r.Bad[:min(maxListed, len(r.Bad))] {
		out.Bad = append(out.Bad, r.Bad[i].Error())
	}
	return out
}

// joinCounts counts joins by what the lists' own references say of those of the same thing.
type joinCounts struct {
	All          int `json:"all"`
	Near         int `json:"near"`         // what is like the entity, and not the same thing
	Confirmed    int `json:"confirmed"`    // by a reference
	ByName       int `json:"by_name"`      // by names alone, of which no reference says anything
	Contradicted int `json:"contradicted"` // by a reference to another entity
}

func (c *joinCounts) count(joins []data.Join) {
	c.All = len(joins)
	for i := range joins {
		switch j := &joins[i]; {
		case j.Near:
			c.Near++
		case j.Contradicted():
			c.Contradicted++
		case j.Said == data.Confirm:
			c.Confirmed++
		default:
			c.ByName++
		}
	}
}

// String describes joins for people; there are some.
func (c joinCounts) String() string {
	return fmt.Sprintf("%d ids of other lists lead to entities: %d are the same thing by a reference, %d by names alone, %d although a reference says otherwise, %d are like it",
		c.All, c.Confirmed, c.ByName, c.Contradicted, c.Near)
}

// ambiguity counts the names that several entities have. Names of one normalized
// form are one name, since a mention cannot tell them apart.
type ambiguity struct {
	Names int             `json:"names"`
	Most  []ambiguousName `json:"most"` // the names of most entities first
}

type ambiguousName struct {
	Name string   `json:"name"`
	IDs  []string `json:"ids"`
}

// ambiguous goes through the names of a pack, which are in order of their normalized forms.
func ambiguous(c *pack.Contents) ambiguity {
	a := ambiguity{Most: []ambiguousName{}}
	var form, name string
	var entities []uint32
	flush := func() {
		slices.Sort(entities)
		if entities = slices.Compact(entities); len(entities) > 1 && form != "" {
			a.Names++
			a.Most = append(a.Most, ambiguousName{name, entityIDs(c, entities)})
		}
		entities = entities[:0]
	}
	for i, text := range c.Names.Range(0, c.Names.Len()) {
		next := names.Key(string(text))
		if i == 0 || next != form {
			flush()
			form, name = next, string(text)
		}
		entities = append(entities, c.RowEntity[i])
	}
	flush()
	slices.SortStableFunc(a.Most, func(x, y ambiguousName) int { return len(y.IDs) - len(x.IDs) })
	a.Most = a.Most[:min(maxListed, len(a.Most))]
	return a
}

func entityIDs(c *pack.Contents, entities []uint32) []string {
	ids := make([]string, len(entities))
	for i, e := range entities {
		ids[i] = c.IDs.At(int(e))
	}
	return ids
}

// String returns the number, and the name of most entities.
func (a ambiguity) String() string {
	if a.Names == 0 {
		return "no name is of several entities"
	}
	top := a.Most[0]
	return fmt.Sprintf("%d names are of several entities, most of all %q, of %d", a.Names, top.Name, len(top.IDs))
}

var buildReportFile = cli.JSONFile("the report of a build", "sources", "format")
