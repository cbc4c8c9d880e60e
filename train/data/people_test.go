package data

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/normlet/normlet/train/data/format"
)

const (
	owlHead = `<rdf:RDF%s xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" ` +
		`xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:o="http://www.geneontology.org/formats/oboInOwl#" xmlns:efo="http://www.ebi.ac.uk/efo/" ` +
		`xmlns:n="http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl#">` + "\n%s</rdf:RDF>\n"
	oldClass = "http://www.geneontology.org/formats/oboInOwl#ObsoleteClass"
)

// owl is a file of classes, each id|name|more.
func owl(attributes string, classes ...string) string {
	body := ""
	for _, c := range classes {
		f := strings.SplitN(c, "|", 3)
		body += `<owl:Class rdf:about="` + f[0] + `"><rdfs:label>` + f[1] + `</rdfs:label>` + f[2] + "</owl:Class>\n"
	}
	return fmt.Sprintf(owlHead, attributes, body)
}

func under(id string) string { return `<rdfs:subClassOf rdf:resource="` + id + `"/>` }

func term(id, name string, lines ...string) string {
	return "[Term]\nid: " + id + "\nname: " + name + "\n" + strings.Join(append(lines, ""), "\n") + "\n"
}

// asPeopleHave are files as people have them: what each holds, or the error.
var asPeopleHave = []struct{ name, file, want string }{
	{"OBO: marks inside, one after the other", term("K:1", "kiln", `synonym: "oven, 4",4'-walled" EXACT MAKER []`), `K:1 primary:kiln exact:oven, 4",4'-walled`},
	{"OBO: a word in marks", term("K:1", "kiln", `synonym: "so-called "bee hive" oven" EXACT [X:1]`), `K:1 primary:kiln exact:so-called "bee hive" oven`},
	{"OBO: a mark and a word that looks like a scope", term("K:1", "kiln", `synonym: "a 6" EXACT fit" NARROW []`), `K:1 primary:kiln related:a 6" EXACT fit`},
	{"OBO: marks at both ends", term("K:1", "kiln", `synonym: ""bee hive"" EXACT []`), `K:1 primary:kiln exact:"bee hive"`},
	{"OBO: marks in the references", term("K:1", "kiln", `synonym: "oven" EXACT [X:1 "on page 3", X:2] {by="me"} ! "so"`), `K:1 primary:kiln exact:oven`},
	{"OBO: brackets in the references", term("K:1", "kiln", `synonym: "oven" EXACT [http://x.org/[3] "on page 3"]`), `K:1 primary:kiln exact:oven`},
	{"OBO: nothing says where the text ends", term("K:1", "kiln", `synonym: "oven" x "y`), `:4: the synonym "\"oven\" x \"y" has no quotation marks around it, or some inside without a backslash`},
	{"OBO: a second id", "[Term]\nid: K:1\nname: kiln\n\nid: K:2\nname: oven\n", `:5: a second id, "K:2", in the stanza of "K:1"; is a line [Term] missing before it?`},
	{"OBO: a second id at once", "[Term]\nid: K:1\nid: K:2\nname: oven\n", `:3: a second id, "K:2", in the stanza of "K:1"`},
	{"OBO: a second id after its name", "[Term]\nid: K:1\nname: kiln\nname: oven\nid: K:2\n", `:5: a second id, "K:2", in the stanza of "K:1"`},
	{"OBO: the same id again", "[Term]\nid: K:1\nname: kiln\nid: K:1\nis_a: K:0\n", "K:1 primary:kiln is_a=K:0"},

	{"references without a semicolon", term("K:1", "fa&#239ence", `synonym: "ma&iumlolica" EXACT []`, `synonym: "gl&#xE4 ze" EXACT []`, `synonym: "&eacutemail" EXACT []`),
		"K:1 primary:faïence exact:maïolica exact:glä ze exact:émail"},
	{"in a table", "id,name\nK:1,TGF&beta 1\nK:2,5 &micro filter\nK:3,Musa &times hybrida\n", "K:1 primary:TGFβ 1; K:2 primary:5 µ filter; K:3 primary:Musa × hybrida"},
	{"in JSON", `[{"id": "K:1", "name": "caf&eacute; cr&egraveme"}]`, "K:1 primary:café crème"},
	{"ampersands that are none", "id,name\nK:1,AT&T; R&D\nK:2,research&notes\nK:3,cut&copy\nK:4,male&female\nK:5,alpha&beta\nK:6,volt&amp\nK:7,Channel &#5\nK:8,Q&reginald\n",
		"K:1 primary:AT&T; R&D; K:2 primary:research&notes; K:3 primary:cut&copy; K:4 primary:male&female; K:5 primary:alpha&beta; K:6 primary:volt&amp; K:7 primary:Channel &#5; K:8 primary:Q&reginald"},

	{"a CURIE beside xml:base", owl(` xml:base="http://example.org/k.owl"`, "KILN:D1|kiln|"+under("KILN:D0"), "#b|oven|", "c|pot|"),
		"KILN:D1 primary:kiln is_a=KILN:D0; http://example.org/k.owl#b primary:oven; http://example.org/c primary:pot"},
	{"with a slash and a version", owl(` xml:base="http://example.org/"`, "ICD10:A0/B|kiln|", "Orphanet_X:1|oven|"), "ICD10:A0/B primary:kiln; Orphanet_X:1 primary:oven"},
	{"beside @base", "@base <http://example.org/k> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n<KILN:D1> rdfs:label \"kiln\" .\n<#b> rdfs:label \"oven\" .\n",
		"KILN:D1 primary:kiln; http://example.org/k#b primary:oven"},
	{"of a prefix", "@base <http://example.org/k> .\nPREFIX m: <MeSH:>\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\nm:D1 rdfs:label \"kiln\" .\n", "MeSH:D1 primary:kiln"},

	{"under ObsoleteClass", owl("", oldClass+"|Obsolete Class|", "K:1|old kiln|"+under(oldClass), "K:2|kiln|", "K:3|older kiln|"+under("K:1")), "K:2 primary:kiln; obsolete 3"},
	{"under a class of that name", owl("", "K:9|obsolete term|", "K:1|old kiln|"+under("K:9"), "K:2|kiln|"), "K:2 primary:kiln; obsolete 2"},
	{"of an old type", owl("", "K:2|kiln|", `K:1|old kiln|<rdf:type rdf:resource="http://www.w3.org/2002/07/owl#DeprecatedClass"/>`), "K:2 primary:kiln; obsolete 1"},
	{"by other properties", owl("", "K:1|a|<owl:deprecated>True</owl:deprecated>", "K:2|b|<efo:obsoleted_in_version>2.31</efo:obsoleted_in_version>",
		"K:3|c|<n:P310>Retired_Concept</n:P310>", "K:4|kiln|<n:P310>Defined_Concept</n:P310><owl:deprecated>false</owl:deprecated>", "K:5|e|<o:is_obsolete>1</o:is_obsolete>"),
		"K:4 primary:kiln; obsolete 4"},
	{"in OBO", term("K:1", "old kiln", "is_a: oboInOwl:ObsoleteClass ! Obsolete Class") + term("K:2", "kiln") + term("K:3", "x", `property_value: owl:deprecated "true" xsd:boolean`) + term("K:4", "y", "is_obsolete: True"),
		"K:2 primary:kiln; obsolete 3"},
	{"in OBO, under a term", term("K:9", "obsolete cellular_component") + term("K:1", "old kiln", "is_a: K:9") + term("K:2", "kiln"), "K:2 primary:kiln; obsolete 2"},
	{"in OBO Graphs", `{"graphs":[{"nodes":[{"id":"K:1","lbl":"old kiln"},{"id":"K:2","lbl":"kiln"},{"id":"K:3","lbl":"x","meta":{"basicPropertyValues":[{"pred":"http://www.w3.org/2002/07/owl#deprecated","val":"true"}]}}],` +
		`"edges":[{"sub":"K:1","pred":"is_a","obj":"` + oldClass + `"}]}]}`, "K:2 primary:kiln; obsolete 2"},
	{"a name is no class", term("K:1", "obsolete term") + term("K:2", "retired") + term("K:3", "kiln", "is_a: K:2"), "K:1 primary:obsolete term; K:2 primary:retired; K:3 primary:kiln is_a=K:2"},

	{"classes of names", "7\t|\tKilnia\t|\t\t|\tscientific name\t|\n7\t|\tKilnia (Potter, 1801)\t|\t\t|\tauthority\t|\n7\t|\tKillnia\t|\t\t|\tmisspelling\t|\n7\t|\tOvenia\t|\t\t|\tanamorph\t|\n" +
		"7\t|\tPotia\t|\t\t|\tmisnomer\t|\n7\t|\tATCC 9 <type strain>\t|\t\t|\ttype material\t|\n",
		"7 primary:Kilnia alias:Kilnia (Potter, 1801) alias:Killnia exact:Ovenia related:Potia; names of other classes, as type material 1"},

	{"synonyms: semicolons", "id,name,synonyms\nK:1,kiln,oven; furnace ;stove\nK:2,pot,\nK:3,jar,jug; urn\n", "K:1 primary:kiln alias:oven alias:furnace alias:stove; K:2 primary:pot; K:3 primary:jar alias:jug alias:urn"},
	{"three slashes", "id\tname\tsynonyms\nK:1\tkiln\toven///hot/cold stove\nK:2\tpot\tjar; big\n", "K:1 primary:kiln alias:oven alias:hot/cold stove; K:2 primary:pot alias:jar; big"},
	{"commas", "id\tname\tsynonyms\nK:1\tkiln\toven, furnace, 1,2-stove\nK:2\tpot\tjar\nK:3\tcup\tmug, beaker\n", "K:1 primary:kiln alias:oven alias:furnace alias:1,2-stove; K:2 primary:pot alias:jar; K:3 primary:cup alias:mug alias:beaker"},
	{"commas without blanks", "id\tname\tsynonyms\nK:1\tkiln\toven,1,2-stove,N,N-pot\nK:2\tpot\tjar,jug\n", "K:1 primary:kiln alias:oven alias:1,2-stove alias:N,N-pot; K:2 primary:pot alias:jar alias:jug"},
	{"commas in brackets", "id\tname\tsynonyms\nK:1\tkiln\toven (big, red), stove, furnace\nK:2\tpot\tjar, jug\n", "K:1 primary:kiln alias:oven (big, red) alias:stove alias:furnace; K:2 primary:pot alias:jar alias:jug"},
	{"slashes", "id,name,synonyms\nK:1,kiln,oven / furnace / stove\nK:2,pot,jar / jug\n", "K:1 primary:kiln alias:oven alias:furnace alias:stove; K:2 primary:pot alias:jar alias:jug"},
	{"bars beside semicolons", "id,name,synonyms\nK:1,kiln,oven; hot|stove\nK:2,pot,jar; big|urn\n", "K:1 primary:kiln alias:oven; hot alias:stove; K:2 primary:pot alias:jar; big alias:urn"},
	{"commas within names", "id\tname\tsynonyms\nK:1\tblue oven\tOven, Blue\nK:2\tpot\t1,2-dichloropot\nK:3\told red jar\tJar, Red, Old\n", "K:1 primary:blue oven alias:Oven, Blue; K:2 primary:pot alias:1,2-dichloropot; K:3 primary:old red jar alias:Jar, Red, Old"},
	{"names with commas", "id\tname\tsynonyms\nK:1\toven, blue, big\tstove, blue, big\nK:2\tpot\tjar, red\n", "K:1 primary:oven, blue, big alias:stove, blue, big; K:2 primary:pot alias:jar, red"},
	{"a semicolon within a name", "id\tname\tsynonyms\nK:1\tkiln\toven; hot\nK:2\tpot\tjar\nK:3\tcup\tmug\n",
		`K:1 primary:kiln alias:oven; hot; K:2 primary:pot alias:jar; K:3 primary:cup alias:mug; 1 of 3 cells with synonyms have ";", which counts as part of a name; --synonym-separator ";" splits there`},
	{"references are no semicolons", "id\tname\tsynonyms\nK:1\tkiln\tgr&eacute;s; pot&eacute;\nK:2\tpot\tp&acirc;te\nK:3\tcup\tn&eacute;\nK:4\tjar\tcl&eacute;\n", `K:1 primary:kiln alias:grés; poté; K:2 primary:pot alias:pâte; K:3 primary:cup alias:né; K:4 primary:jar alias:clé; 1 of 4 cells`},

	{"database and id", "db,id,name\nKILN,12,kiln\nPOT,POT:7,pot\n,x,cup\n", "KILN:12 primary:kiln; POT:7 primary:pot; x primary:cup"},
	{"groundings", "text,db,id\noven,KILN,12\nstove,KILN,12\njar,POT,12\n", "KILN:12 primary:oven alias:stove; POT:12 primary:jar"},
	{"of other names", "Database\tAccession\tSymbol\nKILN\tA7\tkiln\nPOT\tA7\tpot\n", "KILN:A7 primary:kiln; POT:A7 primary:pot"},
	{"in JSON Lines", `{"db": "KILN", "id": 12, "name": "kiln"}` + "\n" + `{"db": "POT", "id": "POT:12", "name": "pot"}` + "\n", "KILN:12 primary:kiln; POT:12 primary:pot"},

	{"a name twice", "K:1\tkiln\nK:1\toven\nK:1\tkiln\tprimary\n", "K:1 primary:kiln alias:oven; again 1"},
	{"twice in a table", "id,name,synonyms\nK:1,kiln,oven|kiln|oven\n", "K:1 primary:kiln alias:oven; again 2"},
	{"twice in OBO", term("K:1", "kiln", `synonym: "kiln" EXACT []`, `synonym: "oven" RELATED []`, `synonym: "oven" EXACT []`), "K:1 primary:kiln exact:oven; again 2"},
	{"twice in BioSyn's", "K:1||kiln\nK:1||kiln\nK:2||kiln\n", "K:1 primary:kiln; K:2 primary:kiln; again 1"},
}

