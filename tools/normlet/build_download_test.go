package main

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/md5"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/tools/normlet/download"
	"github.com/normlet/normlet/tools/normlet/internal/hook"
)

// published is when the hosts of sources last changed their files.
var published = time.Date(2026, 10, 31, 12, 0, 0, 0, time.UTC)

// hosts stand for those of sources: every HTTPS address leads here, where the files are by host and path.
type hosts struct {
	files  map[string]string
	answer http.HandlerFunc // unless nil, in place of the files
	asked  []string
}

// newHosts lets commands ask these hosts, and loopback ones.
func newHosts(t *testing.T, files map[string]string) *hosts {
	h := &hosts{files: files}
	s := httptest.NewTLSServer(http.HandlerFunc(h.serve))
	defaults := hook.FetchOptions
	hook.FetchOptions = func(kept string) download.Options {
		o := defaults(kept)
		o.Attempts = min(o.Attempts, 2)
		o.Pause = 0
		o.Window = time.Hour // the machine may be busy
		o.Transport = &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, ServerName: "example.com"},
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if !strings.HasPrefix(address, "127.0.0.1:") {
					address = s.Listener.Addr().String()
				}
				return new(net.Dialer).DialContext(ctx, network, address)
			},
		}
		return o
	}
	t.Cleanup(func() {
		hook.FetchOptions = defaults
		s.CloseClientConnections()
		s.Close()
	})
	return h
}

func (h *hosts) serve(w http.ResponseWriter, r *http.Request) {
	h.asked = append(h.asked, r.Method+" "+r.Host+r.URL.Path)
	if h.answer != nil {
		h.answer(w, r)
		return
	}
	h.good(w, r)
}

func (h *hosts) good(w http.ResponseWriter, r *http.Request) {
	content, ok := h.files[r.Host+r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, md5.Sum([]byte(content))))
	http.ServeContent(w, r, "", published, strings.NewReader(content))
}

// meshRecord is a descriptor of MeSH as NLM publishes it.
func meshRecord(id, tree, name, term string) string {
	return "<DescriptorRecord><DescriptorUI>" + id + "</DescriptorUI><DescriptorName><String>" + name + "</String></DescriptorName>" +
		"<TreeNumberList><TreeNumber>" + tree + "</TreeNumber></TreeNumberList><ConceptList><Concept PreferredConceptYN=\"Y\"><TermList>" +
		"<Term><String>" + name + "</String></Term><Term><String>" + term + "</String></Term></TermList></Concept></ConceptList></DescriptorRecord>\n"
}

// diseaseFiles are short files at the addresses of the recipe diseases.
func diseaseFiles() map[string]string {
	return map[string]string{
		"nlmpubs.nlm.nih.gov/projects/mesh/MESH_FILES/xmlmesh/desc2026.gz": "<?xml version=\"1.0\"?>\n<DescriptorRecordSet LanguageCode=\"eng\">\n" +
			meshRecord("D001249", "C08.127.108", "Asthma", "Bronchial Asthma") + meshRecord("D003924", "C18.452.394", "Diabetes Mellitus, Type 2", "NIDDM") +
			meshRecord("D001241", "D02.455", "Aspirin", "Acetylsalicylic Acid") + meshRecord("D004926", "B03.440.450", "Escherichia coli", "E. coli") +
			meshRecord("D006367", "A11.251.210.190", "HeLa Cells", "Cell, HeLa") + "</DescriptorRecordSet>\n",
		"purl.obolibrary.org/obo/doid.obo": "format-version: 1.2\ndata-version: doid/releases/2026-10-30/doid.obo\n\n" +
			"[Term]\nid: DOID:2841\nname: asthma\nsynonym: \"bronchial hyperreactivity\" EXACT []\nxref: MESH:D001249\n\n[Term]\nid: DOID:1324\nname: lung cancer\n",
		"purl.obolibrary.org/obo/symp.obo":  "format-version: 1.2\ndata-version: releases/2026-10-30/symp.obo\n\n[Term]\nid: SYMP:0000614\nname: cough\n",
		"purl.obolibrary.org/obo/mondo.obo": "format-version: 1.2\ndata-version: releases/2026-10-06\n\n[Term]\nid: MONDO:0008903\nname: lung carcinoma\nxref: DOID:1324\n",
		"purl.obolibrary.org/obo/hp.obo":    "format-version: 1.2\ndata-version: hp/releases/2026-10-20\n\n[Term]\nid: HP:0012735\nname: Cough\n",
	}
}

