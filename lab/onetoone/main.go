// Command onetoone maps lists of the same things to one another, to see what map --one-to-one gains:
//
//	go -C lab run ./onetoone ROOT
//
// ROOT is / with the packages iso-codes, unicode-cldr-core and libtimezonemap-data of Debian, or a folder where "dpkg -x"
// puts their files. One list becomes a pack as normlet build makes it, the names of the other are mapped. Each line has
// how many of all are right, and how many of those with an id, at --min-p 0.5:
//
//	alone      each row by itself
//	greedy     an entity goes to the row with the greatest p
//	sum        rows get entities so that the sum of p is the greatest
//	one        map --one-to-one
//
// of packs without fields, with --also country, and with --also country!.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "onetoone:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("want ROOT; the package comment says more")
	}
	fmt.Println("| lists | fields | alone | greedy | sum | one |\n|---|---|--:|--:|--:|--:|")
	for _, l := range []struct {
		name   string
		things func(root string) ([]thing, error)
		to     int // whose names make the pack
	}{
		{"parts of countries, ISO to CLDR", countryParts, 1}, {"parts of countries, CLDR to ISO", countryParts, 0},
		{"countries, official to plain names", countries, 0}, {"cities, other to first names", cities, 0},
	} {
		things, err := l.things(args[0])
		if err != nil {
			return err
		}
		n, err := build(things, l.to)
		if err != nil {
			return err
		}
		for _, also := range []string{"", "country", "country!"} {
			if also != "" && things[0].country == "" {
				continue
			}
			if err := judge(n, fmt.Sprintf("| %d %s | %s |", len(things), l.name, also), things, 1-l.to, also); err != nil {
				return err
			}
		}
	}
	return nil
}

// build makes a pack of the names of one list.
func build(things []thing, to int) (*core.Normalizer, error) {
	t := &data.Terminology{}
	for _, x := range things {
		t.Entities = append(t.Entities, data.Entity{ID: x.id, Names: []data.Name{{Text: x.names[to]}}})
		if x.country != "" {
			t.Fields = append(t.Fields, data.Field{ID: x.id, Name: "country", Value: x.country})
		}
	}
	base, err := pack.Parse(assets.Default())
	if err != nil {
		return nil, err
	}
	contents, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: t, Base: base}, nil)
	if err != nil {
		return nil, err
	}
	content, err := contents.Append(nil, nil)
	if err != nil {
		return nil, err
	}
	return core.OpenBytes(content, nil)
}

// judge prints a line of the table.
func judge(n *core.Normalizer, line string, things []thing, from int, also string) error {
	alone, coverage, err := mapped(n, things, from, also, false)
	if err != nil {
		return err
	}
	one, _, err := mapped(n, things, from, also, true)
	if err != nil {
		return err
	}
	var queries []core.Query
	for _, x := range things {
		q := core.Query{Mention: x.names[from]}
		if also != "" {
			q.Fields = also + "=" + x.country
		}
		queries = append(queries, q)
	}
	answers, err := n.LookupMany(queries, core.Options{K: 8, Near: true, Coverage: coverage})
	if err != nil {
		return err
	}
	rows := make([][]core.Match, len(answers))
	for i, a := range answers {
		if !a.NIL {
			rows[i] = a.Matches
		}
	}
	for _, ids := range [][]string{alone, greedy(rows), greatest(rows), one} {
		right, given := 0, 0
		for i, id := range ids {
			if id != "" {
				given++
			}
			if id == things[i].id {
				right++
			}
		}
		line += fmt.Sprintf(" %.3f of all, %.3f of ids |", float64(right)/float64(len(things)), float64(right)/float64(given))
	}
	fmt.Println(line)
	return nil
}

// mapped returns the ids that map gives the names of a list, and what it has estimated of them.
func mapped(n *core.Normalizer, things []thing, from int, also string, oneToOne bool) (ids []string, coverage *core.Coverage, err error) {
	var table, out bytes.Buffer
	w := csv.NewWriter(&table)
	w.Write([]string{"name", "country"}) // to memory
	for _, x := range things {
		w.Write([]string{x.names[from], x.country})
	}
	w.Flush()
	c := &mapping.Config{Columns: []string{"name"}, MinP: mapping.DefaultMinP, OneToOne: oneToOne, Once: true, Missing: []string{}, Add: []string{"3rd"}, Lookup: n.LookupMany, Entity: n.Entity}
	if also != "" {
		c.Also = []string{also}
	}
	if err := c.StateCoverage(n, mapping.CoverageAuto); err != nil {
		return nil, nil, err
	}
	in, err := mapping.NewInput("names.csv", io.NopCloser(&table), "")
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	if _, err := mapping.Run(context.Background(), c, in, "", buffer{&out}, func(mapping.Stats) {}); err != nil {
		return nil, nil, err
	}
	lines, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	at := slices.Index(lines[0], "name_id")
	for _, line := range lines[1:] {
		ids = append(ids, line[at])
	}
	return ids, c.Options.Lookup.Coverage, nil
}

// buffer is an output that no run resumes.
type buffer struct{ *bytes.Buffer }

func (buffer) Save(any) error { return nil }

func (buffer) Last(any) error { return nil }

// greedy gives entities to rows by falling p.
func greedy(rows [][]core.Match) []string {
	type claim struct {
		row int
		core.Match
	}
	var claims []claim
	for i, row := range rows {
		for _, m := range row {
			if m.P >= mapping.DefaultMinP {
				claims = append(claims, claim{i, m})
			}
		}
	}
	slices.SortStableFunc(claims, func(x, y claim) int { return cmp.Compare(y.P, x.P) })
	out, taken := make([]string, len(rows)), map[string]bool{}
	for _, c := range claims {
		if out[c.row] == "" && !taken[c.ID] {
			out[c.row], taken[c.ID] = c.ID, true
		}
	}
	return out
}

// step is by how much a row outbids another.
const step = 1e-4

// greatest gives entities to rows with the greatest sum of p, but for step of each row, by the auction of Bertsekas (1979):
// a row bids for the entity that is worth the most to it what the second is worth less.
func greatest(rows [][]core.Match) []string {
	type bid struct {
		price float64
		row   int
	}
	bids, out := map[string]bid{}, make([]string, len(rows))
	var waiting []int
	for i := range rows {
		waiting = append(waiting, i)
	}
	for len(waiting) > 0 {
		row := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		best, second, id := 0.0, 0.0, "" // none is worth nothing
		for _, m := range rows[row] {
			if worth := m.P - bids[m.ID].price; worth > best {
				best, second, id = worth, best, m.ID
			} else {
				second = max(second, worth)
			}
		}
		if id == "" {
			continue
		}
		if before, ok := bids[id]; ok {
			out[before.row] = ""
			waiting = append(waiting, before.row)
		}
		bids[id], out[row] = bid{bids[id].price + best - second + step, row}, id
	}
	for i, row := range rows {
		if !slices.ContainsFunc(row, func(m core.Match) bool { return m.ID == out[i] && m.P >= mapping.DefaultMinP }) {
			out[i] = ""
		}
	}
	return out
}
