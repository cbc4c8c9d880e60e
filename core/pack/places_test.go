package pack

import (
	"fmt"
	"strings"
	"testing"
)

// lettered returns contents with an entity E:a for each letter, in a namespace E, and rows named letter and number; a row is
// primary if its number is 0, else an alias.
func lettered(rows string) *Contents {
	c := &Contents{Namespaces: []string{"E"}, Bits: 64}
	var ids, names []string
	for i, name := range strings.Fields(rows) {
		id := "E:" + name[:1]
		if len(ids) == 0 || ids[len(ids)-1] != id {
			ids = append(ids, id)
			c.EntityNamespace, c.Prior = append(c.EntityNamespace, 0), append(c.Prior, uint8(i))
			c.PrimaryRow = append(c.PrimaryRow, uint32(i))
		}
		kind := KindAlias
		if name[1] == '0' {
			kind = KindPrimary
			c.PrimaryRow[len(ids)-1] = uint32(i)
		}
		names = append(names, name)
		c.RowEntity, c.RowKind = append(c.RowEntity, uint32(len(ids)-1)), append(c.RowKind, kind)
		c.Codes = append(c.Codes, uint64(name[0])<<8|uint64(name[1]))
	}
	c.IDs, c.Names = NewStrings(ids), NewStrings(names)
	return c
}

// shown writes tables as text: entities with prior and primary row, rows with entity, kind and code.
func shown(c *Contents) string {
	var b strings.Builder
	for i := range c.IDs.Len() {
		fmt.Fprintf(&b, "%s/%s %d %s; ", c.IDs.At(i), c.Namespaces[c.EntityNamespace[i]], c.Prior[i], c.Names.At(int(c.PrimaryRow[i])))
	}
	for row := range c.Names.Len() {
		code := c.Code(row)[0]
		fmt.Fprintf(&b, "%s=%s:%s:%c%c ", c.Names.At(row), c.IDs.At(int(c.RowEntity[row])), c.RowKind[row], rune(code>>8), rune(code&0xff))
	}
	return strings.TrimSpace(b.String())
}

// changed returns the tables of base with a delta, read again.
func changed(t *testing.T, base *Contents, d *Delta) (*Contents, error) {
	t.Helper()
	data, err := WithDelta(write(t, base, nil), d)
	if err != nil {
		return nil, err
	}
	c, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return c, nil
}

