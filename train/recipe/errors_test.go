package recipe

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/normlet/normlet/core/pack"
)

// TestBadRecipes has texts that are no recipe: the error names file, line and reason.
func TestBadRecipes(t *testing.T) {
	const good = "[[source]]\ntitle = \"A\"\nlicense = \"CC0\"\nnamespace = \"gene\"\n[[source.file]]\npath = \"a.tsv\"\n"
	for _, c := range []struct{ text, want string }{
		{head + good + "prefx = \"G\"\n", `r.toml:11: unknown key "source.file.prefx"`},
		{head + "sauce = 1\n" + good, `r.toml:5: unknown key "sauce"`},
		{head + "[build]\nbits = \"many\"\n" + good, "r.toml:6: "},
		{head + "[build]\nbits = 100\n" + good, "r.toml: [build]: bits: "},
		{head + "[[source]\n", "r.toml:5: "},
		{head, "r.toml: there is no [[source]] and no include"},
		{"title = \"R\"\n" + good, "r.toml: name is missing"},
		{"name = \"r\"\n" + good, "r.toml: title is missing"},
		{head + "titles = { gene = \"a; b\" }\n" + good, `r.toml: titles: "a; b" of "gene": want words without a semicolon`},
		{"name = \"q\"\ntitle = \"R\"\n" + good, `r.toml: the recipe is called "q"; its name has to be that of its file, "r"`},
		{head + strings.Replace(good, "license", "url", 1), "r.toml: source 1 (A): license is missing"},
		{head + strings.Replace(good, "namespace", "url", 1), "r.toml: source 1 (A): namespace is missing"},
		{head + strings.Replace(good, "a.tsv", "../a.tsv", 1), `r.toml: source 1 (A): the path "../a.tsv" does not lead below a folder`},
		{head + strings.Replace(good, "a.tsv", "/a.tsv", 1), `r.toml: source 1 (A): the path "/a.tsv" does not lead below a folder`},
		{head + good + "sha256 = \"12\"\n", `r.toml: source 1 (A): a.tsv: sha256 is "12", not 64 hexadecimal digits in lower case`},
		{head + good + "format = \"docx\"\n", `r.toml: source 1 (A): a.tsv: there is no format "docx"`},
		{head + good + "address = \"http://x.example/a.tsv\"\n", `r.toml: source 1 (A): a.tsv: "http://x.example/a.tsv" is not the address of a file, https://HOST/FILE`},
		{head + good + "address = \"https://x.example/\"\n", `r.toml: source 1 (A): a.tsv: "https://x.example/" is not the address`},
		{head + good + "address = \"https://me:secret@x.example/a.tsv\"\n", `r.toml: source 1 (A): a.tsv: "https://me:secret@x.example/a.tsv" is not`},
		{head + good + "address = \"https://x.example/a.tsv\"\nchecksum = \"ftp://x.example/a.md5\"\n", `r.toml: source 1 (A): a.tsv: "ftp://x.example/a.md5" is not`},
		{head + good + "most_bytes = 7\n", "r.toml: source 1 (A): a.tsv: most_bytes = 7: want how many bytes today's file may have"},
		{head + good + "address = \"https://x.example/a.tsv\"\nmost_bytes = -1\n", "r.toml: source 1 (A): a.tsv: most_bytes = -1: want"},
		{head + good + "checksum = \"https://x.example/a.md5\"\n", "r.toml: source 1 (A): a.tsv: checksum is for address, which is missing"},
		{head + strings.Replace(good, "namespace", "prominence = 1\nknown_by = { path = \"k\", or = { path = \"l\", format = \"docx\" } }\nnamespace", 1),
			`r.toml: source 1 (A): l: there is no format "docx"`},
		{head + good + "columns = { ident = \"x\" }\n", `r.toml: source 1 (A): a.tsv: columns: there is no role "ident"`},
		{head + good + "keep = { path = \"k\" }\n", "r.toml: source 1 (A): a.tsv: keep needs id, value and prefixes"},
		{head + strings.Replace(good, "license", "ids = \"(\"\nlicense", 1), "r.toml: source 1 (A): error parsing regexp"},
		{head + strings.Replace(good, "license", "names = \"replace\"\nlicense", 1), `r.toml: source 1 (A): names is "replace"; it may be "add", "show", "new", "twin" or "define"`},
		{head + strings.Replace(good, "license", "names = \"define\"\nlicense", 1), "r.toml: source 1 (A): namespace is missing; texts have none"},
		{head + "[[source]]\ntitle = \"T\"\nlicense = \"CC0\"\nnames = \"define\"\nown = \"t.txt\"\n", "r.toml: source 1 (T): own is for lists; texts are files"},
		{head + strings.Replace(good, "license", "own = \"x\"\nlicense", 1), "r.toml: source 1 (A): it needs either a [[source.file]] or own"},
		{head + "[build]\nrelations = [{ path = \"r.tsv\" }]\n" + good, "r.toml: [build]: relations are for company and parents, which are missing"},
		{head + "[build]\nreferences = [\"DOID\"]\n" + good, "r.toml: [build]: references are part of details, which are missing"},
		{head + strings.Replace(good, "license", "former = true\nlicense", 1), "r.toml: source 1 (A): former is for names = \"add\""},
		{head + strings.Replace(good, "license", "names = \"new\"\nlicense", 1), "r.toml: source 1 (A): names is \"new\", which needs join = true"},
		{head + "include = [\"r\"]\n" + good, "recipe r: include: recipe r includes itself: r, r"},
		{head + "include = [\"none\"]\n" + good, `recipe r: include: there is no recipe "none"; there are other, r, and files whose names end in .toml`},
	} {
		_, err := Load(fstest.MapFS{"r.toml": {Data: []byte(c.text)}, "other.toml": {}}, "r")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.want)
		}
	}
	for _, name := range []string{"gens", ""} {
		_, err := Load(fstest.MapFS{"genes.toml": {}, "go.toml": {}}, name)
		if err == nil || !strings.Contains(err.Error(), "there are genes, go, and files whose names end in .toml") {
			t.Errorf("recipe %q: error %v", name, err)
		}
	}
}