// found says what a terminology has, and what was left out.
func found(t *Terminology, r *Report) string {
	var parts []string
	parents := map[string]string{}
	for _, l := range t.Relations {
		parents[l.ID] += " " + l.Relation + "=" + l.Parent
	}
	for _, e := range t.Entities {
		text := e.ID
		for _, n := range e.Names {
			text += fmt.Sprintf(" %v:%s", n.Kind, n.Text)
		}
		parts = append(parts, text+parents[e.ID])
	}
	for _, s := range r.Skipped {
		parts = append(parts, fmt.Sprint(s.Reason, " ", s.Count))
	}
	if r.Duplicates > 0 {
		parts = append(parts, fmt.Sprint("again ", r.Duplicates))
	}
	return strings.Join(append(parts, r.Notes...), "; ")
}

func TestAsPeopleHaveThem(t *testing.T) {
	for _, tt := range asPeopleHave {
		path := writeFile(t, "file", tt.file)
		got, report, err := read(path, ReadOptions{})
		text := ""
		if err != nil {
			text = err.Error()
		} else {
			text = found(got, report)
		}
		text = strings.ReplaceAll(text, path+": ", "")
		text = strings.ReplaceAll(text, path, "")
		if ok := text == tt.want; !ok && (!strings.HasPrefix(text, tt.want) || !strings.HasPrefix(tt.want, ":") && !strings.HasSuffix(tt.want, "cells")) {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, text, tt.want)
		}
	}
}

