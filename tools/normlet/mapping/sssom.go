package mapping

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/tools/normlet/escape"
)

// sssomRenderer writes SSSOM TSV, a mapping for each mention that has an entity. Mentions are literals: they have
// labels and no ids. Cells that are NIL are left out unless there is an id for them, such as sssom:NoTermFound.
type sssomRenderer struct {
	config   *Config
	cut      cutOff
	metadata []byte
}

var sssomColumns = []string{"subject_label", "subject_type", "predicate_id", "object_id", "object_label", "mapping_justification",
	"confidence", "match_string", "mapping_tool", "mapping_tool_version"}

// sssomStages says what a match of each core.Stage is to SSSOM.
var sssomStages = [StageDecision + 1]struct{ predicate, justification string }{
	core.StageExact:        {"skos:exactMatch", "semapv:LexicalMatching"},
	core.StageNormalized:   {"skos:exactMatch", "semapv:LexicalMatching"},
	core.StageRewritten:    {"skos:closeMatch", "semapv:LexicalSimilarityThresholdMatching"},
	core.StageExcelDate:    {"skos:closeMatch", "semapv:LexicalSimilarityThresholdMatching"},
	core.StageMember:       {"skos:closeMatch", "semapv:LexicalSimilarityThresholdMatching"},
	core.StageAbbreviation: {"skos:closeMatch", "semapv:LexicalSimilarityThresholdMatching"},
	core.StagePart:         {"skos:closeMatch", "semapv:LexicalSimilarityThresholdMatching"},
	core.StageWord:         {"skos:closeMatch", "semapv:LexicalSimilarityThresholdMatching"},
	core.StageHamming:      {"skos:closeMatch", "semapv:SemanticSimilarityThresholdMatching"},
	core.StageNeighbour:    {"skos:closeMatch", "semapv:SemanticSimilarityThresholdMatching"},
	core.StageID:           {"skos:exactMatch", "semapv:DatabaseCrossReference"},
	StageDecision:          {"skos:exactMatch", "semapv:ManualMappingCuration"},
}

// expansions are what well-known prefixes stand for; bioregistry.io knows others.
var expansions = map[string]string{
	"CHEBI":    "http://purl.obolibrary.org/obo/CHEBI_",
	"DOID":     "http://purl.obolibrary.org/obo/DOID_",
	"GO":       "http://purl.obolibrary.org/obo/GO_",
	"HP":       "http://purl.obolibrary.org/obo/HP_",
	"MONDO":    "http://purl.obolibrary.org/obo/MONDO_",
	"HGNC":     "http://identifiers.org/hgnc/",
	"MESH":     "http://id.nlm.nih.gov/mesh/",
	"NCBIGene": "https://www.ncbi.nlm.nih.gov/gene/",
	"OMIM":     "https://omim.org/entry/",
	"UniProt":  "http://purl.uniprot.org/uniprot/",
	"semapv":   "https://w3id.org/semapv/vocab/",
	"skos":     "http://www.w3.org/2004/02/skos/core#",
	"sssom":    "https://w3id.org/sssom/",
}

func newSSSOM(m *Mapper) *sssomRenderer {
	s := &sssomRenderer{config: m.config, cut: m.cut}
	var b strings.Builder
	b.WriteString("#curie_map:\n")
	prefixes := []string{"semapv", "skos", "sssom"}
	for _, p := range m.config.Prefixes {
		prefixes = append(prefixes, s.text(p))
	}
	slices.Sort(prefixes)
	for _, p := range slices.Compact(prefixes) {
		url := cmp.Or(expansions[p], "https://bioregistry.io/"+p+":")
		if p != "" {
			fmt.Fprintf(&b, "#  %s: %q\n", yamlKey(p), url)
		}
	}
	digest := m.settings()
	fmt.Fprintf(&b, "#mapping_set_id: %q\n", "https://w3id.org/sssom/mappings/normlet-"+digest[:16])
	b.WriteString("#license: \"https://w3id.org/sssom/license/unspecified\"\n")
	s.metadata = appendTSV([]byte(b.String()), sssomColumns)
	return s
}

func (s *sssomRenderer) head() []byte { return s.metadata }

func (s *sssomRenderer) row(dst []byte, _ *Row, cells []document.Result) ([]byte, error) {
	for i := range cells {
		for k := range cells[i].Answers {
			text := cells[i].Mention
			if len(cells[i].Answers) > 1 {
				text = cells[i].Answers[k].Mention // "BRCA1/2" is no exact match of BRCA1
			}
			a := &cells[i].Answers[k]
			if !s.cut.found(a) {
				dst = s.parent(s.none(dst, text, a), text, a)
			} else {
				dst = s.mapping(dst, text, &a.Matches[0], s.config.Decisions.stage(cells[i].Mention, &a.Matches[0]))
			}
		}
	}
	return dst, nil
}

const literal, tool = "rdfs literal", "normlet" // subject_type and mapping_tool

// none appends that a mention has no entity, where there is an id for it.
func (s *sssomRenderer) none(dst []byte, text string, a *core.Answer) []byte {
	if s.config.NilAs == "" {
		return dst
	}
	return appendTSV(dst, []string{text, literal, "skos:exactMatch", s.config.NilAs, "", "semapv:LexicalMatching", Number(a.PNIL), "", tool, s.config.Version})
}

// parent appends what a mention without an entity is a kind of.
func (s *sssomRenderer) parent(dst []byte, text string, a *core.Answer) []byte {
	p := a.Parent
	if p == nil {
		return dst
	}
	return appendTSV(dst, []string{text, literal, "skos:broadMatch", s.text(curie(p.ID, p.Namespace)), s.text(p.Name), "semapv:CompositeMatching", Number(p.P), "", tool, s.config.Version})
}

// curie returns an id with its namespace as the prefix, unless it has one.
func curie(id, namespace string) string {
	if !strings.Contains(id, ":") && namespace != "" {
		return namespace + ":" + id
	}
	return id
}

// mapping appends that a mention is an entity, which was found in a stage.
func (s *sssomRenderer) mapping(dst []byte, text string, m *core.Match, stage Stage) []byte {
	says := sssomStages[stage]
	if m.Broader != "" {
		says.predicate = "skos:broadMatch"
	}
	return appendTSV(dst, []string{text, literal, says.predicate, s.text(curie(m.ID, m.Namespace)), s.text(m.Name), says.justification, Number(m.P), s.text(m.Matched), tool, s.config.Version})
}

// text escapes what is from the pack. There is no apostrophe before what a spreadsheet would calculate: programs read
// SSSOM, and would take it for a part of the label.
func (s *sssomRenderer) text(t string) string {
	if s.config.RawCells {
		return t
	}
	return escape.Text(t)
}

// plainKey matches what YAML takes for a key as it stands.
var plainKey = pattern.Of(`^[\pL\pN_][\pL\pN_./ -]*$`)

func yamlKey(s string) string {
	if plainKey().MatchString(s) && !strings.HasSuffix(s, " ") {
		return s
	}
	return strconv.Quote(s)
}
