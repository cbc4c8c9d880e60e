package core_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/set"
)

// plain returns the tables without what a set cannot have.
func plain(c *pack.Contents) *pack.Contents {
	out := *c
	out.Details, out.Same = nil, nil
	return &out
}

// cut returns the tables of the entities [from, to) of c.
func cut(c *pack.Contents, from, to int) *pack.Contents {
	out := *c
	var ids, texts []string
	for e := from; e < to; e++ {
		ids = append(ids, c.IDs.At(e))
	}
	out.Prior, out.PrimaryRow = c.Prior[from:to], nil
	out.Namespaces, out.EntityNamespace = nil, nil
	for _, ns := range c.EntityNamespace[from:to] { // each member has its own, in any order
		i := slices.Index(out.Namespaces, c.Namespaces[ns])
		if i < 0 {
			i, out.Namespaces = len(out.Namespaces), append(out.Namespaces, c.Namespaces[ns])
		}
		out.EntityNamespace = append(out.EntityNamespace, uint16(i))
	}
	if c.ProfileBits > 0 {
		out.Profiles = c.Profiles[from*c.ProfileBits/64 : to*c.ProfileBits/64]
	}
	out.RowEntity, out.RowKind, out.Codes = nil, nil, nil
	at := map[int]uint32{}
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		if e := int(c.RowEntity[row]); from <= e && e < to {
			at[row] = uint32(len(texts))
			texts = append(texts, string(name))
			out.RowEntity, out.RowKind = append(out.RowEntity, uint32(e-from)), append(out.RowKind, c.RowKind[row])
			out.Codes = append(out.Codes, c.Code(row)...)
		}
	}
	for e := from; e < to; e++ {
		out.PrimaryRow = append(out.PrimaryRow, at[int(c.PrimaryRow[e])])
	}
	out.IDs, out.Names, out.Self = pack.NewStrings(ids), pack.NewStrings(texts), nil
	return &out
}

// split returns the members of a set of c, of very different sizes.
func split(c *pack.Contents, members int) []*pack.Contents {
	var list []*pack.Contents
	from := 0
	for m := range members {
		to := c.IDs.Len() * (m + 1) * (m + 2) / (members * (members + 1))
		list = append(list, cut(c, from, to))
		from = to
	}
	for m, order := range pack.Order(list) {
		list[m].SetOrder(order)
	}
	return list
}

