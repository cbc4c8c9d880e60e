package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// longList has 400 genes of two names and one more, in no order.
func longList() string {
	var b strings.Builder
	b.WriteString("# id name kind weight namespace\n")
	for i := range 400 {
		n := (i*37)%400 + 100
		fmt.Fprintf(&b, "G:%d\tZNF%d\tprimary\t%d\tgene\n", n, n, n)
	}
	for n := 100; n < 500; n++ {
		fmt.Fprintf(&b, "G:%d\tzinc finger protein %d\texact\n", n, n)
	}
	return b.String() + "C:2\taspirin\tprimary\t900\tchemical\n"
}

// TestSet builds a pack set and gives it to every command.
func TestSet(t *testing.T) {
	f := newFixture(t)
	f.writeKeys("ours")
	f.write("long.tsv", longList())
	f.write("m.tsv", "ZNF-123\tG:123\nasprin\tC:2\n")
	f.write("in.csv", "name,n\nZNF 499,1\nqqqq,2\naspirin,3\n")
	build := "build DIR/long.tsv --encoder DIR/t.normenc --bits 64 --member-names 200 --out DIR/"
	before := f.list()
	f.steps([]step{
		{build + "long.normset --name long", 0, "took"},
		{"verify DIR/long.normset", 0, "DIR/long.normset: 801 names of 401 entities: ok"},
		{"lookup --pack DIR/long.normset -k 1 znf-123", 0, "G:123"},
		{"lookup --pack DIR/long.normset -k 1 --namespace chemical aspirin", 0, "C:2"},
		{"names --pack DIR/long.normset G:499", 0, "zinc finger protein 499"},
		{"eval --queries DIR/m.tsv --pack DIR/long.normset", 0, ""},
		{"map DIR/in.csv --column name --pack DIR/long.normset --out DIR/out.csv", 0, "3 rows: 2 mentions with an entity"},
		{"pack apply DIR/long.normset DIR/m.tsv --out DIR/c.normpack", 1, "DIR/long.normset: a pack set, and this command takes one pack: name a member"},
		{"inspect --dump DIR/long.normset", 1, "a pack set, and this command takes one pack"},
		{build + "signed.normset --sign DIR/ours.pem", 0, "took"},
		{"verify --key DIR/ours.pub.pem DIR/signed.normset", 0, ": ok"},
		{"verify --key DIR/ours.pub.pem DIR/long.normset", 1, "line 2: long-0001.normpack: pack: the file is not signed"},
	})
	reopen := new(app).packReopener(f.path("long.normset"), nil)
	again, err := os.Open(f.path("long.normset"))
	f.check(err)
	for _, replaced := range []*os.File{nil, again} { // as serve opens it, and once it was replaced
		n, err := reopen(replaced)
		f.check(err)
		if a := n.Lookup("ZNF499", 1); len(a.Matches) != 1 || a.Matches[0].ID != "G:499" {
			t.Errorf("%+v", a)
		}
	}
	_, inspected, _ := f.run(nil, "inspect", f.path("long.normset"))
	for _, want := range []string{"members     4", "names       801", `names: "801"`, `name: "long"`, "long-0004.normpack"} {
		if !strings.Contains(inspected, want) {
			t.Errorf("inspect lacks %q:\n%s", want, inspected)
		}
	}
	for _, name := range f.list() {
		if !slices.Contains(before, name) && !strings.HasPrefix(name, "long") && !strings.HasPrefix(name, "signed") && name != "out.csv" {
			t.Errorf("%s is left behind", name)
		}
	}
}

// TestSetBytes builds a set twice: the same bytes, which do not depend on the order of rows.
func TestSetBytes(t *testing.T) {
	f := newFixture(t)
	lines := strings.SplitAfter(longList(), "\n")
	f.write("long.tsv", strings.Join(lines, ""))
	slices.Sort(lines[401:])
	slices.Reverse(lines[1:401])
	f.write("other.tsv", strings.Join(lines, ""))
	for _, list := range []string{"long", "other"} {
		f.steps([]step{{"build DIR/" + list + ".tsv --encoder DIR/t.normenc --bits 64 --member-names 200 --compress-members --out DIR/" + list + ".normset", 0, "took"}})
	}
	for member := 1; member <= 4; member++ {
		name := fmt.Sprintf("-%04d.normpack", member)
		if f.read("long"+name) != f.read("other"+name) {
			t.Errorf("member %d has other bytes", member)
		}
		if _, err := pack.Parse([]byte(f.read("long" + name))); err != nil {
			t.Error(err)
		}
	}
}

// TestSetRefuses refuses what a set cannot be built of, and leaves nothing.
func TestSetRefuses(t *testing.T) {
	f := newFixture(t)
	f.write("long.tsv", longList())
	f.write("bad.tsv", longList()+"G:499\tZNF499\n")
	set := "build DIR/long.tsv --encoder DIR/t.normenc --member-names 200 --out DIR/x.normset"
	before := f.list()
	f.steps([]step{
		{"build DIR/long.tsv --member-names 200 --out DIR/x.normpack", 2, "which ends in .normset"},
		{"build DIR/long.tsv --member-names 50 --out DIR/x.normset", 2, "--member-names 50: at least 100"},
		{"build DIR/long.tsv DIR/t.tsv --member-names 200 --out DIR/x.normset", 2, "a pack set is built of one file"},
		{"build DIR/long.tsv --member-names 200 --out DIR/x.normset --encoder train", 2, "--encoder train is not for a pack set"},
		{"build DIR/long.tsv --member-names 200 --out DIR/x.normset --details", 2, "--details is not for a pack set"},
		{"build DIR/none.tsv --encoder DIR/t.normenc --member-names 200 --out DIR/x.normset", 1, "no such file"},
		{"build DIR/bad.tsv --encoder DIR/t.normenc --member-names 200 --out DIR/x.normset", 1, `bad.tsv:803: duplicate: "ZNF499" was already given to G:499`},
	})
	if after := f.list(); !slices.Equal(after, before) {
		t.Errorf("files %q; before %q", after, before)
	}
	f.steps([]step{{strings.Replace(set, "long.tsv", "bad.tsv", 1) + " --skip-bad", 0, "took"}, {"verify DIR/x.normset", 0, "801 names"}})
}

// TestSetInterrupted stops a build, which leaves nothing behind.
func TestSetInterrupted(t *testing.T) {
	f := newFixture(t)
	f.write("long.tsv", longList())
	before := f.list()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, _, stderr := f.runContext(ctx, nil, append([]string{"build"}, strings.Fields(f.path("long.tsv")+" --member-names 200 --out "+f.path("x.normset")+" --encoder "+f.path("t.normenc"))...)...)
	if code != exitInterrupted || lastLine(stderr) != "normlet: interrupted\n" {
		t.Errorf("status %d, %q", code, stderr)
	}
	if after := f.list(); !slices.Equal(after, before) {
		t.Errorf("files %q; before %q", after, before)
	}
}
