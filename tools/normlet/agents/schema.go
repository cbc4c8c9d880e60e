package agents

import (
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// Limits of what a tool takes. A name is short: more text than this is no mention.
const (
	maxMention  = 1000
	maxContext  = 20_000
	maxMentions = 1000
	maxIDs      = 100
)

// choice is what look-ups have in common.
type choice struct {
	K          int      `json:"k,omitempty" jsonschema:"entities for each name, best first"`
	Namespaces []string `json:"namespaces,omitempty" jsonschema:"only entities of these namespaces, or kinds such as gene"`
	Prefer     []string `json:"prefer,omitempty" jsonschema:"namespaces: of ids of the same thing, that of the first of these"`
	Organisms  []string `json:"organisms,omitempty" jsonschema:"whose genes are meant, the likeliest first: NCBI Taxonomy ids or words such as mouse"`
	MinP       float64  `json:"minP,omitempty" jsonschema:"answers whose best entity has a lower p are nil"`
	Exactly    bool     `json:"exactly,omitempty" jsonschema:"no entities that are broader than the name, as the species of a strain"`
	Lang       string   `json:"lang,omitempty" jsonschema:"language of the names asked for, such as es, where the pack has a table of its words; as their words show if it is left out"`
	Show       string   `json:"show,omitempty" jsonschema:"language of the names of entities, such as es, where the pack has names in it"`
}

func (c *choice) options(k int) core.Options {
	if c.K > 0 {
		k = c.K
	}
	return core.Options{K: k, Namespaces: c.Namespaces, Prefer: c.Prefer, Organisms: c.Organisms, MinP: c.MinP, Exactly: c.Exactly, Language: c.Lang, Show: c.Show}
}

type lookup struct {
	Mention string `json:"mention" jsonschema:"the name as somebody wrote it, such as FOX-P2"`
	Context string `json:"context,omitempty" jsonschema:"the text around the name, such as its sentence"`
	choice
}

type lookupMany struct {
	Mentions []string `json:"mentions" jsonschema:"the names as somebody wrote them"`
	Context  string   `json:"context,omitempty" jsonschema:"the text around all of the names"`
	choice
}

type answers struct {
	Answers []answer.Answer `json:"answers"`
}

type annotation struct {
	Text      string   `json:"text" jsonschema:"the text, such as an abstract"`
	Types     []string `json:"types,omitempty" jsonschema:"only entities of these types or namespaces, such as gene"`
	MinP      float64  `json:"minP,omitempty" jsonschema:"spans with a lower p are left out"`
	All       bool     `json:"all,omitempty" jsonschema:"also spans that overlap likelier ones"`
	Prefer    []string `json:"prefer,omitempty" jsonschema:"namespaces: of ids of the same thing, that of the first of these"`
	Organisms []string `json:"organisms,omitempty" jsonschema:"whose genes are meant, the likeliest first; as the text says if it is left out"`
	Exactly   bool     `json:"exactly,omitempty" jsonschema:"no entities that are broader than what the text says"`
	Show      string   `json:"show,omitempty" jsonschema:"language of the names of entities, such as es, where the pack has names in it"`
}

type spans struct {
	Spans []answer.Span `json:"spans"`
}

type names struct {
	IDs []string `json:"ids" jsonschema:"ids of entities, such as NCBIGene:7157"`
}

type entities struct {
	Entities []answer.Entity `json:"entities"`
}

// MapFile asks for columns of a table to be mapped, as normlet map does.
type MapFile struct {
	In         string   `json:"in" jsonschema:"the table: CSV, TSV or JSONL, also .gz or .zst; a path in the folder"`
	Out        string   `json:"out" jsonschema:"the file to write, in the folder; with the ending .sssom.tsv it is a list of mappings"`
	Columns    []string `json:"columns" jsonschema:"names, or numbers from 1, of the columns to map"`
	Context    []string `json:"contextColumns,omitempty" jsonschema:"columns with text around the names"`
	Namespaces []string `json:"namespaces,omitempty" jsonschema:"only entities of these namespaces"`
	Prefer     []string `json:"prefer,omitempty" jsonschema:"namespaces: of ids of the same thing, that of the first of these"`
	Organisms  []string `json:"organisms,omitempty" jsonschema:"whose genes are meant, the likeliest first: NCBI Taxonomy ids or words such as mouse"`
	Exactly    bool     `json:"exactly,omitempty" jsonschema:"no entities that are broader than the name, as the species of a strain"`
	Add        []string `json:"add,omitempty" jsonschema:"more columns for each mapped one"`
	MinP       *float64 `json:"minP,omitempty" jsonschema:"cells whose best entity has a lower p get no id; 0.5 if it is left out"`
	Lang       string   `json:"lang,omitempty" jsonschema:"language of the cells, such as es, where the pack has a table of its words; as their words show if it is left out"`
	Show       string   `json:"show,omitempty" jsonschema:"language of the names of entities, such as es, where the pack has names in it"`
}

type mapped struct {
	Out     string `json:"out"`
	Summary string `json:"summary"`
}

// describe returns a tool that reads and changes nothing.
func describe[In any](name, title, text string) *mcp.Tool {
	return &mcp.Tool{
		Name: name, Title: title, Description: text, InputSchema: schemaOf[In](),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(bool)},
	}
}

