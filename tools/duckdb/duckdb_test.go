package duckdb_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/tools/duckdb"
	"github.com/normlet/normlet/tools/normlet/answer"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open returns a connection with the functions over the default pack.
func open(t *testing.T, options core.Options) (*sql.Conn, *core.Normalizer) {
	t.Helper()
	n, err := core.OpenBytes(assets.Default(), nil)
	check(t, err)
	db, err := sql.Open("duckdb", "")
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	conn, err := db.Conn(t.Context())
	check(t, err)
	t.Cleanup(func() { check(t, conn.Close()) })
	check(t, duckdb.Register(t.Context(), conn, n, options))
	return conn, n
}

// rows returns the result of a query, a line for each row, NULL as <nil>.
func rows(t *testing.T, conn *sql.Conn, query string, args ...any) []string {
	t.Helper()
	result, err := conn.QueryContext(t.Context(), query, args...)
	check(t, err)
	defer result.Close()
	names, err := result.Columns()
	check(t, err)
	var out []string
	for result.Next() {
		values, to := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			to[i] = &values[i]
		}
		check(t, result.Scan(to...))
		line := fmt.Sprint(values[0])
		for _, v := range values[1:] {
			line += "|" + fmt.Sprint(v)
		}
		out = append(out, line)
	}
	check(t, result.Err())
	return out
}

var mentions = []string{"FOX-P2", "PLCγ2", "h3", "", "not a thing at all 123", "FOX-P2", "aspirin", "heart atack", "ΑΒΓ", "2-Sep"}

// fill makes a table of n rows: mentions, and NULL after each round of them.
func fill(t *testing.T, conn *sql.Conn, n int) {
	t.Helper()
	list := "['" + strings.Join(mentions, "','") + "',NULL]"
	_, err := conn.ExecContext(t.Context(), fmt.Sprintf("CREATE TABLE m AS SELECT i, %s[1 + i %% %d] AS mention FROM range(%d) r(i)", list, len(mentions)+1, n))
	check(t, err)
}

// want is what core answers, as a row of SQL.
func want(t *testing.T, n *core.Normalizer, o core.Options, mention string) string {
	t.Helper()
	o.K = 1
	a, err := n.LookupWith(mention, o)
	check(t, err)
	if a.NIL || len(a.Matches) == 0 {
		return "<nil>|<nil>|<nil>|<nil>|<nil>|<nil>|<nil>"
	}
	m := a.Matches[0]
	return fmt.Sprintf("%s|%s|%s|%v|%v|%v|%v", m.ID, m.Name, m.Matched, m.Stage, answer.Round(m.Score), answer.Round(m.P), len(a.Ambiguous) > 0)
}

// TestScalar compares the scalar functions with core, over more rows than a vector and a row group hold.
func TestScalar(t *testing.T) {
	for name, o := range map[string]core.Options{"all": {}, "near": {Near: true}, "genes": {Namespaces: []string{"NCBIGene"}, MinP: 0.5}} {
		t.Run(name, func(t *testing.T) {
			conn, n := open(t, o)
			const count = 125_000
			fill(t, conn, count)
			got := rows(t, conn, `SELECT normlet(mention) id, x.id, x.name, x.matched, x.stage, x.score, x.p, x.tied
				FROM (SELECT i, mention, normlet_match(mention) x FROM m) ORDER BY i`)
			if len(got) != count {
				t.Fatalf("%d rows, want %d", len(got), count)
			}
			expected := []string{}
			found := 0
			for _, m := range mentions {
				w := want(t, n, o, m)
				id, _, _ := strings.Cut(w, "|")
				expected = append(expected, id+"|"+w)
				if id != "<nil>" {
					found++
				}
			}
			expected = append(expected, "<nil>|<nil>|<nil>|<nil>|<nil>|<nil>|<nil>|<nil>") // of NULL
			if found < 2 || found == len(mentions) {
				t.Fatalf("%d of the mentions have an entity: the test would check little", found)
			}
			for i, line := range got {
				if w := expected[i%len(expected)]; line != w {
					t.Fatalf("row %d: %s, want %s", i, line, w)
				}
			}
			// A NIL is NULL as a whole, not a struct of NULLs.
			if got := rows(t, conn, "SELECT count(*) FROM m WHERE (normlet(mention) IS NULL) <> (normlet_match(mention) IS NULL)"); got[0] != "0" {
				t.Errorf("%s rows are NULL for one function only", got[0])
			}
		})
	}
}

