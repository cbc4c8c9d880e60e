package recipe

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/normlet/normlet/train/data"
)

// folder is a temporary folder of files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func digest(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// source writes a [[source]] with one file, whose digest is that of its content.
func source(title, settings, path, content, fileSettings string) string {
	return fmt.Sprintf("[[source]]\ntitle = %q\nlicense = \"CC0\"\nnamespace = \"gene\"\n%s\n[[source.file]]\npath = %q\nsha256 = %q\n%s\n",
		title, settings, path, digest(content), fileSettings)
}

const head = "name = \"r\"\ntitle = \"R\"\nversion = \"1\"\ndate = \"2026-01-01\"\n"

// known returns a folder of recipes with the recipe r.
func known(text string) fstest.MapFS { return fstest.MapFS{"r.toml": {Data: []byte(head + text)}} }

// read does everything.
func read(text string, o Options) (*data.Terminology, *data.Report, *Found, error) {
	r, err := Load(known(text), "r")
	if err != nil {
		return nil, nil, nil, err
	}
	f, err := r.Find(o)
	if err != nil {
		return nil, nil, nil, err
	}
	t, report, err := f.Read(nil, false)
	return t, report, f, err
}

// write returns a terminology as a file, for comparison.
func write(t *testing.T, terminology *data.Terminology) string {
	t.Helper()
	var b strings.Builder
	if err := data.WriteTSV(&b, terminology); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestRead(t *testing.T) {
	const (
		a   = "G:1\tTP53\tprimary\t9\nG:1\tp53\talias\nG:2\tEGFR\tprimary\t4\n"
		b   = "1\tTP-53\tprimary\n1\tP53 gene\texact\n3\tMYC\tprimary\n4\tKRAS\tprimary\n"
		obo = "format-version: 1.4\n\n[Term]\nid: X:1\nname: Tumour protein\nsynonym: \"p53\" EXACT []\nxref: G:1\n\n[Term]\nid: X:2\nname: other\nxref: G:2\n\n" +
			"[Term]\nid: X:3\nname: another\nxref: G:2\n\n[Term]\nid: Y:9\nname: imported\n"
	)
	const joins = "X:1\tp-53\tprimary\nX:1\ttumour protein\nX:2\tegfr\tprimary\nX:2\terbB\nX:3\tERBB1\tprimary\nX:3\tEGFR\nX:4\tMYC\tprimary\n"
	const near = "Y:1\tTP53, mutated\tprimary\nY:1\tP-53\nY:1\tTP-53\nY:2\tegg frame\tprimary\nY:2\tP.53\n"
	const kinds = "format-version: 1.4\n\n[Term]\nid: X:1\nname: mutant tumour protein\nxref: G:1\nis_a: X:3\n\n" +
		"[Term]\nid: X:2\nname: tumour protein\nsynonym: \"p53\" EXACT []\nxref: G:1\n\n[Term]\nid: X:3\nname: changed tumour protein\nis_a: X:2\n"
	const lay = "tp53 in words\tTP53\ntp53 in words\tguardian gene\ntp53 in words\tEGFRs\ntp53 in words\tcell gene\nother words\tMYC\nother words\tcell gene\n"
	const texts = "An epidermal growth factor receptor (EGFR).\n"
	first := source("A", "", "a.tsv", a, "")
	for _, c := range []struct{ name, recipe, want string }{
		{"one source", first, "G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:2\tEGFR\tprimary\t4\tgene"},
		{"the same name in other letters", first + source("B", "most = 1", "b.tsv", b, `prefix = "G"`),
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:1\tTP-53\texact\t9\tgene\nG:1\tP53 gene\texact\t9\tgene\nG:2\tEGFR\tprimary\t4\tgene"},
		{"known entities only", source("A", "most = 1", "a.tsv", a, "") + source("B", "known = true\nnames = \"add\"", "b.tsv", b, `prefix = "G"`),
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:1\tTP-53\talias\t9\tgene\nG:1\tP53 gene\texact\t9\tgene"},
		{"former names", source("A", "most = 1", "a.tsv", a, "") + source("B", "known = true\nnames = \"add\"\nformer = true", "b.tsv", b, `prefix = "G"`),
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:1\tTP-53\texact\t9\tgene\nG:1\tP53 gene\texact\t9\tgene"},
		{"renamed, ties by id", source("B", "most = 2", "b.tsv", "X Y:4\tKRAS\nX Y:3\tMYC\nX Y:2\tB\nX Y:2\tC\n", `rename = { "X Y" = "Z" }`),
			"Z:3\tMYC\tprimary\t0\tgene\nZ:2\tB\tprimary\t0\tgene\nZ:2\tC\talias\t0\tgene"},
		{"kept by a table", source("B", "", "b.tsv", b, "prefix = \"G\"\nkeep = { path = \"k.tsv\", sha256 = \""+digest("id\ttree\n1\tC1\n3\tD2\n4\tF03.1\n")+"\", id = \"id\", value = \"tree\", prefixes = [\"C\", \"F03\"] }"),
			"G:1\tTP-53\tprimary\t0\tgene\nG:1\tP53 gene\texact\t0\tgene\nG:4\tKRAS\tprimary\t0\tgene"},
		{"weights of a file", source("B", "most = 1", "b.tsv", b, "prefix = \"G\"\nweights = { path = \"w.tsv\", sha256 = \""+digest("4\t7\n")+"\" }"),
			"G:4\tKRAS\tprimary\t7\tgene"},
		{"joined by cross-references", first + source("O", "join = true\nonly = 'X:\\d'", "o.obo", obo, ""),
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:1\tTumour protein\talias\t9\tgene\nG:2\tEGFR\tprimary\t4\tgene\n" +
				"X:2\tother\tprimary\t0.3\tgene\nX:3\tanother\tprimary\t0.3\tgene"},
		{"joined by names", first + source("N", "join = true", "n.tsv", joins, ""),
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:1\tp-53\talias\t9\tgene\nG:1\ttumour protein\talias\t9\tgene\n" +
				"G:2\tEGFR\tprimary\t4\tgene\nG:2\tegfr\talias\t4\tgene\nG:2\terbB\talias\t4\tgene\nX:3\tERBB1\tprimary\t0.5\tgene\nX:3\tEGFR\talias\t0.5\tgene\nX:4\tMYC\tprimary\t0.3\tgene"},
		{"the first file that is there", "[[source]]\ntitle = \"A\"\nlicense = \"CC0\"\nnamespace = \"gene\"\n[[source.file]]\npath = \"none.tsv\"\n[[source.file]]\npath = \"a.tsv\"\nsha256 = \"" + digest(a) + "\"\n[[source.file]]\npath = \"b.tsv\"\n",
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:2\tEGFR\tprimary\t4\tgene"},
		{"one id in two spellings", source("B", "", "b.tsv", "C:1\tc\nC:1\td\nC:C:1\tb\n", `rename = { "C:C" = "C" }`),
			"C:1\tb\tprimary\t0\tgene\nC:1\tc\talias\t0\tgene\nC:1\td\talias\t0\tgene"},
		{"near by a name of one of few", first + source("N", "near = true", "n.tsv", near, ""),
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:1\tTP53, mutated\talias\t9\tgene\nG:1\tP-53\talias\t9\tgene\nG:1\tTP-53\talias\t9\tgene\n" +
				"G:2\tEGFR\tprimary\t4\tgene\nY:2\tegg frame\tprimary\t0.6\tgene\nY:2\tP.53\talias\t0.6\tgene"},
		{"joined to what others are kinds of", first + source("O", "join = true", "p.obo", kinds, ""),
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:1\ttumour protein\talias\t9\tgene\nG:2\tEGFR\tprimary\t4\tgene\n" +
				"X:1\tmutant tumour protein\tprimary\t0.3\tgene\nX:3\tchanged tumour protein\tprimary\t0.3\tgene"},
		{"new names alone", first + source("L", "names = \"new\"\njoin = true", "l.tsv", lay, "columns = { id = \"1\", name = \"2\" }"),
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:1\tguardian gene\talias\t9\tgene\nG:2\tEGFR\tprimary\t4\tgene"},
		{"texts name nothing of their own", first + strings.Replace(source("T", "names = \"define\"", "t.txt", texts, ""), "namespace = \"gene\"\n", "", 1),
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:2\tEGFR\tprimary\t4\tgene"},
		{"without optional and private sources", first + source("P", "private = true", "b.tsv", b, "") + source("Q", "optional = true", "none.tsv", b, ""),
			"G:1\tTP53\tprimary\t9\tgene\nG:1\tp53\talias\t9\tgene\nG:2\tEGFR\tprimary\t4\tgene"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"a.tsv": a, "b.tsv": b, "n.tsv": joins, "t.txt": texts, "o.obo": obo, "p.obo": kinds, "l.tsv": lay, "w.tsv": "4\t7\n", "k.tsv": "id\ttree\n1\tC1\n3\tD2\n4\tF03.1\n"}
			if strings.Contains(c.recipe, "near = true") {
				files["n.tsv"] = near
			}
			if i := strings.Index(c.recipe, "rename"); i >= 0 {
				files["b.tsv"] = map[string]string{"renamed, ties by id": "X Y:4\tKRAS\nX Y:3\tMYC\nX Y:2\tB\nX Y:2\tC\n", "one id in two spellings": "C:1\tc\nC:1\td\nC:C:1\tb\n"}[c.name]
			}
			terminology, report, _, err := read(c.recipe, Options{From: []string{t.TempDir(), folder(t, files)}})
			if err != nil {
				t.Fatal(err)
			}
			if got := rounded(terminology); write(t, got) != c.want {
				t.Errorf("got\n%s\nwant\n%s", write(t, got), c.want)
			}
			if report.Names != terminology.NumNames() || report.Entities != len(terminology.Entities) {
				t.Errorf("the report counts %d names of %d entities", report.Names, report.Entities)
			}
		})
	}
}

// rounded makes estimated weights readable.
func rounded(t *data.Terminology) *data.Terminology {
	for i := range t.Entities {
		t.Entities[i].Weight = float64(int(10*t.Entities[i].Weight+0.5)) / 10
	}
	return t
}

// TestJoins tells which joins are of the same thing and what speaks against some, and that later lists of the same ids
// keep to them.
func TestJoins(t *testing.T) {
	const first, third = "M:1\tThiols\tprimary\nM:2\tSulfur\tprimary\nM:2\tbrimstone\nM:3\tLipids\tprimary\n", "X:1\tsulfur\nX:5\tbrimstone\n"
	const second = "format-version: 1.4\n\n[Term]\nid: X:1\nname: thiol\n\n[Term]\nid: X:2\nname: brimstone\nxref: M:2\nxref: M:3\n\n[Term]\nid: X:3\nname: fat\nxref: M:3\n"
	dir := folder(t, map[string]string{"a.tsv": first, "b.obo": second, "c.tsv": third})
	for setting, want := range map[string][]data.Join{
		"join = true": {{ID: "M:2", Other: "X:2", Name: "brimstone", How: "cross-reference and name", Said: data.Confirm}},
		"near = true": {{ID: "M:1", Other: "X:1", Name: "thiol", How: "name but for endings", Near: true, Said: data.Silent},
			{ID: "M:2", Other: "X:2", Name: "brimstone", How: "cross-reference and name", Said: data.Confirm, Doubt: "it refers to several"},
			{ID: "M:3", Other: "X:3", Name: "fat", How: "cross-reference", Near: true, Said: data.Confirm, Doubt: "no name in common"}},
	} {
		terminology, _, _, err := read(source("A", "", "a.tsv", first, "")+source("B", setting, "b.obo", second, "")+
			source("C", "join = true\nnames = \"add\"", "c.tsv", third, ""), Options{From: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(terminology.Joins, want) {
			t.Errorf("%s: joins %+v, want %+v", setting, terminology.Joins, want)
		}
	}
}

// TestReferencesDecide has names that join two things which a reference of either says are others: of the thing itself,
// of another of its list, and of an edition that an earlier one replaces.
func TestReferencesDecide(t *testing.T) {
	const first = "M:1\tHaddock Disease\tprimary\nM:2\tHaddockoma\tprimary\nM:3\tCod Syndrome\tprimary\nM:4\tPike Fever\tprimary\n"
	const second = "X:1\thaddock disease\nX:1\tbone haddock\nX:2\tcod syndrome\nX:3\tcod syndrome, acute\nX:4\tpike fever\n"
	const said, before = "X:1\tM:2, Z:9\nX:3\tM:3\nX:4\tM:4\n", "X:4\tM:1\n"
	dir := folder(t, map[string]string{"a.tsv": first, "b.tsv": second, "c.tsv": second, "x.tsv": said, "y.tsv": before})
	xrefs := func(path, content string) string {
		return fmt.Sprintf("xrefs = { path = %q, sha256 = %q }", path, digest(content))
	}
	terminology, report, _, err := read(source("A", "", "a.tsv", first, "")+source("B", "join = true", "b.tsv", second, xrefs("x.tsv", said))+
		source("C", "join = true\nnames = \"add\"\nknown = true", "c.tsv", second, xrefs("y.tsv", before)), Options{From: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	want := []data.Join{
		{ID: "M:1", Other: "X:1", Name: "haddock disease", How: "primary name", Near: true, Said: data.Contradict, Doubt: "references say otherwise: M:2"},
		{ID: "M:3", Other: "X:2", Name: "cod syndrome", How: "primary name", Near: true, Said: data.Contradict, Doubt: "references say otherwise: X:3"},
		{ID: "M:4", Other: "X:4", Name: "pike fever", How: "cross-reference and name", Said: data.Confirm},
	}
	if !slices.Equal(terminology.Joins, want) {
		t.Errorf("joins %+v, want %+v", terminology.Joins, want)
	}
	if names := fmt.Sprint(terminology.Entities[0].Names); !strings.Contains(names, "bone haddock") {
		t.Errorf("names do not lead to what is near: %s", names)
	}
	for _, x := range terminology.XRefs {
		if x.ID == "M:1" {
			t.Errorf("M:1 has the reference of X:1 to %s", x.Other)
		}
	}
	if now := fmt.Sprint(report.Secondary); now != "map[X:4:M:4]" {
		t.Errorf("former ids are %s", now)
	}
}

// TestReferencesOfList adds the references of a list in another format, and nothing else of it.
func TestReferencesOfList(t *testing.T) {
	const first = "7157\tTP53\tprimary\n"
	const second = "#tax_id\tGeneID\tSymbol\tSynonyms\tdbXrefs\tdescription\n9606\t7157\tTRP53\tp53\tMIM:191170|HGNC:HGNC:11998\ttumor protein p53\n"
	dir := folder(t, map[string]string{"a.tsv": first, "b.tsv": second})
	terminology, _, _, err := read(source("A", "", "a.tsv", first, fmt.Sprintf("prefix = \"NCBIGene\"\nxrefs = { path = \"b.tsv\", format = \"gene_info\", sha256 = %q }", digest(second))), Options{From: []string{dir}})
	want := []data.XRef{{ID: "NCBIGene:7157", Other: "OMIM:191170"}, {ID: "NCBIGene:7157", Other: "HGNC:11998"}}
	if err != nil || !slices.Equal(terminology.XRefs, want) || len(terminology.Entities[0].Names) != 1 {
		t.Errorf("%+v, %v; want the references %+v", terminology, err, want)
	}
}

// TestSetApart has what shares names with an earlier entity that its list has, too: an enantiomer, a salt, a form of it
// and what the earlier list itself calls it. Names that are others' first ones are theirs.
func TestSetApart(t *testing.T) {
	const first = "M:1\tVelapram\tprimary\nM:1\tbluvelapram\nM:2\tSodium\tprimary\nM:3\tEsmorol\tprimary\nM:4\tGout\tprimary\nM:5\tChalkstone\tprimary\nM:5\tpodagra\n"
	const second = "X:1\tvelapram\tprimary\nX:1\tesmorol\nX:1\tesvelapram\nX:1\tNexela\nX:2\tesvelapram\tprimary\nX:2\t(+)-velapram\nX:3\tvelapram sodium\tprimary\nX:3\tvela-pram\n" +
		"X:4\tvelapram residue\tprimary\nX:4\tVELAPRAM\nX:5\tbluvelapram\tprimary\nX:5\tvelapram.\nX:6\tpodagra\tprimary\nX:6\tgout\n"
	const said = "X:6\tM:4\n"
	dir := folder(t, map[string]string{"a.tsv": first, "b.tsv": second, "x.tsv": said})
	terminology, _, _, err := read(source("A", "", "a.tsv", first, "")+source("B", "join = true\nnear = true\nbrief = true\nmost = 1", "b.tsv", second,
		fmt.Sprintf("xrefs = { path = \"x.tsv\", sha256 = %q }", digest(said))), Options{From: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range terminology.Entities {
		var names []string
		for _, n := range e.Names {
			names = append(names, n.Text)
		}
		got[e.ID] = strings.Join(names, "|")
	}
	for id, want := range map[string]string{
		"M:1": "Velapram|bluvelapram|velapram|Nexela|velapram residue|VELAPRAM|velapram.", "M:3": "Esmorol", "M:4": "Gout|gout", "M:5": "Chalkstone|podagra",
		"X:2": "esvelapram", "X:3": "velapram sodium", "X:4": "", "X:5": "",
	} {
		if got[id] != want {
			t.Errorf("%s is called %q, want %q", id, got[id], want)
		}
	}
}

// TestChosen has two that a name makes the same as one: that with twice as many of its names is.
func TestChosen(t *testing.T) {
	const first = "M:1\tAspirin\tprimary\nM:1\tacetylsalicylic acid\nM:1\tacetylsalicylate\nM:1\tecotrin\n"
	const acid, anion = "X:1\tacetylsalicylic acid\tprimary\nX:1\taspirin\n", "X:2\tacetylsalicylate\tprimary\n"
	for second, want := range map[string]string{acid + anion: "X:1", acid + anion + "X:2\tecotrin\n": ""} {
		dir := folder(t, map[string]string{"a.tsv": first, "b.tsv": second})
		terminology, _, _, err := read(source("A", "", "a.tsv", first, "")+source("B", "join = true", "b.tsv", second, ""), Options{From: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, j := range terminology.Joins {
			got += j.Other
		}
		if got != want {
			t.Errorf("%q: joined is %q, want %q", second, got, want)
		}
	}
}

// TestShow has a source that says which names of others are shown, and adds none.
func TestShow(t *testing.T) {
	const a, b = "G:1\talpha\nG:1\tbeta\nG:2\tgamma\n", "G:1\tbeta\tprimary\nG:1\tdelta\texact\nG:3\tepsilon\tprimary\n"
	dir := folder(t, map[string]string{"a.tsv": a, "b.tsv": b})
	terminology, report, _, err := read(source("A", "", "a.tsv", a, "")+source("B", "names = \"show\"", "b.tsv", b, ""), Options{From: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := write(t, terminology), "G:1\talpha\tprimary\t0\tgene\nG:1\tbeta\talias\t0\tgene\nG:2\tgamma\tprimary\t0\tgene"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if one, two := terminology.Entities[0].Shown, terminology.Entities[1].Shown; one != "beta" || two != "" {
		t.Errorf("shown are %q and %q", one, two)
	}
	if len(report.Skipped) != 1 {
		t.Errorf("skipped is %v", report.Skipped)
	}
}

// TestTwinSource keeps one name of each gene of another organism that has a name of a human gene in other letters.
func TestTwinSource(t *testing.T) {
	const human = "G:1\tTNF\tprimary\t5\nG:1\tTNFA\talias\nG:2\tTP53\tprimary\t7\nG:2\tTRP53\talias\nG:3\tAB\tprimary\t2\nG:3\tTWO\talias\nG:4\tCD\tprimary\nG:4\tTWO\talias\nG:5\tTNFA\tprimary\n"
	const mouse = "M:1\tTnf\tprimary\t9\nM:1\tTnfa\talias\nM:2\tTrp53\tprimary\nM:2\tTp53\talias\nM:3\tTwo\tprimary\nM:3\tAb\talias\nM:4\tab\tprimary\nM:5\tAb\tprimary\nM:6\tXyz\tprimary\nM:7\tTrp-53\tprimary\n"
	dir := folder(t, map[string]string{"h.tsv": human, "m.tsv": mouse})
	twin := strings.Replace(source("M", "names = \"twin\"", "m.tsv", mouse, ""), `"gene"`, `"gene/10090"`, 1)
	terminology, _, _, err := read(source("H", "", "h.tsv", human, "")+twin, Options{From: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(write(t, terminology), "\nM:")
	if want := "1\tTnf\ttwin\t5\tgene/10090\nM:2\tTrp53\ttwin\t7\tgene/10090\nM:4\tab\ttwin\t2\tgene/10090"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if _, _, _, err := read(source("H", "names = \"twin\"", "h.tsv", human, ""), Options{From: []string{dir}}); err == nil || !strings.Contains(err.Error(), "names no organism") {
		t.Errorf("without an organism: %v", err)
	}
}

// TestMarked has a source that marks the name of an entity which another one has without a mark, and one that marks none.
func TestMarked(t *testing.T) {
	const a, b, c = "G:1\talpha\nG:1\tbeta\nG:2\tgamma\n", "G:1\tBeta\tprimary\nG:3\tepsilon\tprimary\n", "G:2\tdelta\n"
	dir := folder(t, map[string]string{"a.tsv": a, "b.tsv": b, "c.tsv": c})
	add := `names = "add"`
	terminology, _, _, err := read(source("A", "", "a.tsv", a, "")+source("B", add, "b.tsv", b, "")+source("C", add, "c.tsv", c, ""), Options{From: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := read(source("A", "", "a.tsv", a, "")+source("B", "names = \"new\"\njoin = true", "b.tsv", b, ""), Options{From: []string{dir}}); err != nil {
		t.Error(err) // of an entity that is left without a name
	}
	for i, want := range []string{"Beta", "", "epsilon"} {
		if e := terminology.Entities[i]; e.Shown != want {
			t.Errorf("%s: shown is %q, want %q", e.ID, e.Shown, want)
		}
	}
}

// TestLetters requires names of the same letters to be one for a join, but for a single letter that is a word.
func TestLetters(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Protein S", "proteins", false}, {"protein-S", "Protein S", true}, {"IL 2", "IL-2", true}, {"vitamin A", "Vitamin-A", true},
		{"heat shock", "heatshock", true}, {"NF kappa B", "NF-kappaB", true},
	} {
		if same := letters(c.a) == letters(c.b); same != c.same {
			t.Errorf("%q and %q: %t", c.a, c.b, same)
		}
	}
}