// writeSet writes members and their manifest, which it names.
func writeSet(t testing.TB, folder string, list []*pack.Contents, o *pack.WriteOptions) string {
	t.Helper()
	var manifest []set.Member
	for m, c := range list {
		data, err := c.Append(nil, o)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("all-%d.normpack", m+1)
		writeFile(t, filepath.Join(folder, name), data)
		manifest = append(manifest, set.Member{SHA256: sha256.Sum256(data), Size: int64(len(data)), File: name})
	}
	path := filepath.Join(folder, "all.normset")
	writeFile(t, path, set.Append(nil, manifest))
	return path
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// asked returns names of c as they are, mistyped and joined, and text that names nothing.
func asked(c *pack.Contents, step int) []core.Query {
	list := []core.Query{{Mention: ""}, {Mention: "..."}, {Mention: "zzzz qqqq"}, {Mention: "2-Sep"}, {Mention: "MEK1/2"}, {Mention: strings.Repeat("long ", 90)}}
	ask := func(s string) { list = append(list, core.Query{Mention: s}) }
	for row := 0; row < c.Names.Len(); row += step {
		name := c.Names.At(row)
		words := strings.Fields(name)
		switch row / step % 6 {
		case 0:
			ask(name)
		case 1:
			ask(strings.ToUpper(name) + "s")
		case 2:
			ask(name[:len(name)/2] + name[min(len(name), len(name)/2+1):]) // one byte less, perhaps of a rune
		case 3:
			ask("the " + name + " in humans")
		case 4:
			slices.Reverse(words)
			ask(strings.Join(words, " "))
		case 5:
			short := ""
			for _, w := range words {
				short += w[:1]
			}
			ask(short)
		}
	}
	for i := range list {
		if i%5 == 0 {
			list[i].Context = "The gene is expressed in the heart and binds DNA; patients had " + list[(i+7)%len(list)].Mention
		}
	}
	return list
}

// TestSetAnswersAsOnePack opens one list as a pack and as sets, and asks both.
func TestSetAnswersAsOnePack(t *testing.T) {
	whole, err := pack.Parse(assets.Default())
	if err != nil {
		t.Fatal(err)
	}
	small := plain(contents(t))
	lists := map[string]*pack.Contents{"small": small, "default": plain(whole)}
	if testing.Short() { // minutes where processors are emulated
		delete(lists, "default")
	}
	for name, c := range lists {
		t.Run(name, func(t *testing.T) {
			one, err := core.New(c)
			if err != nil {
				t.Fatal(err)
			}
			queries := asked(c, max(1, c.Names.Len()/400))
			for members, o := range map[int]*pack.WriteOptions{1: nil, 3: {RawCodes: true, Plain: true}, 7: {RawCodes: true}} {
				if c != small { // slow, and 3 and 7 show more
					if members == 1 {
						continue
					}
					o = &pack.WriteOptions{RawCodes: true, Plain: true}
				}
				path := writeSet(t, t.TempDir(), split(c, members), o)
				many, err := core.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				sameAnswers(t, one, many, queries)
				sameTables(t, c, many)
				if err := many.Close(); err != nil {
					t.Fatal(err)
				}
				if _, err := many.LookupWith("aspirin", core.Options{}); !errors.Is(err, core.ErrClosed) {
					t.Errorf("a closed set: %v", err)
				}
			}
		})
	}
}

func sameAnswers(t *testing.T, one, many *core.Normalizer, queries []core.Query) {
	t.Helper()
	namespaces := one.Info().Namespaces
	for i, o := range []core.Options{{K: 10}, {K: 3, SkipNear: true}, {Namespaces: namespaces[:1]}, {Namespaces: namespaces[len(namespaces)-1:], MinP: 0.4}} {
		want, err := one.LookupMany(queries, o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := many.LookupMany(queries, o)
		if err != nil {
			t.Fatal(err)
		}
		for k := range want {
			if !reflect.DeepEqual(got[k], want[k]) {
				t.Fatalf("options %d, %q:\n  set  %+v\n  pack %+v", i, queries[k].Mention, got[k], want[k])
			}
		}
		if i > 0 {
			continue
		}
		for k, q := range queries {
			o.Context = q.Context
			if got, err := many.LookupWith(q.Mention, o); err != nil || !reflect.DeepEqual(got, want[k]) {
				t.Fatalf("%q alone: %+v, %v", q.Mention, got, err)
			}
		}
	}
}

func sameTables(t *testing.T, c *pack.Contents, many *core.Normalizer) {
	t.Helper()
	for e := 0; e < c.IDs.Len(); e += 1 + c.IDs.Len()/500 {
		id := c.IDs.At(e)
		if got, ok := many.Entity(id); !ok || got.ID != id || got.Name != c.Names.At(int(c.PrimaryRow[e])) {
			t.Fatalf("entity %s: %+v, %t", id, got, ok)
		}
	}
	info := many.Info()
	if info.Names != c.Names.Len() || info.Entities != c.IDs.Len() || !slices.Equal(info.Namespaces, c.Namespaces) {
		t.Errorf("%+v", info)
	}
	if c.Names.Len() < 1000 {
		if err := many.CheckCodes(t.Context(), nil); err != nil {
			t.Error(err)
		}
	}
	if _, err := many.Contents().Append(nil, nil); err == nil {
		t.Error("a set is written as a pack")
	}
}

// TestBadSet opens sets that are not what they say.
func TestBadSet(t *testing.T) {
	c := plain(contents(t))
	folder := t.TempDir()
	path := writeSet(t, folder, split(c, 3), nil)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(good), "\n")
	member := func(change func(list []*pack.Contents)) func(t *testing.T, folder string) {
		return func(t *testing.T, folder string) {
			list := split(c, 3)
			change(list)
			writeSet(t, folder, list, nil)
		}
	}
	manifest := func(text string) func(*testing.T, string) {
		return func(t *testing.T, folder string) { writeFile(t, filepath.Join(folder, "all.normset"), []byte(text)) }
	}
	digest := strings.Repeat("0", 64)
	for name, x := range map[string]struct {
		change func(t *testing.T, folder string)
		want   string
	}{
		"another version":        {manifest("normlet-set 2\n"), `line 1: a pack set of version "2"`},
		"cut off at a line":      {manifest(lines[0]), "line 2: the set has no members"},
		"cut off in a line":      {manifest(string(good[:len(good)-5])), "line 4: it does not end in a newline"},
		"a member less":          {manifest(lines[0] + lines[1] + lines[2]), "line 2: all-1.normpack: pack: damaged file: section ORDR"},
		"the order of members":   {manifest(lines[0] + lines[2] + lines[1] + lines[3]), "line 3: all-1.normpack: its first entity"},
		"a member twice":         {manifest(lines[0] + lines[1] + lines[1]), `line 3: "all-1.normpack" is the member of line 2, too`},
		"no digest":              {manifest(lines[0] + "abc 12 all-1.normpack\n"), `line 2: "abc" is no SHA-256`},
		"no size":                {manifest(lines[0] + digest + " +5 all-1.normpack\n"), `line 2: "+5" is no size`},
		"a blank line":           {manifest(lines[0] + "\n"), `line 2: "" is not a digest, a size and a file name`},
		"a path":                 {manifest(lines[0] + digest + " 5 ../all-1.normpack\n"), `line 2: "../all-1.normpack" is not the name of a file beside`},
		"an absolute path":       {manifest(lines[0] + digest + " 5 /etc/passwd\n"), `line 2: "/etc/passwd" is not the name`},
		"a path of Windows":      {manifest(lines[0] + digest + ` 5 ..\all-1.normpack` + "\n"), `line 2: "..\\all-1.normpack" is not the name`},
		"not UTF-8":              {manifest(lines[0] + digest + " 5 a\xff\n"), "line 2: it is not valid UTF-8"},
		"a million lines":        {manifest(lines[0] + numbered(1_000_000)), "line 4098: more than 4096 members"},
		"a missing member":       {func(t *testing.T, f string) { remove(t, filepath.Join(f, "all-2.normpack")) }, "line 3: all-2.normpack: the member cannot be read"},
		"another size":           {func(t *testing.T, f string) { writeFile(t, filepath.Join(f, "all-3.normpack"), []byte("x")) }, "line 4: all-3.normpack: it has 1 bytes"},
		"another digest":         {func(t *testing.T, f string) { flip(t, filepath.Join(f, "all-3.normpack")) }, "line 4: all-3.normpack: its SHA-256 is"},
		"an entity in two":       {member(func(l []*pack.Contents) { l[1] = cut(c, c.IDs.Len()/6-1, c.IDs.Len()/2) }), "is in the member before, too"},
		"no places":              {member(func(l []*pack.Contents) { l[1].Extra = nil }), "line 3: all-2.normpack: it has no section ORDR"},
		"places taken":           {member(func(l []*pack.Contents) { l[2].SetOrder(rising(l[2].Names.Len())) }), "which a row of another member has, too"},
		"wrong places":           {member(func(l []*pack.Contents) { place(l) }), "does not come after row"},
		"details":                {member(func(l []*pack.Contents) { l[2].Details = []byte{1, 0} }), "line 4: all-3.normpack: it has details"},
		"another calibration":    {member(func(l []*pack.Contents) { l[1].Calibration = append(slices.Clone(l[1].Calibration), 0) }), "line 3: all-2.normpack: its section CALB is not that of the first"},
		"another encoder":        {member(func(l []*pack.Contents) { l[2].Encoder = append(slices.Clone(l[2].Encoder), 0) }), "line 4: all-3.normpack: its section ENCW"},
		"other word counts":      {member(func(l []*pack.Contents) { l[2].Words = append(slices.Clone(l[2].Words), 0) }), "its section WORD"},
		"other synonyms":         {member(func(l []*pack.Contents) { l[2].Synonyms = []byte{9} }), "its section SYNO"},
		"other topics":           {member(func(l []*pack.Contents) { l[2].Context = []byte{9} }), "its section CTXT"},
		"codes of another width": {member(func(l []*pack.Contents) { l[2].Bits *= 2; l[2].Codes = append(l[2].Codes, l[2].Codes...) }), "it has codes of"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			writeSet(t, folder, split(c, 3), nil)
			x.change(t, folder)
			path := filepath.Join(folder, "all.normset")
			for _, o := range []core.OpenOptions{{}, {Read: true}} {
				n, err := core.OpenWith(path, o)
				if err == nil {
					n.Close()
					t.Fatal("it opens")
				}
				if !strings.HasPrefix(err.Error(), path+": line ") || !strings.Contains(err.Error(), x.want) {
					t.Errorf("%v; want %q", err, x.want)
				}
				if errors.Is(err, fs.ErrNotExist) {
					t.Error("the set exists")
				}
			}
		})
	}
}

