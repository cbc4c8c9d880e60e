package tag_test

import (
	"fmt"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/tag"
)

// The names of a list say of which type its entities are, whatever the list is called.
func ExampleFindTypes() {
	list := &pack.Contents{Namespaces: []string{"ours"}, EntityNamespace: []uint16{0}, RowEntity: make([]uint32, 8), Names: pack.NewStrings([]string{
		"acute pancreatitis", "cerebral atrophy", "chronic hepatitis", "gastric carcinoma", "hepatic fibrosis", "iron deficiency anemia",
		"lactic acidosis", "renal failure",
	})}
	for _, f := range tag.FindTypes(list, nil, tag.Stated{}) {
		fmt.Println(f.Namespace, f.Type)
	}
	// Output: ours Disease
}