// transcript is what a run shows, as docs/recipes.md has it.
func (f *fixture) transcript(line string) string {
	f.t.Helper()
	code, stdout, stderr := f.run(nil, append(strings.Fields(line), "--encoder", "DIR/t.normenc")...)
	if code != exitDone {
		f.t.Fatalf("%s: status %d, %s", line, code, stderr)
	}
	stderr = regexp.MustCompile(`(?m)^took .*\n`).ReplaceAllString(stderr, "")
	return "normlet " + strings.ReplaceAll(line, "DIR/", "") + "\n" + strings.ReplaceAll(stdout+stderr, "DIR/", "")
}

// TestBuildDownloadShown makes the transcript of docs/recipes.md: a whole run, of a short file.
func TestBuildDownloadShown(t *testing.T) {
	f := newFixture(t)
	newHosts(t, map[string]string{"purl.obolibrary.org/obo/cl.obo": "format-version: 1.2\ndata-version: cl/releases/2026-10-28/cl.obo\n\n" +
		"[Term]\nid: CL:0000236\nname: B cell\nsynonym: \"B lymphocyte\" EXACT []\n\n[Term]\nid: CL:0000084\nname: T cell\n\n[Term]\nid: GO:0008150\nname: imported\n"})
	shown := f.transcript("build --recipe cell-types --download DIR/today --out DIR/cell-types.normpack")
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "recipes.md"))
	f.check(err)
	size := regexp.MustCompile(`\d+ bytes \([\d.]+ a name\)`) // which other changes change
	if !strings.Contains(size.ReplaceAllString(string(page), ""), "```text\n"+size.ReplaceAllString(shown, "")+"```\n") {
		t.Errorf("docs/recipes.md does not show\n%s", shown)
	}
}

// TestBuildDownloadTranslations builds a list with its translations, of other terms and in other languages, too.
func TestBuildDownloadTranslations(t *testing.T) {
	f := newFixture(t)
	newHosts(t, map[string]string{
		"purl.obolibrary.org/obo/hp.obo": "format-version: 1.2\n\n[Term]\nid: HP:0000001\nname: glass knee\nsynonym: \"vitreous knee\" EXACT []\n\n[Term]\nid: HP:0000002\nname: copper thumb\n",
		"purl.obolibrary.org/obo/hp/translations/hp-all.babelon.tsv": "source_language\ttranslation_language\tsubject_id\tpredicate_id\tsource_value\ttranslation_value\ttranslation_status\n" +
			"en\tfr\tHP:0000001\trdfs:label\tglass knee\tgenou de verre\tOFFICIAL\nen\tes\tHP:0000001\trdfs:label\tglass knee\trodilla de vidrio\tOFFICIAL\n" +
			"en\tla\tHP:0000001\trdfs:label\tglass knee\tgenu vitreum\tOFFICIAL\nen\tes\tHP:0000009\trdfs:label\told\tviejo\tOFFICIAL\n"})
	f.transcript("build --recipe hpo --download DIR/today --out DIR/hpo.normpack")
	if _, stdout, _ := f.run(nil, "inspect", "DIR/hpo.normpack"); !strings.Contains(stdout, "\nentities    2\nnames       5\n") || !strings.Contains(stdout, "languages   es 1, fr 1\n") {
		t.Errorf("inspect: %s", stdout)
	}
	for show, want := range map[string]string{"es": "rodilla de vidrio", "fr": "genou de verre", "la": "glass knee"} {
		if _, stdout, stderr := f.run(nil, "lookup", "--pack", "DIR/hpo.normpack", "--format", "tsv", "--show", show, "vitreous-knee"); !strings.Contains(stdout, "\tHP:0000001\t"+want+"\tvitreous knee\t") {
			t.Errorf("in %s: %s%s", show, stdout, stderr)
		}
	}
}

