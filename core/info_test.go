package core_test

import (
	"reflect"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

func TestInfo(t *testing.T) {
	c := contents(t)
	c.Meta = []pack.Pair{{Key: "license", Value: "CC0"}, {Key: "version", Value: "7"}}
	data := file(t, c)
	n, err := core.OpenBytes(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	i := n.Info()
	if i.Entities != entities || i.Names != c.Names.Len() || i.Bits != c.Bits || !reflect.DeepEqual(i.Namespaces, c.Namespaces) {
		t.Errorf("%+v", i)
	}
	if i.Value("license") != "CC0" || i.Value("version") != "7" || i.Value("source") != "" {
		t.Errorf("metadata %q", i.Meta)
	}
	i.Meta[0].Value, i.Namespaces[0] = "changed", "changed"
	if again := n.Info(); again.Value("license") != "CC0" || again.Namespaces[0] == "changed" {
		t.Error("the pack changed with a description of it")
	}
	if err := n.Close(); err != nil || n.Info().Value("version") != "7" {
		t.Errorf("after Close: %v, %+v", err, n.Info())
	}
}