// TestUserRecipe reads a recipe from a file, with a list beside it and one that is known.
func TestUserRecipe(t *testing.T) {
	dir := folder(t, map[string]string{
		"my.toml": "name = \"my\"\ntitle = \"M\"\ninclude = [\"r\"]\ntitles = { gene = \"Gene\", none = \"None\" }\n[[source]]\ntitle = \"Own\"\nlicense = \"CC0\"\nnamespace = \"gene\"\nown = \"names/own.tsv\"\n", "names/own.tsv": "G:9\tnine\n",
		"a.tsv": "G:1\tone\n",
	})
	r, err := Load(known("titles = { gene = \"of r\" }\n"+source("A", "", "a.tsv", "G:1\tone\n", "")), filepath.Join(dir, "my.toml"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := r.Find(Options{From: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	terminology, _, err := f.Read(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := write(t, terminology), "G:1\tone\tprimary\t0\tgene\nG:9\tnine\tprimary\t0\tgene"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if facts := f.Facts(); !slices.Contains(facts, pack.Pair{Key: pack.MetaTitles, Value: "gene: Gene"}) {
		t.Errorf("the titles are not those of the outer recipe, for the namespaces that it has: %q", facts)
	}
	if _, err := Load(known(""), filepath.Join(dir, "none.toml")); !os.IsNotExist(err) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestBadFiles has files that are not what a recipe says: the error names file, line and reason.
func TestBadFiles(t *testing.T) {
	const a = "G:1\tTP53\tprimary\nG:2\tEGFR\tprimary\n"
	whole := zipped(t, strings.Repeat("# comment\n", 1000)+a)
	const hgnc = "symbol\thgnc_id\tname\nTP53\tHGNC:1\tx\n"
	sourceA := source("A", "ids = 'G:\\d'", "a.tsv", a, "")
	for _, c := range []struct {
		name, recipe string
		files        map[string]string
		o            Options
		want         string
	}{
		{"no folder", sourceA, nil, Options{}, "recipe r: A: no file a.tsv in any folder: --from names them"},
		{"missing", "[[source]]\ntitle = \"A\"\nlicense = \"CC0\"\nnamespace = \"gene\"\nurl = \"https://x.example\"\n[[source.file]]\npath = \"a.tsv\"\n[[source.file]]\npath = \"b/c.tsv\"\n",
			map[string]string{"x.tsv": a}, Options{}, "recipe r: A: no file a.tsv or b/c.tsv in DIR; download it from https://x.example"},
		{"another digest", sourceA, map[string]string{"a.tsv": a + "G:3\tX\n"}, Options{},
			"recipe r: A: DIR/a.tsv: another version, or damaged: its sha256 is " + digest(a+"G:3\tX\n") + ", that of the recipe " + digest(a) + "; --any-version reads it all the same"},
		{"no digest", "[[source]]\ntitle = \"A\"\nlicense = \"CC0\"\nnamespace = \"gene\"\n[[source.file]]\npath = \"a.tsv\"\n", map[string]string{"a.tsv": a}, Options{},
			"recipe r: A: DIR/a.tsv: the recipe knows no digest of this file, whose sha256 is " + digest(a) + "; --any-version reads it all the same"},
		{"only private sources", source("A", "private = true", "a.tsv", a, ""), map[string]string{"a.tsv": a}, Options{},
			"recipe r: its sources may not be passed on; --private reads them, for a pack of your own"},
		{"only optional sources", source("A", "optional = true", "a.tsv", a, ""), map[string]string{"b.tsv": a}, Options{}, "recipe r: none of its files is in DIR"},
		{"columns that moved", sourceA, map[string]string{"a.tsv": "# x\nTP53\tG:1\nEGFR\tG:2\n"}, Options{AnyVersion: true},
			`recipe r: DIR/a.tsv:2: the id "TP53" does not match the recipe's G:\d: is this A, and does it have the columns that it used to have?`},
		{"columns of a header that moved", source("A", "ids = 'HGNC:\\d'", "h.tsv", "", "format = \"hgnc\""), map[string]string{"h.tsv": strings.Replace(hgnc, "hgnc_id", "id", 1)}, Options{AnyVersion: true},
			"recipe r: DIR/h.tsv: not in the format hgnc; it looks like table, CSV, TSV or a workbook"},
		{"truncated", source("A", "", "a.tsv.gz", whole, ""), map[string]string{"a.tsv.gz": whole[:len(whole)-20]}, Options{AnyVersion: true},
			"recipe r: DIR/a.tsv.gz: the compressed data ends too early (unexpected EOF); is the file complete?"},
		{"a web page", sourceA, map[string]string{"a.tsv": "<!DOCTYPE html>\n<html><title>Licence</title>"}, Options{AnyVersion: true},
			"recipe r: DIR/a.tsv: looks like a web page; was the download refused?"},
		{"a web page, format given", source("A", "", "h.tsv", "", "format = \"hgnc\""), map[string]string{"h.tsv": "<html>"}, Options{AnyVersion: true},
			"recipe r: DIR/h.tsv: not in the format hgnc; it looks like a web page; was the download refused?"},
		{"a contradiction", sourceA + source("B", "", "b.tsv", "# x\n2\tc-erbB\tprimary\n", "prefix = \"G\""), map[string]string{"a.tsv": a, "b.tsv": "# x\n2\tc-erbB\tprimary\n"}, Options{},
			`recipe r: DIR/b.tsv:2: G:2 is called "c-erbB", and "EGFR" in DIR/a.tsv:2; a recipe says names = "add" if this source only adds names`},
		{"a contradiction about namespaces", sourceA + strings.Replace(source("B", "", "b.tsv", a, ""), "gene", "protein", 1), map[string]string{"a.tsv": a, "b.tsv": a}, Options{},
			`recipe r: DIR/b.tsv:1: G:1 is in the namespace "gene" in DIR/a.tsv:1, and in "protein" here`},
		{"nothing left", source("A", "only = 'H:.*'", "a.tsv", a, ""), map[string]string{"a.tsv": a}, Options{}, "recipe r: DIR/a.tsv: no entity is left once the recipe's filters are applied"},
		{"no table to keep by", source("A", "", "a.tsv", a, "keep = { path = \"k.tsv\", id = \"i\", value = \"v\", prefixes = [\"C\"] }"), map[string]string{"a.tsv": a}, Options{}, "recipe r: A: k.tsv is not in DIR"},
		{"a table without the columns", source("A", "", "a.tsv", a, "keep = { path = \"k.tsv\", id = \"i\", value = \"v\", prefixes = [\"C\"] }"), map[string]string{"a.tsv": a, "k.tsv": "v\tid\n"}, Options{AnyVersion: true},
			`recipe r: DIR/k.tsv:1: the header has no columns "i" and "v"`},
		{"a short row of the table", source("A", "", "a.tsv", a, "keep = { path = \"k.tsv\", id = \"i\", value = \"v\", prefixes = [\"C\"] }"), map[string]string{"a.tsv": a, "k.tsv": "i\tv\nG:1\n"}, Options{AnyVersion: true},
			`recipe r: DIR/k.tsv:2: 1 columns; the recipe needs "i" and "v"`},
		{"a table that keeps nothing", source("A", "", "a.tsv", a, "keep = { path = \"k.tsv\", id = \"i\", value = \"v\", prefixes = [\"C\"] }"), map[string]string{"a.tsv": a, "k.tsv": "i\tv\nG:1\tD1\n"}, Options{AnyVersion: true},
			"recipe r: DIR/k.tsv: no v begins with C: nothing would be kept"},
		{"more bad rows than known", source("A", "", "a.tsv", a+"G:1\nG:2\n", "bad_rows = 1"), map[string]string{"a.tsv": a + "G:1\nG:2\n"}, Options{},
			"recipe r: DIR/a.tsv: 2 bad rows, and the recipe knows of 1; the next: DIR/a.tsv:4: no TAB"},
	} {
		dir := folder(t, c.files)
		if c.files != nil {
			c.o.From = []string{dir}
		}
		_, _, _, err := read(c.recipe, c.o)
		if err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(), dir, "DIR"), c.want) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}

// FuzzParse requires of any text a recipe or an error that says something.
func FuzzParse(f *testing.F) {
	f.Add(head + source("A", "ids = 'G:\\d'", "a.tsv", "", "prefix = \"G\""))
	f.Add(head + "include = [\"x\"]\n[build]\nbits = 64\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parse([]byte(text), "r.toml")
		if err != nil && !strings.HasPrefix(err.Error(), "r.toml:") {
			t.Errorf("error %q", err)
		}
		if err == nil && r.check() != nil {
			t.Error("a recipe that does not pass its own check")
		}
	})
}
