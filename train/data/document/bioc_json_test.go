package document

import (
	"fmt"
	"strings"
	"testing"
)

const bioCJSONText = `{"source": "x", "infons": {"passages": "none", "id": 3}, "documents": [
 {"id": "100", "infons": {"identifier": "not a mention's"}, "passages": [
  {"offset": 0, "infons": {"type": "title", "text": "no"}, "text": "Kiln \u0026 AT", "annotations": [
   {"id": "1", "text": "Kiln", "infons": {"type": "Oven", "identifier" : "D\u0031"}, "locations": [{"offset": 0, "length": 4}]},
   {"id": "2", "infons": {"type": "Oven"}, "text": "A\u0026T"},
   {"id": "3", "infons": {}, "text": "a"}, {"id": "4", "text": "b"}, {"infons": null, "text": "c"}, {},
   {"text": "d", "infons": {"identifier": 7157, "x": [1, {"y": 2.50}]}}, {"text": "e", "infons": {"identifier": null}}
  ], "relations": [{"id": "r", "infons": {"identifier": "R"}, "nodes": [{"refid": "1"}]}]},
  {"text": "More", "sentences": [{"text": "less", "annotations": [{"text": "f", "infons": {"identifier": ["8", "9"]}}]}]}]},
 {"passages": [], "id": 101}
]}
`

// TestBioCJSON: ids change, and nothing else.
func TestBioCJSON(t *testing.T) {
	docs, out, err := all(bioCJSONText, "bioc", nil)
	if err != nil || out != bioCJSONText || len(docs) != 2 || docs[1].ID != "101" || Detect([]byte(bioCJSONText)) != "bioc" {
		t.Fatalf("%v, %+v\n%s", err, docs, out)
	}
	d, got := docs[0], ""
	for _, a := range d.Annotations {
		got += fmt.Sprintf("%d %s %s %s; ", a.Line, a.Mention, a.Type, a.ID)
	}
	if want := "4 Kiln Oven D1; 5 A&T Oven ; 6 a  ; 6 b  ; 6 c  ; 6   ; 7 d  7157; 7 e  ; 9 f  ; "; got != want || d.ID != "100" || d.Text != "Kiln & AT\nMore\nless\n" {
		t.Errorf("%q, %q of %q", got, d.Text, d.ID)
	}
	_, out, err = all(bioCJSONText, "bioc", func(d *Document) {
		for i := range d.Annotations {
			if a := &d.Annotations[i]; a.Mention != "" && a.ID != "7157" {
				a.ID = fmt.Sprintf("=%s\"", a.Mention[:1])
			}
		}
	})
	want := strings.NewReplacer(`"D\u0031"`, `"=K\""`, `{"type": "Oven"}`, `{"identifier":"=A\"","type": "Oven"}`, `"infons": {}, "text": "a"`, `"infons": {"identifier":"=a\""}, "text": "a"`,
		`{"id": "4", "text": "b"}`, `{"infons":{"identifier":"=b\""},"id": "4", "text": "b"}`, `"infons": null`, `"infons": {"identifier":"=c\""}`,
		`"identifier": null`, `"identifier": "=e\""`, `["8", "9"]`, `"=f\""`).Replace(bioCJSONText)
	if err != nil || out != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}

// TestShapesOfBioCJSON reads documents wherever they are.
func TestShapesOfBioCJSON(t *testing.T) {
	doc := `{"_id":"1|x","id":"%d","passages":[{"text":"kiln","annotations":[{"infons":{"type":"Oven","identifier":"K:%[1]d"},"text":"kiln"}]}]}`
	one, two := fmt.Sprintf(doc, 1), fmt.Sprintf(doc, 2)
	for _, text := range []string{one + "\n" + two + "\n", "[" + one + ",\n" + two + "]", `{"Export": [` + one + "," + two + "]}", `[{"documents":[` + one + `]},{"documents":[` + two + `],"key":"k"}]`, "\r\n " + one + two} {
		docs, out, err := all(text, "bioc", nil)
		if err != nil || out != text || len(docs) != 2 || docs[1].ID != "2" || docs[1].Annotations[0].ID != "K:2" {
			t.Errorf("%s: %v, %+v, %s", text, err, docs, out)
		}
	}
	for text, want := range map[string]string{
		"{}":                     "f: not BioC JSON: there are no passages",
		`{"documents":[]}`:       "f: not BioC JSON: there are no passages",
		"{\n\"passages\":[{":     "f:2: the file ends within a JSON value; is it complete?",
		"[{\"passages\":\n[}]":   "f:2: invalid character '}'",
		strings.Repeat("[", 300): "f:1: values nested too deep: more than 200",
	} {
		if _, _, err := all(text, "bioc", nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
}

// TestFurtherColumns keeps what PubTator lines have behind the id.
func TestFurtherColumns(t *testing.T) {
	const head = "7|t|A kiln and oven\n7|a|x\n"
	for line, want := range map[string]string{
		"7\t2\t15\tkiln and oven\tOven\tK:1|K:2\tkiln|oven":       "7\t2\t15\tkiln and oven\tOven\tNEW\tkiln|oven",
		"7\t2\t6\tkiln\tOven\t-\t\tseen; \"twice\" \t":            "7\t2\t6\tkiln\tOven\tNEW\t\tseen; \"twice\" \t",
		"7\t2\t6\tkiln\tOven\t\tc|SUB|C|1|T\trs12;Gene:3":         "7\t2\t6\tkiln\tOven\tNEW\tc|SUB|C|1|T\trs12;Gene:3",
		"7\t2\t6\tkiln\tOven":                                     "7\t2\t6\tkiln\tOven\tNEW",
		"7\tFires\tK:1\tK:2\tNovel":                               "7\tFires\tK:1\tK:2\tNovel",
		"7\t2\t15\tkiln and oven\tOvens, of two\tK:1,K:2\t2\tx\t": "7\t2\t15\tkiln and oven\tOvens, of two\tNEW\t2\tx\t",
	} {
		_, out, err := all(head+line+"\n", "pubtator", func(d *Document) {
			for i := range d.Annotations {
				d.Annotations[i].ID = "NEW"
			}
		})
		if err != nil || out != head+want+"\n" {
			t.Errorf("%q: %v, %q", line, err, out)
		}
	}
}

// TestEncodingStated: what is written in UTF-8 says so.
func TestEncodingStated(t *testing.T) {
	for label, want := range map[string]string{"windows-1252": "UTF-8", "utf8": "utf8", "UTF-8": "UTF-8", "utf-16": "UTF-8", "us-ascii": "UTF-8"} {
		text := `<?xml version="1.0" encoding='%s'?><collection><date>%[1]s</date><document><id>1</id></document></collection>`
		_, out, err := all(fmt.Sprintf(text, label), "bioc", nil)
		if err != nil || out != strings.Replace(fmt.Sprintf(text, label), label, want, 1) {
			t.Errorf("%s: %v, %s", label, err, out)
		}
	}
}
