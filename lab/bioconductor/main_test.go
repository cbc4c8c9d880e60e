package main

import (
	"archive/tar"
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/normlet/normlet/train/data"
	"github.com/ulikunitz/xz"
)

// schema holds the tables read, as org.Hs.eg.db 3.16 declares them, and rows
// out of order. Gene 9 has no UniProt accession and codes for no protein.
const schema = `
CREATE TABLE metadata (name VARCHAR(80) PRIMARY KEY, value VARCHAR(255));
CREATE TABLE genes (_id INTEGER PRIMARY KEY, gene_id VARCHAR(10) NOT NULL UNIQUE);
CREATE TABLE gene_info (_id INTEGER NOT NULL UNIQUE, gene_name VARCHAR(255) NOT NULL, symbol VARCHAR(80) NOT NULL);
CREATE TABLE genetype (_id INTEGER NOT NULL, gene_type VARCHAR(20) NOT NULL);
CREATE TABLE alias (_id INTEGER NOT NULL, alias_symbol VARCHAR(80) NOT NULL);
CREATE TABLE uniprot (_id INTEGER NOT NULL, uniprot_id VARCHAR(20) NOT NULL);
CREATE TABLE pubmed (_id INTEGER NOT NULL, pubmed_id VARCHAR(10) NOT NULL);
CREATE TABLE go_bp (_id INTEGER NOT NULL, go_id CHAR(10) NOT NULL, evidence CHAR(3) NOT NULL);
CREATE TABLE go_mf (_id INTEGER NOT NULL, go_id CHAR(10) NOT NULL, evidence CHAR(3) NOT NULL);
CREATE TABLE go_cc (_id INTEGER NOT NULL, go_id CHAR(10) NOT NULL, evidence CHAR(3) NOT NULL);
CREATE TABLE go_bp_all (_id INTEGER NOT NULL, go_id CHAR(10) NOT NULL, evidence CHAR(3) NOT NULL);
CREATE TABLE go_mf_all (_id INTEGER NOT NULL, go_id CHAR(10) NOT NULL, evidence CHAR(3) NOT NULL);
CREATE TABLE go_cc_all (_id INTEGER NOT NULL, go_id CHAR(10) NOT NULL, evidence CHAR(3) NOT NULL);
CREATE TABLE pfam (_id INTEGER NOT NULL, ipi_id CHAR(11), pfam_id CHAR(7) NULL);
CREATE TABLE ensembl (_id INTEGER NOT NULL, ensembl_id VARCHAR(20) NOT NULL);
CREATE TABLE omim (_id INTEGER NOT NULL, omim_id VARCHAR(10) NOT NULL);
CREATE TABLE kegg (_id INTEGER NOT NULL, path_id CHAR(5) NOT NULL);
INSERT INTO metadata VALUES ('DBSCHEMA', 'HUMAN_DB'), ('DBSCHEMAVERSION', '2.1'), ('ORGANISM', 'Homo sapiens'),
	('EGSOURCENAME', 'Entrez Gene'), ('EGSOURCEDATE', '2022-Sep12'), ('UPSOURCENAME', 'Uniprot'), ('UPSOURCEDATE', 'Fri Sep 23');
INSERT INTO genes VALUES (1, '100'), (2, '20'), (3, '9'), (4, '7157');
INSERT INTO gene_info VALUES (1, 'adenosine deaminase', 'ADA'), (2, 'SAME', 'SAME'), (3, 'a pseudogene', 'PSEUDO'), (4, 'tumor protein p53', 'TP53');
INSERT INTO genetype VALUES (1, 'protein-coding'), (2, 'unknown'), (3, 'pseudo'), (4, 'protein-coding');
INSERT INTO alias VALUES (4, 'TP53'), (4, 'p53'), (4, 'P53'), (4, 'BCC7'), (1, 'ADA'), (1, 'ADA'), (3, 'PS'), (2, 'SAME');
INSERT INTO uniprot VALUES (2, 'Q00001'), (2, 'Q00002'), (4, 'P04637');
INSERT INTO ensembl VALUES (4, 'ENSG00000141510'), (3, 'ENSG9'), (4, 'ENSG00000141510');
INSERT INTO omim VALUES (4, '191170'), (4, '191170'), (1, '608958'), (1, '102700');
INSERT INTO pubmed VALUES (4, '11'), (4, '12'), (4, '12'), (1, '11'), (3, '13');
`

