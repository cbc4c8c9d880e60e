package translation

import (
	"reflect"
	"strings"
	"testing"
)

func TestPayload(t *testing.T) {
	want := sample()
	got, err := Parse(Append(nil, want))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Words, want.Words) || len(got.Languages) != 2 {
		t.Fatalf("%+v", got)
	}
	for i, table := range got.Languages {
		if table.Tag != want.Languages[i].Tag || len(table.Entries) != len(want.Languages[i].Entries) {
			t.Errorf("%s: %+v", table.Tag, table.Entries)
		}
	}
	if o := got.Languages[0].of("kopf"); len(o) != 2 || !reflect.DeepEqual(o[1].Words, []uint32{1, 2}) || o[1].P != 51./255 {
		t.Errorf("%+v", o)
	}
	if empty, err := Parse(nil); err != nil || len(empty.Languages) != 0 || empty.Meaning([]byte("kopf"), "") != nil {
		t.Errorf("%+v, %v", empty, err)
	}
}

func TestPayloadDamaged(t *testing.T) {
	for name, change := range map[string]func(*Tables){
		"words out of order":   func(ts *Tables) { ts.Words[0], ts.Words[1] = ts.Words[1], ts.Words[0] },
		"entries out of order": func(ts *Tables) { e := ts.Languages[0].Entries; e[0], e[1] = e[1], e[0] },
		"an entry twice":       func(ts *Tables) { e := ts.Languages[0].Entries; e[1] = e[0] },
		"no meaning":           func(ts *Tables) { ts.Languages[0].Entries[0].Options = nil },
		"too many meanings":    func(ts *Tables) { ts.Languages[0].Entries[0].Options = make([]Option, maxOptions+1) },
		"a word that is none":  func(ts *Tables) { ts.Languages[1].Entries[0].Options[0].Words[0] = 11 },
		"too many words":       func(ts *Tables) { ts.Languages[1].Entries[0].Options[0].Words = make([]uint32, maxMeans+1) },
		"too long a word":      func(ts *Tables) { ts.Words[10] = "x" + strings.Repeat("y", MaxKey) },
		"too many languages":   func(ts *Tables) { ts.Languages = make([]*Table, maxLanguages+1); fill(ts.Languages) },
	} {
		ts := sample()
		change(ts)
		if _, err := Parse(Append(nil, ts)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	whole := Append(nil, sample())
	for n := 1; n < len(whole); n++ {
		if _, err := Parse(whole[:n]); err == nil {
			t.Errorf("%d of %d bytes: no error", n, len(whole))
		}
	}
}

func fill(list []*Table) {
	for i := range list {
		list[i] = &Table{}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(Append(nil, sample()), "Muskelkopf de la izquierda 心房")
	f.Add([]byte{}, "")
	f.Fuzz(func(t *testing.T, data []byte, mention string) {
		ts, err := Parse(data)
		if err != nil {
			return
		}
		for _, u := range ts.Meaning([]byte(mention), "") {
			for _, m := range u.Means {
				if len(m.Words) > maxMeans*maxCompound {
					t.Errorf("%q means %d words", u.Text, len(m.Words))
				}
			}
		}
	})
}