// TestBuildDownload builds a recipe of what its official addresses have, twice, then of a newer file, then without them.
func TestBuildDownload(t *testing.T) {
	f := newFixture(t)
	h := newHosts(t, diseaseFiles())
	const line = "build --recipe diseases --download DIR/today --out DIR/diseases.normpack"
	f.transcript(line)
	_, stdout, _ := f.run(nil, "inspect", "DIR/diseases.normpack")
	for _, want := range []string{`source.03.version: "2026-10-30"`, `source.03.date: "2026-10-31"`, `source.01.version: "another than the recipe's"`, `source.01.date: "2026-10-31"`, `source.01.file: "desc2026.xml.gz"`} {
		if !strings.Contains(stdout, want) {
			t.Errorf("inspect has no %s:\n%s", want, stdout)
		}
	}
	if _, stdout, _ = f.run(nil, "lookup", "--pack", "DIR/diseases.normpack", "--format", "tsv", "-k", "1", "bronchial hyperreactivity"); !strings.Contains(stdout, "MESH:D001249\tAsthma") {
		t.Errorf("a synonym of the Disease Ontology is %s", stdout)
	}
	first := f.read("diseases.normpack")
	h.asked = nil
	if again := f.transcript(line); !strings.Contains(again, "files to download to today: 0, 0 bytes; there as they are today: 5\n") || len(h.asked) != 5 {
		t.Errorf("the second run: %s; asked %q", again, h.asked)
	}
	if f.read("diseases.normpack") != first {
		t.Error("the same files make two packs")
	}
	h.files["purl.obolibrary.org/obo/hp.obo"] += "\n[Term]\nid: HP:0002099\nname: Wheezing\n"
	if newer := f.transcript(line); !strings.Contains(newer, "files to download to today: 1,") || f.read("diseases.normpack") == first {
		t.Errorf("a newer file: %s", newer)
	}
	if s := f.transcript("build --recipe diseases --from DIR/today --any-version --out DIR/offline.normpack"); strings.Contains(s, "download") || len(h.asked) != 5+5+1 {
		t.Errorf("without --download: %s; asked %q", s, h.asked)
	}
}

// newGenes is a recipe of a file with a header and an MD5, and hosts that have it.
func newGenes(t *testing.T) (f *fixture, h *hosts) {
	f = newFixture(t)
	f.write("g.toml", `name = "g"
title = "G"
date = "2026-11-01"
[[source]]
title = "Genes"
license = "CC0"
url = "https://genes.example/downloads"
namespace = "gene"
[[source.file]]
path = "g/gene_info"
address = "https://genes.example/DATA/gene_info"
checksum = "https://genes.example/DATA/gene_info.md5"
header = ["GeneID", "Symbol", "Synonyms"]
format = "gene_info"
prefix = "NCBIGene"
`)
	h = newHosts(t, map[string]string{})
	h.genes("#tax_id\tGeneID\tSymbol\tSynonyms\n9606\t93986\tFOXP2\tSPCH1|CAGH44\n9606\t7157\tTP53\tp53\n")
	return f, h
}

// genes publishes a file with its MD5.
func (h *hosts) genes(content string) {
	h.files["genes.example/DATA/gene_info"] = content
	h.files["genes.example/DATA/gene_info.md5"] = fmt.Sprintf("%x  gene_info\n", md5.Sum([]byte(content)))
}

