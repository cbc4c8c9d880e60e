package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// shop has products of one name and several brands; the last has none, and the one before two.
const shop = "sku,title,maker,town,empty\n" +
	"P:1,wireless headphones,Sony,Lyon,\nP:2,wireless headphones,Acme,Lyon,\nP:3,record player,Sony,Paris,\nP:4,kettle,Acme,Paris,\n" +
	"P:5,toaster,Brandt,Paris,\nP:5,toaster,Acme,Paris,\nP:6,espresso machine,,,\n"

const buildShop = "build DIR/shop.csv --encoder DIR/t.normenc --bits 64 --synonyms-from none --force --columns id=sku,name=title"

// TestFields builds a pack with fields and maps a table whose rows have them, too.
func TestFields(t *testing.T) {
	f := newFixture(t)
	f.write("shop.csv", shop)
	f.write("in.csv", "what,brand,where\n"+
		"wireless headphones,Sony,\nwireless headphones,ACME Inc.,\nwireless headphones,,\nwireless headphones,Nokia,\nwireless headphones,N/A,\n"+
		"kettle,Sony,\nkettle,Acme,Paris\ntoaster,Acme,\nespresso machine,Sony,\n")
	f.steps([]step{
		{buildShop + " --out DIR/plain.normpack", exitDone, "took"},
		{buildShop + ",brand=maker,town=town --out DIR/shop.normpack", exitDone, "took"},
		{"verify DIR/shop.normpack", exitDone, "ok"},
		{"map DIR/in.csv --pack DIR/plain.normpack --column what --min-p 0 --out DIR/plain.csv", exitDone, "5 tied"},
		{"map DIR/in.csv --pack DIR/shop.normpack --column what --min-p 0 --out DIR/without.csv", exitDone, ""},
		{"map DIR/in.csv --pack DIR/shop.normpack --column what --also brand,town=where --min-p 0 --out DIR/with.csv", exitDone, "9 mentions with an entity (exact 9), 3 tied"},
		{"lookup --pack DIR/shop.normpack --field brand=acme --field town=Lyon -k 1 wireless-headphones", exitDone, "P:2"},
	})
	if f.read("plain.csv") != f.read("without.csv") {
		t.Error("a pack with fields answers otherwise where nobody asks for them")
	}
	plain, with := f.answers("plain.csv"), f.answers("with.csv")
	for i, want := range []string{"P:1", "P:2", "P:1 tied", "P:1 tied", "P:1 tied", "P:4", "P:4", "P:5", "P:6"} {
		if with[i].id != want {
			t.Errorf("row %d: %+v, want %s", i+1, with[i], want)
		}
	}
	for _, i := range []int{2, 3, 4, 8} { // no field, one that the list has nowhere, none, and an entity without any
		if with[i].id != plain[i].id || math.Abs(with[i].p-plain[i].p) > 0.001 {
			t.Errorf("row %d: %+v, want %+v, as fields say nothing", i+1, with[i], plain[i])
		}
	}
	if with[5].p >= plain[5].p || with[6].p <= plain[6].p || with[7].p <= plain[7].p || with[0].p <= plain[0].p {
		t.Errorf("p %+v with fields, %+v without: want less for another brand, and more for the same", with, plain)
	}
}

// fieldAnswer is a row of map.
type fieldAnswer struct {
	id string // tied, if there are others
	p  float64
}

func (f *fixture) answers(name string) (out []fieldAnswer) {
	f.t.Helper()
	rows, err := csv.NewReader(strings.NewReader(f.read(name))).ReadAll()
	f.check(err)
	at := map[string]int{}
	for i, h := range rows[0] {
		at[h] = i
	}
	for _, r := range rows[1:] {
		p, err := strconv.ParseFloat(r[at["what_p"]], 64)
		f.check(err)
		a := fieldAnswer{r[at["what_id"]], p}
		if r[at["what_tied"]] != "" {
			a.id += " tied"
		}
		out = append(out, a)
	}
	return out
}

// TestServeFields sends fields with a mention, and as properties of a query of OpenRefine.
func TestServeFields(t *testing.T) {
	f := newFixture(t)
	f.write("shop.csv", shop)
	f.steps([]step{{buildShop + ",brand=maker --out DIR/shop.normpack", exitDone, ""}})
	address, stop := startServe(t, "--pack", f.path("shop.normpack"))
	for _, brand := range []string{"Sony", "Acme"} {
		want := map[string]string{"Sony": `"id":"P:1"`, "Acme": `"id":"P:2"`}[brand]
		lookup := `{"mentions":[{"mention":"wireless headphones","fields":["brand=` + brand + `","colour=red"]}],"k":1}`
		r, err := http.Post(address+"lookup", "application/json", strings.NewReader(lookup))
		f.check(err)
		answer, err := io.ReadAll(r.Body)
		f.check(cmp.Or(err, r.Body.Close()))
		query := `{"q":{"query":"wireless headphones","limit":1,"properties":[{"pid":"brand","v":"` + brand + `"},{"pid":"colour","v":"red"}]}}`
		_, reconciled := fetch(t, address+"?queries="+url.QueryEscape(query))
		if !strings.Contains(string(answer), want) || !strings.Contains(reconciled, want) {
			t.Errorf("%s: %s and %s, want %s", brand, answer, reconciled, want)
		}
	}
	if code, log := stop(); code != exitDone {
		t.Errorf("status %d: %s", code, log)
	}
}