// mapFileTool writes one new file: it replaces only tables that normlet wrote.
func mapFileTool() *mcp.Tool {
	t := describe[MapFile]("map_file", "Map columns of a table",
		"Map columns of a table in a file, of any size, to entities. The file written has the same rows, and for a column NAME also NAME_id, NAME_name, "+
			"NAME_matched, NAME_stage, NAME_score and NAME_p; NAME_id is empty where no entity is right. It replaces no file but one that this tool wrote.")
	t.Annotations = &mcp.ToolAnnotations{IdempotentHint: true, DestructiveHint: new(bool), OpenWorldHint: new(bool)}
	return t
}

// schemaOf returns the schema of a tool's input, with its limits.
func schemaOf[In any]() *jsonschema.Schema {
	s, err := jsonschema.For[In](nil)
	if err != nil {
		panic(err) // a type of this file
	}
	for name, limit := range limits {
		if p := s.Properties[name]; p != nil {
			limit(p)
		}
	}
	return s
}

// limits bound the properties of inputs by their names.
var limits = map[string]func(p *jsonschema.Schema){
	"k":          func(p *jsonschema.Schema) { p.Minimum, p.Maximum = new(1.0), new(float64(core.MaxK)) },
	"minP":       func(p *jsonschema.Schema) { p.Minimum, p.Maximum = new(0.0), new(1.0) },
	"mention":    func(p *jsonschema.Schema) { p.MaxLength = new(maxMention) },
	"context":    func(p *jsonschema.Schema) { p.MaxLength = new(maxContext) },
	"text":       func(p *jsonschema.Schema) { p.MaxLength = new(maxContext) },
	"types":      func(p *jsonschema.Schema) { plainList(p) },
	"mentions":   func(p *jsonschema.Schema) { list(p, maxMentions); p.Items.MaxLength = new(maxMention) },
	"ids":        func(p *jsonschema.Schema) { list(p, maxIDs); p.Items.MaxLength = new(maxMention) },
	"columns":    func(p *jsonschema.Schema) { list(p, maxIDs) },
	"namespaces": func(p *jsonschema.Schema) { plainList(p) },
	"prefer":     func(p *jsonschema.Schema) { plainList(p) },
	"organisms":  func(p *jsonschema.Schema) { plainList(p) },
	"add": func(p *jsonschema.Schema) {
		plainList(p)
		p.UniqueItems = true
		for _, name := range mapping.ExtraColumns() {
			p.Items.Enum = append(p.Items.Enum, name)
		}
	},
}

// list takes 1 to most items, and not null.
func list(p *jsonschema.Schema, most int) {
	plainList(p)
	p.MinItems, p.MaxItems = new(1), new(most)
}

func plainList(p *jsonschema.Schema) { p.Type, p.Types = "array", nil }