// TestBuildDownloadFaults builds while something goes wrong: the pack and the file of before stay, and the next good run
// brings the new ones.
func TestBuildDownloadFaults(t *testing.T) {
	const newer = "#tax_id\tGeneID\tSymbol\tSynonyms\n9606\t93986\tFOXP2\tSPCH1|CAGH44|TNRC10\n9606\t7157\tTP53\tp53\n"
	for _, x := range []struct {
		name   string
		answer func(h *hosts, stop func(), w http.ResponseWriter, r *http.Request)
		want   string
		code   int
	}{
		{"gone", func(_ *hosts, _ func(), w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) },
			"normlet: Genes: https://genes.example/DATA/gene_info: 404 Not Found: file does not exist; has it moved? Look for it at https://genes.example/downloads, " +
				"put it into DIR/d as g/gene_info, and build with --from DIR/d --any-version\n", exitFailed},
		{"a licence to accept", func(_ *hosts, _ func(), w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("<!DOCTYPE html><title>Terms</title>"))
		}, "normlet: Genes: https://genes.example/DATA/gene_info: a web page in place of data; open the address in a browser", exitFailed},
		{"moved to HTTP", func(_ *hosts, _ func(), w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://genes.example/gene_info", http.StatusFound)
		}, "redirected to http://genes.example/gene_info, which is not HTTPS", exitFailed},
		{"another digest", func(h *hosts, _ func(), w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ".md5") {
				_, _ = w.Write([]byte(strings.Repeat("0", 32) + "  gene_info\n"))
				return
			}
			h.good(w, r)
		}, "it is damaged, or was just being replaced; try again later", exitFailed},
		{"broken off", func(h *hosts, _ func(), w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodHead {
				h.good(w, r)
				return
			}
			w.Header().Set("Content-Length", fmt.Sprint(len(newer)))
			_, _ = w.Write([]byte(newer[:20]))
		}, "unexpected EOF", exitFailed},
		{"the user ends it", func(h *hosts, stop func(), w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodHead {
				h.good(w, r)
				return
			}
			w.Header().Set("Content-Length", fmt.Sprint(len(newer)))
			_, _ = w.Write([]byte(newer[:20]))
			w.(http.Flusher).Flush()
			stop()
			<-r.Context().Done()
		}, "normlet: interrupted\n", exitInterrupted},
	} {
		f, h := newGenes(t)
		line := []string{"build", "--recipe", "DIR/g.toml", "--download", "DIR/d", "--out", "DIR/g.normpack", "--encoder", "DIR/t.normenc", "--weights-from", "DIR/t.normpack"}
		if code, _, stderr := f.run(nil, line...); code != exitDone {
			t.Fatalf("%s: status %d, %s", x.name, code, stderr)
		}
		file, pack := f.read("d/g/gene_info"), f.read("g.normpack")
		h.genes(newer)
		ctx, cancel := context.WithCancel(t.Context())
		h.answer = func(w http.ResponseWriter, r *http.Request) { x.answer(h, cancel, w, r) }
		if code, _, stderr := f.runContext(ctx, nil, line...); code != x.code || !strings.Contains(stderr, x.want) {
			t.Errorf("%s: status %d, %s; want %d, %s", x.name, code, stderr, x.code, x.want)
		}
		cancel()
		if f.read("d/g/gene_info") != file || f.read("g.normpack") != pack {
			t.Errorf("%s: the old files are gone", x.name)
		}
		h.answer = nil
		if code, _, stderr := f.run(nil, line...); code != exitDone || f.read("d/g/gene_info") != newer || f.read("g.normpack") == pack {
			t.Errorf("%s: the next run: status %d, %s", x.name, code, stderr)
		}
		if left, err := filepath.Glob(f.path("d/g/*")); err != nil || len(left) != 2 {
			t.Errorf("%s: left %q", x.name, left)
		}
	}
}

// TestBuildDownloadRefuses has what cannot be built: nothing is written.
func TestBuildDownloadRefuses(t *testing.T) {
	f, h := newGenes(t)
	h.genes("#tax_id\tGeneID\tSymbol\tAliases\n9606\t93986\tFOXP2\tSPCH1\n")
	f.check(os.MkdirAll(f.path("mine/g"), 0o777))
	f.write("mine/g/gene_info", "my own")
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"--recipe DIR/g.toml --download DIR/d", "normlet: recipe g: DIR/d/g/gene_info:1: the header has no column Synonyms: the recipe expects GeneID, Symbol, Synonyms; " +
			"there are tax_id, GeneID, Symbol, Aliases\n", exitFailed},
		{"--recipe DIR/g.toml --download DIR/mine", "normlet: Genes: DIR/mine/g/gene_info: there is a file already, and it is not a download that normlet wrote", exitFailed},
		{"--recipe DIR/g.toml --download DIR/d --report DIR/d/g/gene_info", "two outputs would be this one file", exitUsage},
		{"--recipe default --download DIR/none", "normlet: recipe default: it has no address of a file to download; --from names folders with its files", exitFailed},
		{"--recipe DIR/s.toml --download DIR/none", "normlet: recipe s: it has no address of a file to download", exitFailed},
		{"DIR/t.tsv --download DIR/none", "normlet: --download is for --recipe, which is missing", exitUsage},
		{"--recipe DIR/g.toml --download=", "no file is named", exitUsage},
	} {
		f.write("s.toml", "name = \"s\"\ntitle = \"S\"\n[[source]]\ntitle = \"A\"\nlicense = \"CC0\"\nnamespace = \"gene\"\noptional = true\n[[source.file]]\npath = \"a.tsv\"\n")
		code, _, stderr := f.run(nil, append(strings.Fields("build --encoder DIR/t.normenc --out DIR/x.normpack"), strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %s; want %d, %s", c.args, code, stderr, c.code, c.want)
		}
		if _, err := os.Stat(f.path("x.normpack")); err == nil {
			t.Errorf("%s: there is a pack", c.args)
		}
	}
	if _, err := os.Stat(f.path("none")); err == nil || f.read("mine/g/gene_info") != "my own" {
		t.Error("something was written")
	}
}

