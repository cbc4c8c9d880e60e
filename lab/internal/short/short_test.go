package short

import (
	"bufio"
	"maps"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data/document"
)

func TestDefined(t *testing.T) {
	const text = "1|t|Kala-azar (VL), fever (FE) and KAZ.\n" +
		"1\t0\t9\tKala-azar\tDisease\tD1\n1\t11\t13\tVL\tDisease\tD1\n1\t16\t21\tfever\tDisease\tD2\n1\t23\t25\tFE\tDisease\tD3\n1\t31\t34\tKAZ\tDisease\tD1\n"
	r, err := document.NewReader(bufio.NewReader(strings.NewReader(text)), "t", "pubtator")
	if err != nil {
		t.Fatal(err)
	}
	d, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Locate(); err != nil {
		t.Fatal(err)
	}
	if got, want := Defined(d), map[Sense]int{{"VL", "D1"}: 0}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for mention, want := range map[string]bool{"KAZ": true, "VL": false, "FE": false, "fever": false, "K": false} {
		if got := IsUndefined(mention, d.Text); got != want {
			t.Errorf("%s: %v", mention, got)
		}
	}
}
