package entity_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/details"
	"github.com/normlet/normlet/internal/core/entity"
	"github.com/normlet/normlet/internal/core/score"
)

// thing is an entity with its names, by kind. The first primary one is its primary name unless another is marked by a star.
type thing struct {
	id, namespace string
	same          uint32 // the first entity that is the same thing
	names         string // kind=name, ...
}

// things are aspirin three times, caffeine twice, and others: ids with and without a prefix, prefixes of one length, one
// that begins as another does, and one spelled in two ways.
var things = []thing{
	{"9", "X", 0, "primary=nine"},
	{"AB:1", "A", 1, "primary=aspirin, primary=*Aspirin, related=pain killer, alias=ASA, exact=acetylsalicylic acid"},
	{"AB:2", "A", 2, "primary=caffeine"},
	{"AB:3", "A", 3, "primary=theine"},
	{"ABC:1", "C", 1, "primary=aspirin"},
	{"CD:7", "A", 2, "primary=guaranine"},
	{"D01", "MESH", 1, "alias=ecotrin, primary=aspirin (drug)"},
	{"cd:8", "D", 7, "primary=eight"},
}

var entries = []details.Entry{
	{ID: "AB:0", Now: "AB:1"},
	{ID: "AB:1", FullName: "acetylsalicylic acid", Definition: "A drug.", XRefs: []string{"DB:945"}},
	{ID: "CD:6", Now: "CD:7"},
	{ID: "CD:9", Now: "AB:2"},
	{ID: "OLD:5", Now: "GONE:5"},
	{ID: "cd:9", Now: "AB:3"},
}

// contents returns the tables of a pack of some things.
func contents(t *testing.T, list []thing, known []details.Entry) *pack.Contents {
	t.Helper()
	c := &pack.Contents{Meta: []pack.Pair{{Key: pack.MetaURL + "ab", Value: "https://ab.example/$1"}, {Key: pack.MetaURL + "mesh", Value: "https://mesh.example/?$1"}}}
	var ids, names []string
	for e, x := range list {
		ids = append(ids, x.id)
		if !slices.Contains(c.Namespaces, x.namespace) {
			c.Namespaces = append(c.Namespaces, x.namespace)
		}
		c.EntityNamespace = append(c.EntityNamespace, uint16(slices.Index(c.Namespaces, x.namespace)))
		c.Same, c.Prior = append(c.Same, x.same), append(c.Prior, uint8(e))
		first := len(names)
		c.PrimaryRow = append(c.PrimaryRow, uint32(first))
		for _, n := range strings.Split(x.names, ", ") {
			kind, name, _ := strings.Cut(n, "=")
			k, ok := pack.ParseKind(kind)
			if !ok {
				t.Fatalf("no kind: %q", n)
			}
			if primary, ok := strings.CutPrefix(name, "*"); ok || k == pack.KindPrimary && len(names) > first && c.RowKind[first] != k {
				c.PrimaryRow[e], name = uint32(len(names)), primary
			}
			names, c.RowKind, c.RowEntity = append(names, name), append(c.RowKind, k), append(c.RowEntity, uint32(e))
		}
	}
	c.IDs, c.Names = pack.NewStrings(ids), pack.NewStrings(names)
	var err error
	if c.Details, err = details.Append(nil, known); err != nil {
		t.Fatal(err)
	}
	return c
}