// TestPacksOutdated asks the servers of sources what is newer than the recipes, and gets no bytes.
func TestPacksOutdated(t *testing.T) {
	f, h := newGenes(t)
	f.write("h.toml", strings.NewReplacer(`name = "g"`, `name = "h"`, "2026-11-01", "2026-05-01", "DATA/gene_info\"", "gone\"", "path =", "date = \"2025\"\npath =").Replace(f.read("g.toml")))
	out := f.do("packs --outdated DIR/g.toml")
	if want := "SOURCE  RECIPE OF   NEWER  AT\nGenes   2026-11-01  none   https://genes.example/DATA/gene_info\n"; out != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
	h.files["genes.example/gone"] = "x"
	if out := f.do("packs --outdated DIR/g.toml DIR/h.toml"); !strings.HasSuffix(out, "Genes   2025        2026-10-31  https://genes.example/gone\n") {
		t.Error(out)
	}
	delete(h.files, "genes.example/gone")
	code, stdout, stderr := f.run(nil, "packs", "--outdated", "DIR/h.toml")
	if code != exitDone || !strings.Contains(stdout, "unknown  https://genes.example/gone") || !strings.Contains(stderr, "normlet: Genes: https://genes.example/gone: 404 Not Found") {
		t.Errorf("status %d, %s%s", code, stdout, stderr)
	}
	for _, asked := range h.asked {
		if !strings.HasPrefix(asked, "HEAD ") && asked != "GET genes.example/gone" { // which is no answer to HEAD
			t.Errorf("asked %s", asked)
		}
	}
	f.fails("packs --outdated --from DIR", exitUsage, "--outdated asks servers")
}

