package document

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

const placedXML = `<collection><document><id>1</id><passage><offset>0</offset><text>A β kiln</text>
<annotation id="1"><infon key="type">Oven</infon><location offset="%d" length="4"/><text>kiln</text></annotation>
<annotation id="2"><infon key="type">Oven</infon><location offset="0" length="1"/><location offset="2" length="1"/><text>A β</text></annotation>
</passage></document></collection>`

const placedJSON = `{"documents":[{"id":"1","passages":[{"offset":0,"text":"A β kiln","annotations":[
{"id":"1","infons":{"type":"Oven"},"text":"kiln","locations":[{"offset":%d,"length":4}]},
{"id":"2","infons":{},"text":"A","locations":[]}]}]}]}`

// TestLocate finds marks by characters or bytes, in all formats.
func TestLocate(t *testing.T) {
	const pubTator = "1|t|A β kiln\n1|a|More.\n1\t%d\t8\tkiln\tOven\n"
	for _, tt := range []struct {
		file, format string
		at, without  int
		want         string // of the error
	}{
		{pubTator, "pubtator", 4, 0, ""},
		{pubTator, "pubtator", 3, 0, `3: "kiln" does not stand at 3 of document 1`},
		{placedXML, "bioc", 4, 1, ""},
		{placedXML, "bioc", 5, 1, ""}, // bytes
		{placedXML, "bioc", 2, 0, `2: "kiln" does not stand at 2`},
		{placedJSON, "bioc", 4, 1, ""},
		{placedJSON, "bioc", 99, 0, `2: "kiln" does not stand at 99`},
	} {
		r, err := NewReader(strings.NewReader(fmt.Sprintf(tt.file, tt.at)), "f", tt.format)
		if err != nil {
			t.Fatal(err)
		}
		d, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		without, err := d.Locate()
		if tt.want != "" {
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%.20s at %d: error %v, want %s", tt.file, tt.at, err, tt.want)
			}
			continue
		}
		if a := d.Annotations[0]; err != nil || without != tt.without || d.Text[a.Start:a.End] != "kiln" {
			t.Errorf("%.20s at %d: %v, %d without a place, %+v", tt.file, tt.at, err, without, a)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Error(err)
		}
	}
}