// TestFieldsOfPart keeps the fields of what is left of a pack.
func TestFieldsOfPart(t *testing.T) {
	f := newFixture(t)
	f.write("shop.csv", shop+"Q:1,gas oven,Gaggenau,Metz,\n")
	f.write("shop.jsonl", `{"sku": "P:1", "title": "kettle", "maker": "Acme"}`+"\n"+`{"sku": "P:2", "title": "kettle"}`+"\n")
	f.write("changes.tsv", "-\tP:1\n-\tQ:1\n")
	f.steps([]step{
		{buildShop + ",brand=maker --out DIR/shop.normpack", exitDone, "took"},
		{strings.ReplaceAll(buildShop, "shop.csv", "shop.jsonl") + ",brand=maker --out DIR/json.normpack", exitDone, "took"},
		{"lookup --pack DIR/json.normpack --field brand=Acme -k 1 kettle", exitDone, "P:1"},
		{"pack select DIR/shop.normpack --namespace Q --out DIR/part.normpack", exitDone, ""},
		{"lookup --pack DIR/part.normpack --field brand=Gaggenau gas-oven", exitDone, "Q:1"},
		{"pack apply DIR/shop.normpack DIR/changes.tsv --out DIR/changed.normpack", exitDone, ""},
		{"lookup --pack DIR/changed.normpack --field brand=Acme -k 1 wireless-headphones", exitDone, "P:2"},
	})
	part, err := pack.Parse([]byte(f.read("part.normpack")))
	f.check(err)
	if got := string(part.Fields); got != "Q:1\tbrand=Gaggenau\n" {
		t.Errorf("the part has the fields %q", got)
	}
}

// TestFieldsRefused has what is no field.
func TestFieldsRefused(t *testing.T) {
	f := newFixture(t)
	f.write("shop.csv", shop)
	f.write("long.csv", "sku,title,maker\nP:1,kettle,"+strings.Repeat("x", 1<<20)+"\n")
	wide, columns := "sku,title", ""
	for i := range pack.MaxFields + 1 {
		wide, columns = fmt.Sprintf("%s,f%d", wide, i), fmt.Sprintf("%s,f%d=f%d", columns, i, i)
	}
	f.write("wide.csv", wide+"\nP:1,kettle"+strings.Repeat(",x", pack.MaxFields+1)+"\nP:2,pan"+strings.Repeat(",x", pack.MaxFields+1)+"\n")
	many := ""
	for i := range 5 {
		many += fmt.Sprintf("P:1,kettle,%d %s\n", i, strings.Repeat("x", 1000))
	}
	f.write("many.csv", "sku,title,maker\n"+many)
	f.write("in.csv", "what,brand\nkettle,Acme\n")
	long, x := strings.ReplaceAll(buildShop, "shop.csv", "long.csv"), " --out DIR/x.normpack"
	f.steps([]step{
		{buildShop + " --out DIR/plain.normpack", exitDone, ""},
		{buildShop + ",brand=maker --out DIR/shop.normpack", exitDone, ""},
		{buildShop + ",brand=empty" + x, exitFailed, `DIR/shop.csv: no entity has a brand: "empty" is empty, or there is none; leave brand out of --columns, or name another column`},
		{buildShop + ",brand=label" + x, exitFailed, `DIR/shop.csv:1: no column "label", which is to be the brand; the header has "sku", "title", "maker", "town", "empty": --columns takes names and numbers`},
		{buildShop + ",brand=maker,brand=town" + x, exitUsage, "brand is there twice; only synonyms may have several columns"},
		{buildShop + ",synonym=maker" + x, exitUsage, `"synonym" is no role; did you mean "synonyms"?`},
		{buildShop + ",two words=maker" + x, exitUsage, "FIELD=COLUMN"},
		{long + ",brand=maker" + x, exitFailed, "DIR/long.csv:2: brand \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\" has 1048576 bytes, at most 1024 are allowed"},
		{strings.ReplaceAll(buildShop, "shop.csv", "many.csv") + ",brand=maker" + x, exitFailed, "P:1: its fields have more than 4096 bytes together"},
		{strings.ReplaceAll(buildShop, "shop.csv", "wide.csv") + columns + x, exitFailed, "17 fields, at most 16 are allowed; name fewer in --columns"},
		{"map DIR/in.csv --pack DIR/plain.normpack --column what --out DIR/x.csv --also brand", exitFailed, `--also: field "brand": the pack has no fields; normlet build makes them of columns, as in --columns id=1,name=2,brand=3`},
		{"map DIR/in.csv --pack DIR/shop.normpack --column what --out DIR/x.csv --also town=brand", exitFailed, `--also: field "town": the pack has brand`},
		{"map DIR/in.csv --pack DIR/shop.normpack --column what --out DIR/x.csv --also brand,brand", exitFailed, `--also: field "brand" is there twice`},
		{"map DIR/in.csv --pack DIR/shop.normpack --column what --out DIR/x.csv --also brand=maker", exitFailed, `"maker"`},
		{"lookup --pack DIR/plain.normpack --field brand=Acme kettle", exitFailed, "the pack has no fields"},
		{"lookup --pack DIR/shop.normpack --field Acme kettle", exitFailed, "want NAME=VALUE"},
	})
}