// bioFiles are short files at all addresses of the recipe bio, as their owners have them.
func bioFiles(t *testing.T) map[string]string {
	files := diseaseFiles()
	obo := func(version, id, name string) string {
		return "format-version: 1.2\ndata-version: " + version + "\n\n[Term]\nid: " + id + "\nname: " + name + "\n"
	}
	var taxdump bytes.Buffer
	w := tar.NewWriter(&taxdump)
	for name, text := range map[string]string{"names.dmp": "562\t|\tEscherichia coli\t|\t\t|\tscientific name\t|\n9606\t|\tHomo sapiens\t|\t\t|\tscientific name\t|\n"} {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o666, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte(text))
	}
	_ = w.Close()
	archive := gzipped(t, &taxdump)
	for at, of := range map[string]string{"Mammalia/Mus_musculus": "10090\t114142\tFoxp2", "Non-mammalian_vertebrates/Danio_rerio": "7955\t494110\tfoxp2", "Invertebrates/Drosophila_melanogaster": "7227\t41182\tFoxP"} {
		symbol := of[strings.LastIndexByte(of, '\t')+1:]
		files["ftp.ncbi.nlm.nih.gov/gene/DATA/GENE_INFO/"+at+".gene_info.gz"] = "#tax_id\tGeneID\tSymbol\tLocusTag\tSynonyms\tdbXrefs\tdescription\ttype_of_gene\t" +
			"Symbol_from_nomenclature_authority\tFull_name_from_nomenclature_authority\tOther_designations\n" + of + "\t-\t-\t-\tforkhead box P2\tprotein-coding\t" + symbol + "\tforkhead box P2\t-\n"
	}
	for at, content := range map[string]string{
		"ftp.ncbi.nlm.nih.gov/gene/DATA/GENE_INFO/Mammalia/Homo_sapiens.gene_info.gz": "#tax_id\tGeneID\tSymbol\tLocusTag\tSynonyms\tdbXrefs\tdescription\t" +
			"Symbol_from_nomenclature_authority\tFull_name_from_nomenclature_authority\tOther_designations\n9606\t93986\tFOXP2\t-\tSPCH1\tMIM:605317\tforkhead box P2\tFOXP2\tforkhead box P2\t-\n",
		"storage.googleapis.com/public-download-files/hgnc/tsv/tsv/hgnc_complete_set.txt": "hgnc_id\tsymbol\tname\tstatus\talias_symbol\talias_name\tprev_symbol\tprev_name\tentrez_id\n" +
			"HGNC:13875\tFOXP2\tforkhead box P2\tApproved\tCAGH44\t\tTNRC10\t\t93986\n",
		"ftp.uniprot.org/pub/databases/uniprot/current_release/knowledgebase/taxonomic_divisions/uniprot_sprot_human.dat.gz": "ID   FOXP2_HUMAN             Reviewed;         715 AA.\nAC   O15409;\n" +
			"DE   RecName: Full=Forkhead box protein P2;\nGN   Name=FOXP2;\nOX   NCBI_TaxID=9606;\nDR   GeneID; 93986; -.\n//\n",
		"current.geneontology.org/ontology/go-basic.obo":          obo("releases/2026-10-08", "GO:0006915", "apoptotic process"),
		"ftp.ebi.ac.uk/pub/databases/chebi/ontology/chebi.obo.gz": obo("252", "CHEBI:15365", "acetylsalicylic acid"),
		"ftp.expasy.org/databases/cellosaurus/cellosaurus.obo":    obo("54.0", "CVCL_0030", "HeLa"),
		"purl.obolibrary.org/obo/cl.obo":                          obo("cl/releases/2026-10-28/cl.obo", "CL:0000236", "B cell"),
		"purl.obolibrary.org/obo/uberon.obo":                      obo("uberon/releases/2026-10-01/uberon.obo", "UBERON:0002107", "liver"),
		"ftp.ncbi.nlm.nih.gov/pub/taxonomy/taxdump.tar.gz":        archive,
		"ftp.ncbi.nlm.nih.gov/pub/taxonomy/taxdump.tar.gz.md5":    fmt.Sprintf("%x  taxdump.tar.gz\n", md5.Sum([]byte(archive))),
	} {
		files[at] = content
	}
	return files
}

// TestBuildDownloadBio builds the largest recipe of today's files alone.
func TestBuildDownloadBio(t *testing.T) {
	f := newFixture(t)
	newHosts(t, bioFiles(t))
	shown := f.transcript("build --recipe bio --download DIR/today --out DIR/bio.normpack")
	for _, want := range []string{
		"files to download to today: 17, ", "\ndefinitions.tsv.gz is not there, and nobody publishes it: the pack does without\n",
		"\ncellosaurus.obo: version 54.0 (sha256 ", "\nnames.dmp: version 2026-10-31 (sha256 ", "\n2 entities are the same thing as one of another namespace",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	for mention, want := range map[string]string{"TNRC10": "NCBIGene:93986", "forkhead box protein P2": "UniProt:O15409", "E. coli": "NCBITaxon:562", "HeLa": "CVCL_0030",
		"aspirin": "MESH:D001241", "acetylsalicylic acid": `"MESH:D001241","same":["CHEBI:15365"]`, "liver": "UBERON:0002107", "NIDDM": "MESH:D003924", "B cell": "CL:0000236", "apoptotic process": "GO:0006915"} {
		if _, stdout, _ := f.run(nil, "lookup", "--pack", "DIR/bio.normpack", "--format", "json", "-k", "3", "--", mention); !strings.Contains(stdout, want) {
			t.Errorf("%s is no %s:\n%s", mention, want, stdout)
		}
	}
}
