package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/document"
)

// craft is the name of a corpus of full texts: the articles of CRAFT, whose types are "gene", "anatomy" and so on.
const craft = "CRAFT"

// species are those that texts mean where CRAFT marks their genera: mice, rats, humans.
var species = map[string]string{"NCBITaxon:10088": "NCBITaxon:10090", "NCBITaxon:10114": "NCBITaxon:10116", "NCBITaxon:9605": "NCBITaxon:9606"}

// readCRAFT reads the articles in texts.jsonl.gz with the marks in gold.jsonl.gz.
func readCRAFT(folder string) (docs []*document.Document, err error) {
	byID := map[string]*document.Document{}
	err = eachLine(filepath.Join(folder, "texts.jsonl.gz"), func(line []byte) error {
		d := &document.Document{}
		docs = append(docs, d)
		if err := json.Unmarshal(line, d); err != nil {
			return err
		}
		byID[d.ID] = d
		return nil
	})
	if err != nil {
		return nil, err
	}
	return docs, eachLine(filepath.Join(folder, "gold.jsonl.gz"), func(line []byte) error {
		var of struct {
			ID    string
			Spans []struct {
				Start, End int // in characters
				Text, Kind string
				IDs        []string
			}
		}
		if err := json.Unmarshal(line, &of); err != nil {
			return err
		}
		d := byID[of.ID]
		if d == nil {
			return fmt.Errorf("marks of an article %q without a text", of.ID)
		}
		var bytes []int
		for i := range d.Text {
			bytes = append(bytes, i)
		}
		bytes = append(bytes, len(d.Text))
		for _, s := range of.Spans {
			for i, id := range s.IDs {
				s.IDs[i] = cmp.Or(species[id], id)
			}
			d.Annotations = append(d.Annotations, document.Annotation{Mention: s.Text, Type: s.Kind, ID: strings.Join(s.IDs, "|"), Start: bytes[s.Start], End: bytes[s.End]})
		}
		return nil
	})
}

func eachLine(path string, each func(line []byte) error) error {
	f, err := data.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for n := 1; lines.Scan(); n++ {
		if err := each(lines.Bytes()); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	return lines.Err()
}
