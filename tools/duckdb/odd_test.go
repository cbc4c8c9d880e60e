package duckdb_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/tools/duckdb"
)

// TestOddValues asks for what is no mention: other types, coded and nested values, very long and invisible ones. Each is
// an answer or an error of SQL, and the connection goes on.
func TestOddValues(t *testing.T) {
	conn, _ := open(t, core.Options{})
	fill(t, conn, 5000)
	for _, statement := range []string{
		"CREATE TYPE kind AS ENUM ('FOX-P2', 'aspirin')",
		"CREATE TABLE coded AS SELECT i, (['FOX-P2','aspirin',NULL][1 + i % 3])::kind AS mention FROM range(5000) r(i)",
		"CREATE TABLE nested AS SELECT [mention, NULL] AS list, {'a': mention} AS struct, map([i], [mention]) AS map, i FROM m",
		"CREATE TABLE nulls AS SELECT NULL::VARCHAR AS mention FROM range(5000)",
	} {
		_, err := conn.ExecContext(t.Context(), statement)
		check(t, err)
	}
	const gene, drug = "NCBIGene:93986", "MESH:D001241"
	long := 40_000_000
	for query, want := range map[string]string{
		"SELECT count(*), count(DISTINCT normlet(mention::VARCHAR)) FROM coded WHERE normlet(mention::VARCHAR) IS NOT NULL":                              "3334|2",
		"SELECT count(*) FROM coded WHERE normlet(mention) IS NOT NULL":                                                                                  "3334",
		"SELECT count(*) FROM m a JOIN coded b USING (i) WHERE normlet(a.mention) = normlet(b.mention::VARCHAR) AND a.mention = 'FOX-P2'":                "",
		"SELECT DISTINCT normlet(list[1]) FROM nested WHERE list[1] = 'FOX-P2'":                                                                          gene,
		"SELECT DISTINCT normlet(struct.a) FROM nested WHERE i = 6":                                                                                      drug,
		"SELECT list_transform(list, x -> normlet(x))[1] FROM nested WHERE i = 0":                                                                        "",
		"SELECT count(normlet(mention)), count(normlet_match(mention)), count(normlet_matches(mention, 3)), count(normlet_annotate(mention)) FROM nulls": "0|0|0|0",
		"SELECT normlet(list) FROM nested":   "",
		"SELECT normlet(struct) FROM nested": "",
		"SELECT normlet(7)":                  "",
		"SELECT normlet(DATE '2024-09-02')":  "",
		"SELECT normlet(true)":               "",
		"SELECT normlet('\\xff\\x00'::BLOB)": "",
		"SELECT normlet(1e300), normlet('nan'::DOUBLE), normlet(12345678901234567890123456789::HUGEINT)": "",
		"SELECT normlet('FOX-P2' || chr(0) || 'x')":                                                      "",
		"SELECT normlet('\u202eFOX-P2\u200b')":                                                           gene,
		fmt.Sprintf("SELECT length(coalesce(normlet(repeat('FOXP2 ', %d)), ''))", long/6):                "",
		fmt.Sprintf("SELECT length(normlet_annotate('FOXP2 ' || repeat(chr(10), %d)))", long):            "1",
		"SELECT normlet_matches('FOX-P2', 9223372036854775807)":                                          "",
		"SELECT normlet_matches('FOX-P2', -1)":                                                           "",
		"SELECT normlet_matches('FOX-P2', 1e300)":                                                        "",
		"SELECT normlet()":                    "",
		"SELECT normlet('FOX-P2', 'aspirin')": "",
	} {
		got, err := asked(t, conn, query)
		if err == nil && len(got) == 0 || err != nil && !strings.Contains(err.Error(), "Error: ") {
			t.Errorf("%.90s: neither an answer nor an error of SQL: %v", query, err)
		}
		if want != "" && (err != nil || len(got) != 1 || got[0] != want) {
			t.Errorf("%.90s: %q, %v; want %s", query, got, err, want)
		}
		if got := rows(t, conn, "SELECT normlet('FOX-P2')"); got[0] != gene {
			t.Fatalf("after %s: %q", query, got)
		}
	}
}

// asked is rows with the error.
func asked(t *testing.T, conn *sql.Conn, query string) (out []string, err error) {
	result, err := conn.QueryContext(t.Context(), query)
	if err != nil {
		return nil, err
	}
	defer result.Close()
	names, err := result.Columns()
	check(t, err)
	for result.Next() {
		values, to := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			to[i] = &values[i]
		}
		check(t, result.Scan(to...))
		var cells []string
		for _, v := range values {
			cells = append(cells, fmt.Sprint(v))
		}
		out = append(out, strings.Join(cells, "|"))
	}
	return out, result.Err()
}

// TestOddPack has ids and names that are no UTF-8, of which DuckDB makes NULL, as if there was no entity, and some that hold
// NUL.
func TestOddPack(t *testing.T) {
	n, err := core.OpenBytes(assets.Default(), nil)
	check(t, err)
	for odd, want := range map[string]string{"\xff\xfe": "\ufffd", "\x00": "\x00", "\u202e": "\u202e"} {
		c := *engine.Of(n).Contents()
		c.IDs, c.Names, c.Self = replaced(c.IDs, "NCBIGene:93986", odd), replaced(c.Names, "FOXP2", odd), nil
		evil, err := core.New(&c)
		check(t, err)
		db, err := sql.Open("duckdb", "")
		check(t, err)
		conn, err := db.Conn(t.Context())
		check(t, err)
		check(t, duckdb.Register(t.Context(), conn, evil, core.Options{}))
		id, name := "NCBIGene:93986"+want, "FOXP2"+want
		for query, want := range map[string]string{
			"SELECT normlet('FOX-P2')": id,
			"SELECT x.id, x.name, x.matched FROM (SELECT normlet_match('FOX-P2') x)":     id + "|" + name + "|" + name,
			"SELECT id, name FROM normlet_lookup('FOX-P2', 1)":                           id + "|" + name,
			"SELECT x.id, x.name FROM (SELECT normlet_annotate('The FOXP2 gene.')[1] x)": id + "|" + name,
		} {
			if got, err := asked(t, conn, query); err != nil || len(got) != 1 || got[0] != want {
				t.Errorf("%q: %s: %q, %v; want %q", odd, query, got, err, want)
			}
		}
		check(t, conn.Close())
		check(t, db.Close())
	}
}

// replaced returns a list in which a text ends with more.
func replaced(list *pack.Strings, text, more string) *pack.Strings {
	var out []string
	for _, s := range list.Range(0, list.Len()) {
		if string(s) == text {
			s = append(s[:len(s):len(s)], more...)
		}
		out = append(out, string(s))
	}
	return pack.NewStrings(out)
}