// TestSecondIDs leaves no term of a stanza with two ids in silence.
func TestSecondIDs(t *testing.T) {
	path := writeFile(t, "x.obo", "[Term]\nid: K:1\nname: kiln\n\nid: K:2\nname: oven\n"+term("K:3", "pot"))
	got, report, err := read(path, ReadOptions{SkipBad: true})
	if err != nil || found(got, report) != "K:1 primary:kiln; K:3 primary:pot" || len(report.Bad) != 1 || report.Bad[0].Line != 5 {
		t.Errorf("%v, %v, %v", got, report, err)
	}
}

// TestSynonymSeparator splits where it is told to.
func TestSynonymSeparator(t *testing.T) {
	for separator, want := range map[string]string{
		"":     "K:1 primary:kiln alias:oven alias:hot; cold, dry",
		";":    "K:1 primary:kiln alias:oven|hot alias:cold, dry",
		",":    "K:1 primary:kiln alias:oven|hot; cold alias:dry",
		"none": "K:1 primary:kiln alias:oven|hot; cold, dry",
	} {
		for _, file := range []string{"id\tname\tsynonyms\nK:1\tkiln\toven|hot; cold, dry\n", `[{"id": "K:1", "name": "kiln", "synonyms": "oven|hot; cold, dry"}]`} {
			got, report, err := read(writeFile(t, "x", file), ReadOptions{Filter: format.Options{Separator: separator}})
			if err != nil || found(got, report) != want {
				t.Errorf("%q: %v, %v, want %s", separator, got, err, want)
			}
		}
	}
}