func index(t *testing.T, c *pack.Contents) *entity.Index {
	t.Helper()
	x, err := entity.New(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestResolve(t *testing.T) {
	t.Parallel()
	x := index(t, contents(t, things, entries))
	for _, c := range []struct {
		ask    string
		entity uint32
		former string
		ok     bool
	}{
		{"9", 0, "", true},
		{"AB:1", 1, "", true},
		{"ab:1", 1, "", true},
		{"abc:1", 4, "", true},
		{"CD:7", 5, "", true},
		{"cd:7", 5, "", true},
		{"Cd:8", 7, "", true},
		{"7", 5, "", true}, // one entity alone has the rest
		{"1", 0, "", false},
		{"mesh:D01", 6, "", true}, // by its namespace
		{"MESH:D00", 0, "", false},
		{"AB:D01", 0, "", false},
		{"x:9", 0, "", true},
		{"AB:0", 1, "AB:0", true},
		{"ab:0", 1, "AB:0", true},
		{"0", 1, "AB:0", true},
		{"6", 5, "CD:6", true},
		{"OLD:5", 0, "", false}, // replaced by what is gone
		{"AB:4", 0, "", false},
		{"", 0, "", false},
		{":", 0, "", false},
		{"aspirin", 0, "", false},
	} {
		if e, former, ok := x.Resolve(c.ask); ok != c.ok || e != c.entity || former != c.former {
			t.Errorf("%q is %d, formerly %q, %t; want %+v", c.ask, e, former, ok, c)
		}
	}
	if _, _, ok := x.Resolve("Cd:9"); ok {
		t.Error("a former id of two entities, by its spelling, stands for one")
	}
	bare := index(t, contents(t, things, nil))
	if e, _, ok := bare.Resolve("AB:0"); ok || e != 0 {
		t.Errorf("without details the former id AB:0 is %d, %t", e, ok)
	}
	if e, _, ok := bare.Resolve("ab:1"); !ok || e != 1 {
		t.Errorf("without details ab:1 is %d, %t", e, ok)
	}
}

// TestManyPrefixes finds ids by prefixes of another case among as many prefixes as are read, and among more as they stand.
func TestManyPrefixes(t *testing.T) {
	t.Parallel()
	for count, want := range map[int]bool{1024: true, 1025: false} {
		var list []thing
		for i := range count {
			list = append(list, thing{fmt.Sprintf("P%04d:1", i), "X", uint32(i), "primary=name"})
		}
		x := index(t, contents(t, list, nil))
		if e, _, ok := x.Resolve("p0000:1"); ok != want || e != 0 {
			t.Errorf("%d prefixes: p0000:1 is %d, %t", count, e, ok)
		}
		if e, _, ok := x.Resolve("P0007:1"); !ok || e != 7 {
			t.Errorf("%d prefixes: P0007:1 is %d, %t", count, e, ok)
		}
	}
}

func TestIdentify(t *testing.T) {
	t.Parallel()
	x := index(t, contents(t, things, entries))
	for _, c := range []struct {
		mention string
		wish    entity.Wish
		want    string // what it is, and the id as the pack has it; "" for nothing
	}{
		{"AB:1", entity.Wish{}, "AB:1 AB:1"},
		{"abc:1", entity.Wish{}, "ABC:1 ABC:1"}, // itself, though another of its group comes first
		{"ab:0", entity.Wish{}, "AB:1 AB:0"},
		{"D01", entity.Wish{}, ""}, // a name may look like this
		{"AB:4", entity.Wish{}, ""},
		{" AB:1\t", entity.Wish{}, "AB:1 AB:1"}, // other ways to write an id
		{"AB_1", entity.Wish{}, "AB:1 AB:1"},
		{"ab_0", entity.Wish{}, "AB:1 AB:0"},
		{"RRID:AB_1", entity.Wish{}, "AB:1 AB:1"},
		{"AB:AB:1", entity.Wish{}, "AB:1 AB:1"},
		{"mesh:d01", entity.Wish{}, "D01 D01"},
		{"http://ab.example/1", entity.Wish{}, "AB:1 AB:1"},
		{"https://mesh.example/?D01", entity.Wish{}, "D01 D01"},
		{"https://identifiers.org/ab:1", entity.Wish{}, "AB:1 AB:1"},
		{"https://identifiers.org/ab/1/", entity.Wish{}, "AB:1 AB:1"},
		{"http://purl.example/obo/ABC_1", entity.Wish{}, "ABC:1 ABC:1"},
		{"http://www.example/onto#ABC_1", entity.Wish{}, "ABC:1 ABC:1"},
		{"AB_x", entity.Wish{}, ""}, // a name
		{"AB-1", entity.Wish{}, ""},
		{"9", entity.Wish{}, ""},
		{"_1", entity.Wish{}, ""},
		{"x:AB", entity.Wish{}, ""},
		{"http://", entity.Wish{}, ""},
		{"http://ab.example/", entity.Wish{}, ""},
		{"http://ab.example/4", entity.Wish{}, ""},
		{"http://elsewhere.example/7", entity.Wish{}, ""}, // CD:7 has this number, and so has much else
		{"AB:1", entity.Wish{Prefer: []string{"mesh"}}, "D01 AB:1"},
		{"AB:1", entity.Wish{Prefer: []string{"abc"}}, "ABC:1 AB:1"},
		{"AB:1", entity.Wish{Prefer: []string{"X", "c", "mesh"}}, "ABC:1 AB:1"},
		{"AB:1", entity.Wish{Prefer: []string{"x"}}, "AB:1 AB:1"},
		{"AB:3", entity.Wish{Prefer: []string{"c"}}, "AB:3 AB:3"},
		{"AB:1", entity.Wish{Namespaces: []string{"C"}}, "ABC:1 AB:1"},
		{"AB:1", entity.Wish{Namespaces: []string{"X", "MESH"}}, "D01 AB:1"},
		{"AB:1", entity.Wish{Namespaces: []string{"A"}, Prefer: []string{"C"}}, "AB:1 AB:1"},
		{"AB:1", entity.Wish{Namespaces: []string{"D"}}, ""},
		{"AB:1", entity.Wish{Namespaces: []string{"D", "X"}}, ""},
	} {
		got := ""
		if found, matched, _ := x.Identify(c.mention, &c.wish, false); len(found) == 1 {
			got = things[found[0]].id + " " + matched
		}
		if got != c.want {
			t.Errorf("%s, %+v: %q, want %q", c.mention, c.wish, got, c.want)
		}
	}
}

// described is what an index says of an entity.
type described struct {
	names, same []string // with kinds, the primary one first
	detail      details.Entry
	url         string
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	c := contents(t, things, entries)
	x := index(t, c)
	for e, want := range []described{
		{names: []string{"nine primary"}}, {
			names: []string{"Aspirin primary", "aspirin primary", "acetylsalicylic acid exact", "ASA alias", "pain killer related"}, same: []string{"ABC:1", "D01"},
			detail: details.Entry{FullName: "acetylsalicylic acid", Definition: "A drug.", XRefs: []string{"DB:945"}}, url: "https://ab.example/1",
		},
		{names: []string{"caffeine primary"}, same: []string{"CD:7"}, url: "https://ab.example/2"},
		{names: []string{"theine primary"}, url: "https://ab.example/3"},
		{names: []string{"aspirin primary"}, same: []string{"AB:1", "D01"}},
		{names: []string{"guaranine primary"}, same: []string{"AB:2"}},
		{names: []string{"aspirin (drug) primary", "ecotrin alias"}, same: []string{"AB:1", "ABC:1"}, url: "https://mesh.example/?D01"},
		{names: []string{"eight primary"}},
	} {
		var got described
		for _, row := range x.Rows(uint32(e)) {
			got.names = append(got.names, c.Names.At(int(row))+" "+c.RowKind[row].String())
		}
		_, got.same = x.Named(uint32(e), &entity.Wish{})
		got.detail, got.url = x.Details(uint32(e))
		if got.detail.ID = ""; !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%+v\nwant\n%+v", things[e].id, got, want)
		}
	}
}

// TestDetails refuses a section that is none when the index is made, and finds damage in its texts when it is asked to.
func TestDetails(t *testing.T) {
	t.Parallel()
	c := contents(t, things, entries)
	if err := index(t, c).CheckDetails(); err != nil {
		t.Error(err)
	}
	c.Details[len(c.Details)-1] ^= 0xff
	if err := index(t, c).CheckDetails(); err == nil {
		t.Error("damage is not found")
	}
	c.Details = []byte{9}
	if _, err := entity.New(c, nil); err == nil {
		t.Error("details of another version are taken")
	}
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	x := index(t, contents(t, things, nil))
	for _, c := range []struct {
		prefer []string
		want   string
	}{
		{nil, ""}, {[]string{"ab"}, ""}, {[]string{"mesh"}, ""}, {[]string{"AB", "D", "CD"}, ""}, {[]string{"ab", "go", "hp"}, "go"},
	} {
		if got := x.Unknown(c.prefer); got != c.want {
			t.Errorf("%q: %q, want %q", c.prefer, got, c.want)
		}
	}
}

// candidates are things by number, with probabilities; those of names the mention has exactly.
func candidates(p map[int]float64, order ...int) (cs []score.Candidate, ps []float64) {
	for _, e := range order {
		cs, ps = append(cs, score.Candidate{Entity: int32(e), Row: int32(100 + e), Stage: score.StageExact}), append(ps, p[e])
	}
	return cs, ps
}

func TestMerge(t *testing.T) {
	t.Parallel()
	x := index(t, contents(t, things, nil))
	alone := contents(t, things, nil)
	alone.Same = nil
	for _, c := range []struct {
		name  string
		x     *entity.Index
		p     map[int]float64
		order []int
		wish  entity.Wish
		want  string
	}{
		{"none", x, nil, nil, entity.Wish{}, "[] []"},
		{"one", x, map[int]float64{3: 0.5}, []int{3}, entity.Wish{Prefer: []string{"MESH"}}, "[AB:3] [0.5]"},
		{"different things", x, map[int]float64{0: 0.5, 3: 0.25, 7: 0.125}, []int{0, 3, 7}, entity.Wish{}, "[9 AB:3 cd:8] [0.5 0.25 0.125]"},
		{"equal ones stay in order", x, map[int]float64{7: 0.25, 3: 0.25, 0: 0.25}, []int{7, 3, 0}, entity.Wish{}, "[cd:8 AB:3 9] [0.25 0.25 0.25]"},
		{"sums pass others", x, map[int]float64{0: 0.375, 1: 0.25, 2: 0.125, 4: 0.0625, 6: 0.125}, []int{0, 1, 2, 6, 4}, entity.Wish{},
			"[AB:1 9 AB:2] [0.4375 0.375 0.125]"},
		{"the last passes all", x, map[int]float64{0: 0.25, 3: 0.25, 7: 0.125, 2: 0.125, 5: 0.1875}, []int{0, 3, 7, 2, 5}, entity.Wish{},
			"[AB:2 9 AB:3 cd:8] [0.3125 0.25 0.25 0.125]"},
		{"what follows moves up", x, map[int]float64{1: 0.5, 4: 0.25, 0: 0.125}, []int{1, 4, 0}, entity.Wish{}, "[AB:1 9] [0.75 0.125]"},
		{"two groups", x, map[int]float64{5: 0.25, 4: 0.25, 2: 0.125, 1: 0.0625}, []int{5, 4, 2, 1}, entity.Wish{}, "[CD:7 ABC:1] [0.375 0.3125]"},
		{"the wanted one of a group", x, map[int]float64{1: 0.5, 4: 0.25}, []int{1, 4}, entity.Wish{Prefer: []string{"mesh"}}, "[D01] [0.75]"},
		{"without groups", index(t, alone), map[int]float64{1: 0.5, 4: 0.25}, []int{1, 4}, entity.Wish{Prefer: []string{"mesh"}}, "[AB:1 ABC:1] [0.5 0.25]"},
		{"a namesake whose prefix is wanted", index(t, alone), map[int]float64{1: 0.375, 0: 0.25, 5: 0.25, 3: 0.125}, []int{1, 0, 5, 3},
			entity.Wish{Prefer: []string{"CD"}}, "[CD:7 9 AB:3] [0.625 0.25 0.125]"},
		{"the likeliest of several", index(t, alone), map[int]float64{5: 0.375, 1: 0.25, 2: 0.25}, []int{5, 1, 2},
			entity.Wish{Prefer: []string{"AB"}}, "[AB:1 AB:2] [0.625 0.25]"},
		{"no namesake of another namespace", index(t, alone), map[int]float64{1: 0.375, 7: 0.25, 4: 0.25}, []int{1, 7, 4},
			entity.Wish{Prefer: []string{"ABC"}}, "[AB:1 cd:8 ABC:1] [0.375 0.25 0.25]"},
		{"none wanted more than the best", index(t, alone), map[int]float64{1: 0.375, 2: 0.25, 3: 0.25}, []int{1, 2, 3},
			entity.Wish{Prefer: []string{"AB"}}, "[AB:1 AB:2 AB:3] [0.375 0.25 0.25]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cs, p := candidates(c.p, c.order...)
			cs, p = c.x.Merge(cs, p, &c.wish)
			ids := []string{}
			for _, k := range cs {
				ids = append(ids, things[k.Entity].id)
			}
			if p == nil {
				p = []float64{}
			}
			if got := fmt.Sprint(ids, p); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestNamed has entities that other lists have, too: the wanted id comes first, and none is lost.
func TestNamed(t *testing.T) {
	t.Parallel()
	c := contents(t, things, nil)
	c.Also = []byte("AB:1\tDB:945 LN:1\nD01\tXY:1\n")
	x := index(t, c)
	for _, tt := range []struct {
		id     string
		prefer []string
		want   string
	}{
		{"AB:1", nil, "AB:1 [DB:945 LN:1 ABC:1 D01 XY:1]"},
		{"AB:1", []string{"ln", "db"}, "LN:1 [DB:945 AB:1 ABC:1 D01 XY:1]"},
		{"AB:1", []string{"A", "DB"}, "AB:1 [DB:945 LN:1 ABC:1 D01 XY:1]"}, // by its namespace
		{"D01", []string{"xy"}, "XY:1 [D01 AB:1 DB:945 LN:1 ABC:1]"},
		{"AB:3", []string{"DB"}, "AB:3 []"},
	} {
		e, _ := c.IDs.Find(tt.id)
		id, same := x.Named(uint32(e), &entity.Wish{Prefer: tt.prefer})
		if got := fmt.Sprint(id, " ", same); got != tt.want {
			t.Errorf("%s, %q preferred: %s, want %s", tt.id, tt.prefer, got, tt.want)
		}
		if got := x.ID(uint32(e), &entity.Wish{Prefer: tt.prefer}); got != id {
			t.Errorf("%s, %q preferred: the id is %s, want %s", tt.id, tt.prefer, got, id)
		}
	}
	if got := x.Unknown([]string{"db", "LN", "zz"}); got != "zz" {
		t.Errorf("%q is unknown", got)
	}
	cs, p := candidates(map[int]float64{4: 0.5, 1: 0.25}, 4, 1)
	if cs, p = x.Merge(cs, p, &entity.Wish{Prefer: []string{"DB"}}); cs[0].Entity != 1 || p[0] != 0.75 {
		t.Errorf("DB preferred: entity %d, %v", cs[0].Entity, p)
	}
}

// TestSame tells what is the same thing, and gives the table that the index was made of.
func TestSame(t *testing.T) {
	t.Parallel()
	c := contents(t, things, nil)
	x := index(t, c)
	if got := x.Same(len(things)); !slices.Equal(got, c.Same) {
		t.Errorf("%v, want %v", got, c.Same)
	}
	c.Same = nil
	if x := index(t, c); x.Same(len(things)) != nil {
		t.Error("without groups entities are the same thing")
	}
}