// TestPlacesOfRows adds rows at the start, several at one place, and several at the end.
func TestPlacesOfRows(t *testing.T) {
	added := lettered("a0 b1 c1 c2 c3 e0 e1 f0")
	added.Prior = []uint8{9, 8, 7, 6, 5}
	got, err := changed(t, lettered("b0 b2 c0 d0"), &Delta{Before: []uint32{0, 1, 3, 3, 3, 4, 4, 4}, Added: *added})
	if err != nil {
		t.Fatal(err)
	}
	want := "E:a/E 9 a0; E:b/E 8 b0; E:c/E 7 c0; E:d/E 3 d0; E:e/E 6 e0; E:f/E 5 f0; " +
		"a0=E:a:primary:a0 b0=E:b:primary:b0 b1=E:b:alias:b1 b2=E:b:alias:b2 c0=E:c:primary:c0 c1=E:c:alias:c1 c2=E:c:alias:c2 c3=E:c:alias:c3 " +
		"d0=E:d:primary:d0 e0=E:e:primary:e0 e1=E:e:alias:e1 f0=E:f:primary:f0"
	if s := shown(got); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

// TestEntitiesWithoutRows go, those of the base and those that a delta brings without any.
func TestEntitiesWithoutRows(t *testing.T) {
	d := &Delta{Removed: []uint32{0, 1, 4}, Added: Contents{
		IDs: NewStrings([]string{"E:a", "E:c", "E:x"}), Namespaces: []string{"E", "F"}, EntityNamespace: []uint16{0, 1, 1}, Prior: []uint8{1, 77, 3},
		Names: NewStrings(nil), Bits: 64}}
	got, err := changed(t, lettered("b0 b1 c0 d0 e0"), d)
	if err != nil {
		t.Fatal(err)
	}
	if s, want := shown(got), "E:c/F 77 c0; E:d/E 3 d0; c0=E:c:primary:c0 d0=E:d:primary:d0"; s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

// TestPrimaryAfterChanges: the primary row of the base stays unless it is removed or a stronger one is added; then the first
// of the strongest takes its place.
func TestPrimaryAfterChanges(t *testing.T) {
	base := lettered("b1 b2 b3 c0 c1 d1 d2")
	base.PrimaryRow[0], base.RowKind[0] = 1, KindExact // b2, though b1 is stronger
	for _, tt := range []struct {
		removed []uint32
		before  []uint32
		rows    string // added
		want    string // primary rows
	}{
		{nil, nil, "", "b2 c0 d1"},
		{[]uint32{0}, nil, "", "b2 c0 d1"},
		{[]uint32{1}, nil, "", "b1 c0 d1"},
		{[]uint32{0, 1}, nil, "", "b3 c0 d1"},
		{[]uint32{3}, nil, "", "b2 c1 d1"},
		{nil, []uint32{0}, "b0", "b0 c0 d1"},
		{nil, []uint32{3}, "b4", "b2 c0 d1"},
		{[]uint32{5}, []uint32{6}, "d1", "b2 c0 d1"},
		{[]uint32{5, 6}, []uint32{7, 7}, "d3 d4", "b2 c0 d3"},
		{[]uint32{3}, []uint32{5}, "c2", "b2 c1 d1"},
	} {
		d := &Delta{Removed: tt.removed, Before: tt.before, Added: *lettered(tt.rows)}
		got, err := changed(t, base, d)
		if err != nil {
			t.Fatal(err)
		}
		var primary []string
		for _, row := range got.PrimaryRow {
			primary = append(primary, got.Names.At(int(row)))
		}
		if s := strings.Join(primary, " "); s != tt.want {
			t.Errorf("without rows %v, with %q: primary rows %s, want %s", tt.removed, tt.rows, s, tt.want)
		}
	}
}

// TestChangedMeta replaces, adds and removes pairs, wherever they stand.
func TestChangedMeta(t *testing.T) {
	base := lettered("b0")
	base.Meta = []Pair{{"b", "1"}, {"d", "2"}, {"f", "3"}}
	for _, tt := range []struct {
		meta []Pair
		want string
	}{
		{[]Pair{{"a", "x"}, {"c", "y"}, {"g", "z"}}, "[{a x} {b 1} {c y} {d 2} {f 3} {g z}]"},
		{[]Pair{{"b", "x"}, {"f", "y"}}, "[{b x} {d 2} {f y}]"},
		{[]Pair{{"b", ""}, {"f", ""}}, "[{d 2}]"},
		{[]Pair{{"a", ""}, {"c", ""}, {"h", ""}}, "[{b 1} {d 2} {f 3}]"},
		{[]Pair{{"d", ""}, {"e", "5"}}, "[{b 1} {e 5} {f 3}]"},
	} {
		got, err := changed(t, base, &Delta{Added: Contents{Meta: tt.meta, Namespaces: []string{"E"}, Bits: 64}})
		if err != nil {
			t.Fatal(err)
		}
		if s := fmt.Sprint(got.Meta); s != tt.want {
			t.Errorf("%v: %s, want %s", tt.meta, s, tt.want)
		}
	}
}

// TestPrimaryRanksOf every row of entities with rows of all kinds.
func TestPrimaryRanksOf(t *testing.T) {
	c := lettered("b0 b1 b2 b3 c1 c2 c0")
	c.RowKind = []Kind{KindRelated, KindExact, KindRelated, KindExact, KindAlias, KindPrimary, KindAlias}
	for b, rankB := range []uint32{2, 0, 3, 1} {
		for i, rankC := range []uint32{1, 0, 2} {
			c.PrimaryRow = []uint32{uint32(b), uint32(4 + i)}
			ranks := c.primaryRanks()
			if ranks[0] != rankB || ranks[1] != rankC {
				t.Errorf("rows %v have ranks %v, want %d and %d", c.PrimaryRow, ranks, rankB, rankC)
			}
			if rows, bad := c.primaryRows(ranks); bad >= 0 || rows[0] != uint32(b) || rows[1] != uint32(4+i) {
				t.Errorf("ranks %v are of rows %v (%d)", ranks, rows, bad)
			}
		}
	}
	for _, ranks := range [][]uint32{{4, 0}, {0, 3}} {
		if _, bad := c.primaryRows(append([]uint32(nil), ranks...)); bad < 0 || ranks[bad] == 0 {
			t.Errorf("ranks %v: bad entity %d", ranks, bad)
		}
	}
}