// TestLookup compares the functions of several matches with core, for each k alone and for many at once.
func TestLookup(t *testing.T) {
	conn, n := open(t, core.Options{})
	ks := []int{1, 3, core.MaxK}
	_, err := conn.ExecContext(t.Context(), "CREATE TABLE asked (mention VARCHAR, k INTEGER)")
	check(t, err)
	var expected []string
	for _, mention := range mentions {
		for _, k := range ks {
			a, err := n.LookupWith(mention, core.Options{K: k})
			check(t, err)
			var alone []string
			for i, m := range a.Matches {
				alone = append(alone, fmt.Sprintf("%d|%s|%s|%s|%v|%v|%v", i+1, m.ID, m.Name, m.Matched, m.Stage, answer.Round(m.Score), answer.Round(m.P)))
			}
			got := rows(t, conn, "SELECT rank, id, name, matched, stage, score, p FROM normlet_lookup(?, ?)", mention, k)
			if strings.Join(got, "\n") != strings.Join(alone, "\n") {
				t.Errorf("%q, %d: got %q, want %q", mention, k, got, alone)
			}
			expected = append(expected, alone...)
			_, err = conn.ExecContext(t.Context(), "INSERT INTO asked VALUES (?, ?)", mention, k)
			check(t, err)
		}
	}
	_, err = conn.ExecContext(t.Context(), "INSERT INTO asked VALUES (NULL, 3), ('FOX-P2', NULL)")
	check(t, err)
	got := rows(t, conn, "SELECT x.rank, x.id, x.name, x.matched, x.stage, x.score, x.p FROM (SELECT unnest(normlet_matches(mention, k)) x FROM asked)")
	if strings.Join(got, "\n") != strings.Join(expected, "\n") {
		t.Errorf("of a table: %d rows, want %d:\n%s", len(got), len(expected), strings.Join(got, "\n"))
	}
	for query, want := range map[string]string{
		"SELECT p > 0.5, id FROM normlet_lookup('FOX-P2', 1)":    "true|NCBIGene:93986",
		"SELECT count(*) FROM normlet_lookup('forkhaed box P2')": "5",
		"SELECT count(*) FROM normlet_lookup(NULL, 3)":           "0",
		"SELECT count(*) FROM normlet_lookup('FOX-P2', NULL)":    "0",
		"SELECT normlet_matches(NULL, 3) IS NULL":                "true",
		"SELECT normlet_answer('Bax', x).matches[1].taxon FROM (VALUES ('in C57BL/6 mice'), ('in patients')) t(x) ORDER BY x LIMIT 1": "10090",
		"SELECT taxon FROM normlet_lookup('FOX-P2', 1)": "9606",
		"SELECT a.parent.id, a.parent.p > 0.5, a.nil, len(a.matches) FROM (SELECT normlet_answer('malignant tumour of pancreas, odd') a)": "MESH:D010190|true|true|1",
		"SELECT a.parent IS NULL, a.organism, a.mention FROM (SELECT normlet_answer('zebrafish tp53') a)":                                 "true|7955|zebrafish tp53",
		"SELECT x.broader, x.exactly <= x.p FROM (SELECT normlet_answer('FOXP2 R553H').matches[1] x)":                                     "R553H|true",
		"SELECT l.id FROM (SELECT 'FOX-P2' m), normlet_lookup(m) l WHERE rank = 1":                                                        "NCBIGene:93986",
		"SELECT normlet_match('FOX-P2').name || normlet(NULL::VARCHAR) IS NULL":                                                           "true",
	} {
		if got := rows(t, conn, query); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// TestAnnotate compares the spans of texts with core, over more rows than a vector holds.
func TestAnnotate(t *testing.T) {
	texts := []string{"Naïve mice: no sign of asthma.", "", "FOXP2 in mice, and the gene frobnicatin.", "It was late."}
	for name, o := range map[string]core.Options{"all": {}, "species": {Namespaces: []string{"species"}}, "as the program": {MinP: 0.5}} {
		t.Run(name, func(t *testing.T) {
			conn, n := open(t, o)
			annotator, err := annotate.New(n)
			check(t, err)
			var expected [][]string
			for _, text := range texts {
				spans, err := annotator.Annotate(text, annotate.Options{Lookup: o, MinP: o.MinP})
				check(t, err)
				var lines []string
				for _, s := range answer.NewSpans(text, spans) {
					id := strings.Join(s.IDs, "|")
					if id == "" {
						id = "<nil>"
					}
					lines = append(lines, fmt.Sprintf("%d|%d|%s|%s|%v|%s|%v", s.Start, s.End, s.Text, s.Type, s.P, id, s.Assertions))
				}
				expected = append(expected, lines)
			}
			if got := fmt.Sprint(expected[0]); name == "all" && !strings.HasPrefix(got, "[6|10|mice|") {
				t.Fatalf("core finds %s: the test would check little", got)
			}
			const count, period = 2500, 100 // most rows are NULL
			_, err = conn.ExecContext(t.Context(), fmt.Sprintf("CREATE TABLE d AS SELECT i, ['%s'][1 + i %% %d] AS text FROM range(%d) r(i)", strings.Join(texts, "','"), period, count))
			check(t, err)
			var want []string
			for i := range count {
				if i%period >= len(texts) {
					continue
				}
				for _, line := range expected[i%period] {
					want = append(want, fmt.Sprintf("%d|%s", i, line))
				}
			}
			got := rows(t, conn, `SELECT i, s.start, s."end", s.text, s.type, s.p, s.id, s.says FROM (SELECT i, unnest(normlet_annotate(text)) s FROM d) ORDER BY i, s.start`)
			if !slices.Equal(got, want) {
				t.Fatalf("%d spans, want %d; the first are %q", len(got), len(want), got[:min(4, len(got))])
			}
		})
	}
	conn, _ := open(t, core.Options{})
	for query, want := range map[string]string{
		"SELECT normlet_annotate(NULL) IS NULL":                                          "true",
		"SELECT len(normlet_annotate(''))":                                               "0",
		"SELECT normlet_annotate('no sign of asthma')[1].name":                           "Asthma",
		"SELECT normlet_annotate('BRCA1/2 in mice')[1].answers[2].mention":               "BRCA2",
		"SELECT list_contains(normlet_annotate('no sign of asthma')[1].says, 'negated')": "true",
	} {
		if got := rows(t, conn, query); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// TestRefused asks for errors that people can use.
func TestRefused(t *testing.T) {
	conn, n := open(t, core.Options{})
	for query, reason := range map[string]string{
		"SELECT normlet([1])":                            "normlet(",
		"SELECT normlet('a', 'b')":                       "normlet(",
		"SELECT * FROM normlet_lookup('a', 0)":           "k is 0; want 1 to 128",
		"SELECT * FROM normlet_lookup('a', 129)":         "k is 129; want 1 to 128",
		"SELECT * FROM normlet_lookup('a', 'not one')":   "not one",
		"SELECT normlet_match('FOX-P2').nothing_of_this": "nothing_of_this",
	} {
		result, err := conn.QueryContext(t.Context(), query)
		if err == nil {
			for result.Next() {
			}
			err = result.Err()
			result.Close()
		}
		if err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want an error with %q", query, err, reason)
		}
	}
	if err := duckdb.Register(t.Context(), conn, n, core.Options{Namespaces: []string{"nowhere"}}); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a namespace that the pack has not: %v", err)
	}
}

// TestClosed has the functions fail, and not crash, when the pack is closed.
func TestClosed(t *testing.T) {
	conn, n := open(t, core.Options{})
	check(t, n.Close())
	var id string
	for _, query := range []string{"SELECT normlet('FOX-P2')", "SELECT normlet_annotate('FOXP2 in mice')::VARCHAR"} {
		if err := conn.QueryRowContext(context.Background(), query).Scan(&id); err == nil {
			t.Errorf("a closed pack answers %s with %q", query, id)
		}
	}
}

// TestConnections has a second connection use the functions, and register them again over other options.
func TestConnections(t *testing.T) {
	n, err := core.OpenBytes(assets.Default(), nil)
	check(t, err)
	db, err := sql.Open("duckdb", "")
	check(t, err)
	defer db.Close()
	first, err := db.Conn(t.Context())
	check(t, err)
	defer first.Close()
	second, err := db.Conn(t.Context())
	check(t, err)
	defer second.Close()
	check(t, duckdb.Register(t.Context(), first, n, core.Options{}))
	if got := rows(t, second, "SELECT normlet('FOX-P2')"); got[0] != "NCBIGene:93986" {
		t.Errorf("the second connection finds %q", got)
	}
	check(t, duckdb.Register(t.Context(), second, n, core.Options{Namespaces: []string{"species"}}))
	for _, conn := range []*sql.Conn{first, second} {
		if got := rows(t, conn, "SELECT count(*) FROM normlet_lookup('FOX-P2') WHERE id LIKE 'NCBIGene:%'"); got[0] != "0" {
			t.Errorf("%s genes among species", got[0])
		}
	}
}
