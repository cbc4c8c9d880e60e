package build

import (
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/tag"
)

func readLabelled(_ *cli.IO, o *options) error {
	if len(o.documents) > 0 {
		o.recipe.Labelled = &tag.Labelled{}
	}
	for _, path := range o.documents {
		in, err := mapping.Open(path, "", nil)
		if err != nil {
			return err
		}
		defer in.Close()
		docs, err := in.Documents()
		if err != nil {
			return err
		}
		if err := o.recipe.Labelled.Read(docs, path); err != nil {
			return err
		}
	}
	return nil
}
