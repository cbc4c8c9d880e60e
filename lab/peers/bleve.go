package main

import (
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/mapping"
)

// The index of bleve has one field. Its words are those of Unicode in lower case, none left out and none stemmed.
const (
	bleveField = "name"
	bleveWords = "words"
	bleveBatch = 1000
)

func bleveMapping() (mapping.IndexMapping, error) {
	m := bleve.NewIndexMapping()
	err := m.AddCustomAnalyzer(bleveWords, map[string]any{"type": custom.Name, "tokenizer": unicode.Name, "token_filters": []string{lowercase.Name}})
	if err != nil {
		return nil, err
	}
	field := bleve.NewTextFieldMapping()
	field.Analyzer, field.Store, field.IncludeInAll, field.DocValues, field.IncludeTermVectors = bleveWords, false, false, false, false
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	m.DefaultMapping.AddFieldMappingsAt(bleveField, field)
	m.DefaultAnalyzer, m.ScoringModel = bleveWords, "bm25"
	return m, nil
}

func bleveFolder(dir string) string { return filepath.Join(dir, "bleve") }

func buildBleve(j job) error {
	rows, err := readList(j.source)
	if err != nil {
		return err
	}
	if err := writeRefs(j.dir, rows); err != nil {
		return err
	}
	m, err := bleveMapping()
	if err != nil {
		return err
	}
	x, err := bleve.New(bleveFolder(j.dir), m)
	if err != nil {
		return err
	}
	batch := x.NewBatch()
	for i, r := range rows {
		if err := batch.Index(fmt.Sprintf("%09d", i), map[string]string{bleveField: r.name}); err != nil {
			return err
		}
		if batch.Size() == bleveBatch || i+1 == len(rows) {
			if err := x.Batch(batch); err != nil {
				return err
			}
			batch.Reset()
		}
	}
	return x.Close()
}

type bleveIndex struct {
	bleve.Index
	refs
}

func openBleve(dir string) (index, error) {
	r, err := readRefs(dir)
	if err != nil {
		return nil, err
	}
	x, err := bleve.OpenUsing(bleveFolder(dir), map[string]any{"read_only": true})
	return bleveIndex{x, r}, err
}

// search asks for the words of the mention as they stand or, for less, with one or two slips of the pen.
func (x bleveIndex) search(mention string) ([]int32, error) {
	as, near := bleve.NewMatchQuery(mention), bleve.NewMatchQuery(mention)
	as.SetField(bleveField)
	near.SetField(bleveField)
	near.SetAutoFuzziness(true)
	request := bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(as, near), shortlist, 0, false)
	request.SortBy([]string{"-_score", "_id"}) // rather than as segments happened to be merged
	res, err := x.Search(request)
	if err != nil {
		return nil, err
	}
	var hits []hit
	for _, h := range res.Hits {
		row, err := strconv.Atoi(h.ID)
		if err != nil {
			return nil, err
		}
		hits = append(hits, hit{h.Score, x.refs[row]})
	}
	return entities(hits), nil
}
