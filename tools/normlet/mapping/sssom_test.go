package mapping

import (
	"regexp"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// sssomRows returns the metadata and the mappings that a table of one column gives.
func sssomRows(t *testing.T, content string, c Config) (metadata string, rows []string) {
	c.Missing = every
	t.Helper()
	c.Columns, c.Format = []string{"m"}, formatSSSOM
	out, _, err := mapText(t, "t.tsv", content, "out.tsv", c)
	check(t, err)
	metadata, table, ok := strings.Cut(out, strings.Join(sssomColumns, "\t")+"\n")
	if !ok {
		t.Fatalf("no columns in\n%s", out)
	}
	return metadata, strings.Split(strings.TrimSuffix(table, "\n"), "\n")
}

// TestSSSOMSubject requires the label of the cell as it stands, though an abbreviation is looked up written out, and that of a
// part only where a cell has several.
func TestSSSOMSubject(t *testing.T) {
	_, rows := sssomRows(t, "m\nNA\nnear a\nb and c\n", Config{InOrder: true})
	var got []string
	for _, row := range rows {
		fields := strings.Split(row, "\t")
		got = append(got, fields[0]+" "+fields[3])
	}
	if got, want := strings.Join(got, ", "), "NA T:a, near a T:a, b T:b, c T:c"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestSSSOMNIL gives mentions without an entity an id, if there is one for them.
func TestSSSOMNIL(t *testing.T) {
	const content = "m\na\nqq\nb\n\n"
	_, rows := sssomRows(t, content, Config{NilAs: "sssom:NoTermFound", Version: "2"})
	if want := "qq\trdfs literal\tskos:exactMatch\tsssom:NoTermFound\t\tsemapv:LexicalMatching\t0.75\t\tnormlet\t2"; len(rows) != 3 || rows[1] != want {
		t.Errorf("%q, want the second of three to be %q", rows, want)
	}
	if _, rows := sssomRows(t, content, Config{}); len(rows) != 2 || strings.Contains(strings.Join(rows, ""), "qq") {
		t.Errorf("%q, want no row for qq", rows)
	}
}

// TestSSSOMIDs makes CURIEs of ids that lack their prefix, and tells what is broader.
func TestSSSOMIDs(t *testing.T) {
	matches := map[string]core.Match{
		"bare":       {ID: "12", Namespace: "HGNC"},
		"curie":      {ID: "GO:12", Namespace: "OTHER"},
		"namespaced": {ID: "12"},
		"strain":     {ID: "12", Broader: "strain"},
	}
	lookup := each(func(q core.Query) (core.Answer, error) {
		m, ok := matches[q.Mention]
		return core.Answer{Mention: q.Mention, NIL: !ok, Matches: []core.Match{m}, Parent: &core.Match{ID: "9", Namespace: "HGNC", P: 0.75}}, nil
	})
	_, rows := sssomRows(t, "m\nbare\ncurie\nnamespaced\nstrain\nunsure\n", Config{Lookup: lookup})
	for i, want := range []string{"skos:exactMatch HGNC:12", "skos:exactMatch GO:12", "skos:exactMatch 12", "skos:broadMatch 12", "skos:broadMatch HGNC:9"} {
		fields := strings.Split(rows[i], "\t")
		if got := fields[2] + " " + fields[3]; got != want {
			t.Errorf("%s: %s, want %s", fields[0], got, want)
		}
	}
}

// TestSSSOMStages has a predicate and a justification for every stage that there is.
func TestSSSOMStages(t *testing.T) {
	known := map[core.Stage][2]string{
		core.StageExact:      {"skos:exactMatch", "semapv:LexicalMatching"},
		core.StageNormalized: {"skos:exactMatch", "semapv:LexicalMatching"},
		core.StageExcelDate:  {"skos:closeMatch", "semapv:LexicalSimilarityThresholdMatching"},
		core.StageMember:     {"skos:closeMatch", "semapv:LexicalSimilarityThresholdMatching"},
		core.StageHamming:    {"skos:closeMatch", "semapv:SemanticSimilarityThresholdMatching"},
		core.StageNeighbour:  {"skos:closeMatch", "semapv:SemanticSimilarityThresholdMatching"},
	}
	stages := 0
	for stage := Stage(0); stage.String() != "invalid"; stage++ {
		stages++
		if len(sssomStages) <= int(stage) || sssomStages[stage].justification == "" {
			t.Errorf("stage %s has no justification: add it to sssomStages", stage)
			continue
		}
		row := string((&sssomRenderer{config: &Config{}}).mapping(nil, "m", &core.Match{ID: "T:a"}, stage))
		fields := strings.Split(row, "\t")
		if want, ok := known[core.Stage(stage)]; ok && (fields[2] != want[0] || fields[5] != want[1]) {
			t.Errorf("stage %s: %s, %s; want %q", stage, fields[2], fields[5], want)
		}
	}
	if len(sssomStages) != stages {
		t.Errorf("%d stages have a justification, there are %d", len(sssomStages), stages)
	}
}

// TestNILWithMatches takes an answer for NIL that says so, whatever it might be, and one without matches.
func TestNILWithMatches(t *testing.T) {
	likely := core.Answer{Mention: "likely", NIL: true, PNIL: 0.5, Matches: []core.Match{{ID: "T:a", Stage: core.StageExact}}}
	unknown := core.Answer{Mention: "unknown", PNIL: 0.25}
	results := []document.Result{{Mention: "x", Answers: []core.Answer{likely, unknown}}}
	out, err := (&sssomRenderer{config: &Config{NilAs: "none"}}).row(nil, nil, results)
	check(t, err)
	rows := strings.Split(string(out), "\n")
	for i, want := range []string{"likely none 0.5", "unknown none 0.25"} {
		fields := strings.Split(rows[i], "\t")
		if got := fields[0] + " " + fields[3] + " " + fields[6]; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	out, err = (&tableRenderer{format: formatCSV, comma: ',', shape: &Shape{Width: 1}, cells: cells{config: &Config{NilAs: "none"}}}).row(nil, &Row{Fields: []string{"x"}}, results)
	check(t, err)
	var stats Stats
	(&Mapper{config: &Config{}}).Count(&stats, results)
	if string(out) != "x,none|none,|,|,nil|nil,|,|,several,none\n" || stats.NIL != 1 {
		t.Errorf("%q, %+v", out, stats)
	}
}

// TestSSSOMMetadata lists each prefix once, those that are known and those that are not, and none without a name. The id of
// the set is that of the settings.
func TestSSSOMMetadata(t *testing.T) {
	id := regexp.MustCompile(`#mapping_set_id: "https://w3id.org/sssom/mappings/normlet-([0-9a-f]{16})"` + "\n")
	ids := map[string]bool{}
	for _, settings := range []string{"one", "two"} {
		metadata, _ := sssomRows(t, "m\na\n", Config{Prefixes: []string{"X", "GO", "", "X", "skos"}, Settings: settings})
		match := id.FindStringSubmatch(metadata)
		if match == nil {
			t.Fatalf("no id in\n%s", metadata)
		}
		ids[match[1]] = true
		want := `#curie_map:
#  GO: "http://purl.obolibrary.org/obo/GO_"
#  X: "https://bioregistry.io/X:"
#  semapv: "https://w3id.org/semapv/vocab/"
#  skos: "http://www.w3.org/2004/02/skos/core#"
#  sssom: "https://w3id.org/sssom/"
#license: "https://w3id.org/sssom/license/unspecified"
`
		if got := id.ReplaceAllString(metadata, ""); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	if len(ids) != 2 {
		t.Errorf("ids %v of two settings", ids)
	}
}
