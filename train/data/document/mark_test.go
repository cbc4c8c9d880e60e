package document_test

import (
	"io"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data/document"
)

// TestMark adds marks to documents without any, reads them back, and finds each where it stands. All else stays.
func TestMark(t *testing.T) {
	for name, tt := range map[string]struct{ format, content, want string }{
		"PubTator": {"pubtator", "7|t|\U0001F9EC TP53.\n7|a|The <p53> x\n\n8|t|none\n", "7|t|\U0001F9EC TP53.\n7|a|The <p53> x\n7\t2\t6\tTP53\tA&B\tG:1\n7\t13\t16\tp53\tA&B\tG:1\n\n8|t|none\n"},
		"XML": {
			"bioc", `<collection><document><id>7</id><passage><offset>0</offset><text>é TP53.</text></passage> <passage><offset>9</offset><sentence><offset>10</offset><text>The p53 x</text></sentence></passage></document></collection>`,
			`<collection><document><id>7</id><passage><offset>0</offset><text>é TP53.</text><annotation id="1"><infon key="type">A&amp;B</infon><infon key="identifier">G:1</infon><location offset="2" length="4"/><text>TP53</text></annotation></passage> <passage><offset>9</offset><sentence><offset>10</offset><text>The p53 x</text><annotation id="2"><infon key="type">A&amp;B</infon><infon key="identifier">G:1</infon><location offset="14" length="3"/><text>p53</text></annotation></sentence></passage></document></collection>`,
		},
		"JSON": {
			"bioc", `{"id":"7","passages":[{"offset":0,"text":"TP53 TP53"}, {"annotations":[ ],"offset":9,"text":"p53 TP53"},{"text":"p53","offset":20,"annotations":null}]}`,
			`{"id":"7","passages":[{"annotations":[{"id":"1","infons":{"type":"A\u0026B","identifier":"G:1"},"locations":[{"offset":0,"length":4}],"text":"TP53"},{"id":"2","infons":{"type":"A\u0026B","identifier":"G:1"},"locations":[{"offset":5,"length":4}],"text":"TP53"}],"offset":0,"text":"TP53 TP53"}, {"annotations":[{"id":"3","infons":{"type":"A\u0026B","identifier":"G:1"},"locations":[{"offset":9,"length":3}],"text":"p53"},{"id":"4","infons":{"type":"A\u0026B","identifier":"G:1"},"locations":[{"offset":13,"length":4}],"text":"TP53"}],"offset":9,"text":"p53 TP53"},{"text":"p53","offset":20,"annotations":[{"id":"5","infons":{"type":"A\u0026B","identifier":"G:1"},"locations":[{"offset":20,"length":3}],"text":"p53"}]}]}`,
		},
	} {
		marked := func(content string) string {
			r, err := document.NewReader(strings.NewReader(content), name, tt.format)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			for {
				d, err := r.Next()
				if err != nil && err != io.EOF {
					t.Fatal(name, err)
				}
				if d != nil && len(d.Annotations) == 0 {
					d.Mark(r, places(d.Text))
				}
				if err := document.Write(&out, r, d); err != nil {
					t.Fatal(err)
				}
				if d == nil {
					return out.String()
				}
			}
		}
		got := marked(tt.content)
		if got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, tt.want)
		}
		if again := marked(got); again != got {
			t.Errorf("%s, read back:\n%s, want\n%s", name, again, got)
		}
	}
}

// places returns where p53 and TP53 are in a text, and what goes over the end of its first part.
func places(text string) (list []document.Annotation) {
	for i := range text {
		for _, name := range []string{"p53", "TP53"} {
			if strings.HasPrefix(text[i:], name) {
				list = append(list, document.Annotation{Start: i, End: i + len(name), Type: "A&B", ID: "G:1"})
			}
		}
		if strings.HasPrefix(text, "é") && strings.HasPrefix(text[i:], ".\n") {
			list = append(list, document.Annotation{Start: i, End: i + 3, Type: "A", ID: "over the end"})
		}
	}
	return list
}
