package format_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/normlet/normlet/train/data/format"
)

// printer prints the terms of a file.
type printer struct{}

func (printer) Term(t *format.Term) error {
	fmt.Println(t.ID, "obsolete:", t.Obsolete)
	for _, n := range t.Names {
		fmt.Printf("  %s: %s\n", n.Kind, n.Text)
	}
	return nil
}

func (printer) Skip(line int, reason, example string) { fmt.Println("line", line, "left out:", reason) }

func (printer) Layout(*format.Layout) {}

func (printer) Bad(line int, reason string) error { return &format.Error{Line: line, Reason: reason} }

// The format is found by the content of the file.
func Example() {
	const file = "format-version: 1.4\n\n" +
		"[Term]\nid: BTO:0000142\nname: brain\nsynonym: \"encephalon\" EXACT []\n\n" +
		"[Term]\nid: BTO:0000001\nname: old term\nis_obsolete: true\n"
	f := format.Detect([]byte(file))
	fmt.Println("the format is", f.Name)
	if err := f.Read(strings.NewReader(file), format.Options{}, printer{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// the format is obo
	// BTO:0000142 obsolete: false
	//   primary: brain
	//   exact: encephalon
	// BTO:0000001 obsolete: true
	//   primary: old term
}