// TestEncodingsOfXML reads XML in the encoding that it names.
func TestEncodingsOfXML(t *testing.T) {
	body := "<?xml version='1.0' encoding='%s'?>\n" + owl("", "K:1|%s|")
	mesh := `<?xml version="1.0" encoding="%s"?>` + "\n<DescriptorRecordSet><DescriptorRecord><DescriptorUI>K:1</DescriptorUI><DescriptorName><String>%s</String></DescriptorName></DescriptorRecord></DescriptorRecordSet>"
	for _, tt := range []struct{ label, name string }{
		{"windows-1252", "Öfen “œ”"}, {"utf8", "Öfen – печь"}, {"ISO-8859-2", "piec żółty"}, {"koi8-r", "печь"}, {"Shift_JIS", "窯 かま"},
		{"iso-8859-1", "four à chaux"}, {"gb18030", "窑炉"}, {"EUC-KR", "가마"}, {"us-ascii", "kiln"}, {"utf-16", "Öfen 窯"}, {"big5", "窯"},
	} {
		for _, shape := range []string{body, mesh} {
			text := fmt.Sprintf(shape, tt.label, tt.name)
			encoding, err := htmlindex.Get(tt.label)
			if err != nil {
				t.Fatal(err)
			}
			encoder := encoding.NewEncoder()
			if tt.label == "utf-16" {
				encoder = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()
			}
			if text, err = encoder.String(text); err != nil {
				t.Fatal(err)
			}
			got, report, err := read(writeFile(t, "x", text), ReadOptions{})
			if err != nil || found(got, report) != "K:1 primary:"+tt.name {
				t.Errorf("%s: %v, %v", tt.label, got, err)
			}
		}
	}
	for _, tt := range []struct{ label, name, encoding, want string }{
		{"klingon-8", "x", "", `: the XML says that its encoding is "klingon-8", which is not known; convert it with iconv -t UTF-8, or say --encoding`},
		{"iso-2022-kr", "x", "", `: the XML says that its encoding is "iso-2022-kr", which is not known`},
		{"Shift_JIS", "x\xff", "", ": line 3: bytes that the encoding Shift_JIS does not have"},
		{"utf-8", "x\xff", "", ":3: invalid UTF-8"},
		{"klingon-8", "\xe9", "latin1", ""},
	} {
		path := writeFile(t, "x", fmt.Sprintf(body, tt.label, tt.name))
		_, _, err := read(path, ReadOptions{Encoding: tt.encoding})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), path+tt.want)) {
			t.Errorf("%s: %v, want %s", tt.label, err, tt.want)
		}
	}
}

// TestKindsOfTaxdump reads the classes of names that are wanted.
func TestKindsOfTaxdump(t *testing.T) {
	path := writeFile(t, "names.dmp", "7\t|\tKilnia\t|\t\t|\tscientific name\t|\n7\t|\tKilnia Potter, 1801\t|\t\t|\tauthority\t|\n")
	got, report, err := read(path, ReadOptions{Filter: format.Options{Kinds: []string{"scientific name"}}})
	if err != nil || found(got, report) != "7 primary:Kilnia; names of other classes, as type material 1" {
		t.Errorf("%v, %v, %v", got, report, err)
	}
}