const want = `# Homo sapiens genes from Entrez Gene of 2022-Sep12, selected with Uniprot of Fri Sep 23; Bioconductor HUMAN_DB schema 2.1
# licence: NCBI Gene is in the public domain
# columns: id, name, kind, publications, namespace
NCBIGene:20	SAME	primary	0	NCBIGene
NCBIGene:100	ADA	primary	1	NCBIGene
NCBIGene:100	adenosine deaminase	full_name	1	NCBIGene
NCBIGene:7157	TP53	primary	2	NCBIGene
NCBIGene:7157	tumor protein p53	full_name	2	NCBIGene
NCBIGene:7157	BCC7	alias	2	NCBIGene
NCBIGene:7157	P53	alias	2	NCBIGene
NCBIGene:7157	p53	alias	2	NCBIGene
`

// newDatabase returns the path of a small database of genes, changed by more.
func newDatabase(t *testing.T, more string) string {
	t.Helper()
	return create(t, genesDatabase, schema+more)
}

// create returns the path of a database made by statements.
func create(t *testing.T, name, statements string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	return path
}

// newPackage returns the path of a Debian package that holds the file at path.
func newPackage(t *testing.T, path, suffix string, compress func(io.Writer) (io.WriteCloser, error)) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	z, err := compress(&archive)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	header := &tar.Header{Name: "./usr/lib/R/site-library/org.Hs.eg.db/extdata/" + filepath.Base(path), Mode: 0o644, Size: int64(len(content))}
	err = w.WriteHeader(header)
	if err == nil {
		_, err = w.Write(content)
	}
	for _, c := range []io.Closer{w, z} {
		if err == nil {
			err = c.Close()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	deb := arMagic + arMember("debian-binary", "2.0\n") + arMember("control.tar.xz", "odd") + arMember("data.tar"+suffix, archive.String())
	file := filepath.Join(t.TempDir(), "p.deb")
	if err := os.WriteFile(file, []byte(deb), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func arMember(name, content string) string {
	padding := strings.Repeat("\n", len(content)%2)
	return fmt.Sprintf("%-16s%-12d%-6d%-6d%-8s%-10d`\n", name, 0, 0, 0, "100644", len(content)) + content + padding
}

// convertOK runs the command and returns the content of its output file.
func convertOK(t *testing.T, db string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "genes.tsv.gz")
	var stderr bytes.Buffer
	if status := run(t.Context(), []string{"--db", db, "--out", out}, &stderr); status != 0 {
		t.Fatalf("status %d: %s", status, &stderr)
	}
	if !strings.Contains(stderr.String(), "Entrez Gene of 2022-Sep12") {
		t.Errorf("stderr does not name the source: %s", &stderr)
	}
	return read(t, out)
}

// read returns the plain content of a file.
func read(t *testing.T, path string) string {
	t.Helper()
	f, err := data.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	content, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestDatabase(t *testing.T) {
	if got := convertOK(t, newDatabase(t, "")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPackage(t *testing.T) {
	db := newDatabase(t, "")
	t.Setenv("TMPDIR", t.TempDir())
	for suffix, compress := range map[string]func(io.Writer) (io.WriteCloser, error){
		".xz":  func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) },
		".zst": func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) },
		".gz":  func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
		"":     func(w io.Writer) (io.WriteCloser, error) { return nopCloser{w}, nil },
	} {
		if got := convertOK(t, newPackage(t, db, suffix, compress)); got != want {
			t.Errorf("data.tar%s: got\n%s\nwant\n%s", suffix, got, want)
		}
	}
	left, err := os.ReadDir(os.TempDir())
	if err != nil || len(left) != 0 {
		t.Errorf("temporary files left behind: %v, %v", left, err)
	}
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

func TestErrors(t *testing.T) {
	plain := func(w io.Writer) (io.WriteCloser, error) { return nopCloser{w}, nil }
	other := filepath.Join(t.TempDir(), "other.sqlite")
	cut := filepath.Join(t.TempDir(), "cut.deb")
	for file, content := range map[string]string{
		other: "no database",
		cut:   arMagic + arMember("debian-binary", "2.0\n") + "data.tar",
	} {
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ db, want string }{
		{"missing.sqlite", "missing.sqlite"},
		{other, "neither an SQLite database nor a Debian package"},
		{cut, "unexpected EOF"},
		{newPackage(t, other, "", plain), "holds no org.Hs.eg.sqlite"},
		{newPackage(t, other, ".lz", plain), "data.tar.lz: unknown compression"},
		{newDatabase(t, "DROP TABLE metadata"), "not a Bioconductor annotation database"},
		{newDatabase(t, "UPDATE metadata SET value = 'MOUSE_DB' WHERE name = 'DBSCHEMA'"), `"MOUSE_DB", want HUMAN_DB`},
		{newDatabase(t, "DROP TABLE pubmed"), "pubmed"},
		{newDatabase(t, "DELETE FROM gene_info WHERE _id = 4"), "NCBIGene:7157 (row 4) lacks"},
		{newDatabase(t, "DELETE FROM genetype; DELETE FROM uniprot"), "no protein-coding gene"},
	} {
		dir := t.TempDir()
		var stderr bytes.Buffer
		status := run(t.Context(), []string{"--db", tt.db, "--out", filepath.Join(dir, "out.tsv")}, &stderr)
		if status != 1 || !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("%s: status %d, %s, want %q", tt.db, status, &stderr, tt.want)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%s: output left behind: %v, %v", tt.db, left, err)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stderr bytes.Buffer
	status := run(ctx, []string{"--db", newDatabase(t, ""), "--out", filepath.Join(t.TempDir(), "out.tsv")}, &stderr)
	if status != 1 || !strings.Contains(stderr.String(), context.Canceled.Error()) {
		t.Errorf("status %d: %s", status, &stderr)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"--db", "x"}, {"--out", "x"}, {"--db", "x", "--terms", "y"}, {"--go", "x", "--triples", "y"}, {"--go", "x", "--definitions", "y", "--db", "z"}, {"--db", "x", "--out", "y", "z"}, {"--unknown"}} {
		var stderr bytes.Buffer
		if status := run(t.Context(), args, &stderr); status != 2 || !strings.Contains(stderr.String(), "usage:") {
			t.Errorf("%v: status %d: %s", args, status, &stderr)
		}
	}
}

// TestRealDatabase reads the file or package that NORMLET_HS_DB names.
func TestRealDatabase(t *testing.T) {
	db := os.Getenv("NORMLET_HS_DB")
	if db == "" {
		t.Skip("NORMLET_HS_DB names no org.Hs.eg.sqlite or r-bioc-org.hs.eg.db package")
	}
	got, _, err := data.ReadTSV(strings.NewReader(convertOK(t, db)), "genes.tsv", data.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	// The counts of version 3.16.
	if len(got.Entities) != 28_165 || got.NumNames() != 118_548 {
		t.Errorf("%d genes, %d names; want 28165, 118548", len(got.Entities), got.NumNames())
	}
}

// TestOutputs requires the databases, and files of others, to be left alone.
func TestOutputs(t *testing.T) {
	db := newDatabase(t, "")
	dir := t.TempDir()
	before, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	thesis := filepath.Join(dir, "thesis")
	if err := os.WriteFile(thesis, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "genes.tsv")
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"--db", db, "--out", db, "--force"}, 2, "name for the output"},
		{[]string{"--db", db, "--out", out, "--publications", out}, 2, "two outputs"},
		{[]string{"--db", db, "--out", thesis}, 1, "not a file of this command that normlet wrote"},
		{[]string{"--db", db, "--out", out}, 0, ""},
		{[]string{"--db", db, "--out", out}, 0, ""}, // its own may be replaced
		{[]string{"--db", db, "--out", thesis, "--force"}, 0, ""},
	} {
		var stderr strings.Builder
		if status := run(context.Background(), c.args, &stderr); status != c.status || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%v: status %d, %s", c.args, status, &stderr)
		}
		if after, err := os.ReadFile(db); err != nil || !bytes.Equal(before, after) {
			t.Fatalf("%v: the database has changed (%v)", c.args, err)
		}
	}
}
