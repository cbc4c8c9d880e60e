package main

import (
	"database/sql"
	"encoding/binary"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3/driver"
	"github.com/ncruces/go-sqlite3/ext/spellfix1"
	_ "modernc.org/sqlite"
	_ "modernc.org/sqlite/vec"
)

const databaseFile = "names.sqlite"

// port is a port of SQLite, which opens files.
type port func(file string) (*sql.DB, error)

func modernc(file string) (*sql.DB, error) { return sql.Open("sqlite", file) }

// ncruces has the extension spellfix1.
func ncruces(file string) (*sql.DB, error) { return driver.Open("file:"+file, spellfix1.Register) }

// database is one of SQLite, with a query for the names nearest to a mention.
type database struct {
	nearest *sql.Stmt
	// key makes of a mention what the query asks for; nil: there is nothing to ask.
	key func(mention string) any
}

// create makes a database with a virtual table, and fills it.
func (open port) create(dir, table, insert string, rows []row, value func(name string) any) error {
	db, err := open(filepath.Join(dir, databaseFile))
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Exec(table); err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	add, err := tx.Prepare(insert)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if _, err := add.Exec(value(r.name), r.entity, r.weight); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// database opens what create made. The query yields entity, weight and score, and takes a key and how many rows.
func (open port) database(dir, query string, key func(mention string) any) (index, error) {
	db, err := open(filepath.Join(dir, databaseFile))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	stmt, err := db.Prepare(query)
	return database{stmt, key}, err
}

func (d database) search(mention string) ([]int32, error) {
	key := d.key(mention)
	if key == nil {
		return nil, nil
	}
	rows, err := d.nearest.Query(key, shortlist)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var hits []hit
	for rows.Next() {
		var h hit
		if err := rows.Scan(&h.entity, &h.weight, &h.score); err != nil {
			return nil, err
		}
		hits = append(hits, h)
	}
	return entities(hits), rows.Err()
}

func buildFTS(j job) error {
	rows, err := readList(j.source)
	if err != nil {
		return err
	}
	return port(modernc).create(j.dir, "CREATE VIRTUAL TABLE names USING fts5(name, entity UNINDEXED, weight UNINDEXED, tokenize='trigram')",
		"INSERT INTO names(name, entity, weight) VALUES (?, ?, ?)", rows, func(name string) any { return name })
}

func openFTS(dir string) (index, error) {
	return port(modernc).database(dir, "SELECT entity, weight, -rank FROM names WHERE names MATCH ? ORDER BY rank LIMIT ?", anyTrigram)
}

// anyTrigram asks for names with any of the trigrams of a mention. Mentions of one or two characters have none.
func anyTrigram(mention string) any {
	runes := []rune(strings.ToLower(mention))
	var terms []string
	for i := range len(runes) - 2 {
		term := `"` + strings.ReplaceAll(string(runes[i:i+3]), `"`, `""`) + `"`
		if !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	}
	if terms == nil {
		return nil
	}
	return strings.Join(terms, " OR ")
}

// buildSpellfix has entities in a table beside, row by row.
func buildSpellfix(j job) error {
	rows, err := readList(j.source)
	if err != nil {
		return err
	}
	return port(ncruces).create(j.dir, `CREATE VIRTUAL TABLE names USING spellfix1; CREATE TABLE refs(entity, weight);
		CREATE VIEW rows AS SELECT '' AS name, entity, weight FROM refs;
		CREATE TRIGGER both INSTEAD OF INSERT ON rows BEGIN
			INSERT INTO names(word, rank) VALUES (new.name, new.weight);
			INSERT INTO refs VALUES (new.entity, new.weight);
		END`, "INSERT INTO rows(name, entity, weight) VALUES (?, ?, ?)", rows, func(name string) any { return name })
}

func openSpellfix(dir string) (index, error) {
	return port(ncruces).database(dir, "SELECT entity, weight, -score FROM names JOIN refs ON refs.rowid = names.rowid WHERE word MATCH ? AND top = ?",
		func(mention string) any { return mention })
}

func buildVec(j job) error {
	rows, err := readList(j.source)
	if err != nil {
		return err
	}
	e, err := keepEmbedding(j)
	if err != nil {
		return err
	}
	// The dimension cannot be a parameter of the statement.
	table := strings.ReplaceAll("CREATE VIRTUAL TABLE names USING vec0(vector float[DIM] distance_metric=cosine, +entity integer, +weight integer)",
		"DIM", decimal(e.Dim()))
	return port(modernc).create(j.dir, table, "INSERT INTO names(vector, entity, weight) VALUES (?, ?, ?)", rows, e.blob)
}

func openVec(dir string) (index, error) {
	e, err := openEmbedding(dir)
	if err != nil {
		return nil, err
	}
	return port(modernc).database(dir, "SELECT entity, weight, -distance FROM names WHERE vector MATCH ? AND k = ? ORDER BY distance", e.blob)
}

// blob returns the vector of a text as sqlite-vec reads it.
func (e embedding) blob(text string) any {
	var b []byte
	for _, x := range e.Encode(nil, text) {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}
