package build

import (
	"cmp"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/tag"
)

func readLabelled(_ *cli.IO, o *options) error {
	if len(o.documents) > 0 {
		o.recipe.Labelled = &tag.Labelled{}
	}
	files, err := data.Files(o.documents...)
	if err != nil {
		return err
	}
	for _, f := range files {
		in, err := mapping.Open(f.Path, "", nil)
		if err != nil {
			return err
		}
		defer in.Close()
		docs, err := in.Documents("")
		if err != nil {
			return err
		}
		if err := o.recipe.Labelled.Read(docs, cmp.Or(data.MarksOf(in.Name), in.Name)); err != nil {
			return err
		}
	}
	return nil
}
