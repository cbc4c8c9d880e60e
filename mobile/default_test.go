//go:build !nodefaultpack

package mobile_test

import (
	"testing"

	"github.com/normlet/normlet/mobile"
)

func TestOpenDefault(t *testing.T) {
	n, err := mobile.OpenDefault()
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	if i, err := n.Info(); err != nil || i.Name != "Human genes, Gene Ontology, common diseases, chemicals, species and cell lines" {
		t.Errorf("%+v, %v", i, err)
	}
}