func numbered(lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "%064x 5 m%d\n", i, i)
	}
	return b.String()
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// flip changes a bit in the middle of a file.
func flip(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	writeFile(t, path, data)
}

// rising returns 0 to n-1.
func rising(n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = uint32(i)
	}
	return out
}

// place gives the members places one after the other, whatever their names.
func place(list []*pack.Contents) {
	from := uint32(0)
	for _, c := range list {
		order := rising(c.Names.Len())
		for i := range order {
			order[i] += from
		}
		c.SetOrder(order)
		from += uint32(len(order))
	}
}

// TestSetOptions opens a set with limits and keys that hold for each member.
func TestSetOptions(t *testing.T) {
	path := writeSet(t, t.TempDir(), split(plain(contents(t)), 3), nil)
	var limit *pack.LimitError
	if _, err := core.OpenWith(path, core.OpenOptions{Limits: core.Limits{Entities: 10}}); !errors.As(err, &limit) || limit.Limit != "Entities" {
		t.Errorf("more entities than allowed: %v", err)
	}
	n, err := core.OpenWith(path, core.OpenOptions{Limits: core.Limits{Entities: 30}, CheckCodes: true})
	if err != nil || n.Info().Entities != entities {
		t.Errorf("a limit of each member: %v", err)
	}
	public, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := core.OpenWith(path, core.OpenOptions{Keys: []ed25519.PublicKey{public}}); !errors.Is(err, pack.ErrUnsigned) {
		t.Errorf("not signed: %v", err)
	}
	if _, err := core.OpenBytes([]byte("normlet-set 1\n")); !errors.Is(err, pack.ErrNotPack) {
		t.Errorf("a manifest alone: %v", err)
	}
}
