package build

import (
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/tag"
)

func readLabelled(o *options) error {
	for _, path := range o.documents {
		if o.recipe.Labelled == nil {
			o.recipe.Labelled = &tag.Labelled{}
		}
		if err := readLabelledFile(o.recipe.Labelled, path); err != nil {
			return err
		}
	}
	return nil
}

func readLabelledFile(to *tag.Labelled, path string) error {
	in, err := mapping.Open(path, "", nil)
	if err != nil {
		return err
	}
	defer in.Close()
	docs, err := in.Documents()
	if err != nil {
		return err
	}
	return to.Read(docs, path)
}
