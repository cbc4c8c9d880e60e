package normlet

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

func TestCode(t *testing.T) {
	for _, row := range []mapping.Row{{Line: 2, Fields: []string{"a", "", "é\x00"}}, {Line: 1, Fields: []string{""}}, {Line: 1 << 40, Object: []byte(`{}`)}} {
		file, number, got, err := decodeRow(encodeRow(3, 1<<33, &row))
		if err != nil || file != 3 || number != 1<<33 || !reflect.DeepEqual(got, row) {
			t.Errorf("%d, %d, %+v, %v; want %+v", file, number, got, err, row)
		}
	}
	place := document.Place{Text: "of a text", Mentions: []string{"", "b"}}
	if got, err := decodeQuestion(encodeQuestion(&place)); err != nil || !reflect.DeepEqual(got, place) {
		t.Errorf("%+v, %v; want %+v", got, err, place)
	}
	if bytes.Compare(encodeRow(1, 300, &mapping.Row{}), encodeRow(2, 5, &mapping.Row{})) >= 0 ||
		bytes.Compare(encodeRow(1, 255, &mapping.Row{}), encodeRow(1, 256, &mapping.Row{})) >= 0 {
		t.Error("rows do not sort by file and number")
	}
}

func FuzzCode(f *testing.F) {
	f.Add(encodeRow(1, 2, &mapping.Row{Line: 3, Fields: []string{"a", "b"}}))
	f.Add(encodeRow(1, 2, &mapping.Row{Line: 3, Object: []byte("{}")}))
	f.Add([]byte(encodeQuestion(&document.Place{Mentions: []string{"a"}})))
	f.Add(bytes.Repeat([]byte{0xff}, 40))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if file, number, row, err := decodeRow(b); err == nil {
			file2, number2, again, err := decodeRow(encodeRow(file, number, &row))
			if err != nil || file2 != file || number2 != number || len(again.Fields) != len(row.Fields) || !bytes.Equal(again.Object, row.Object) {
				t.Errorf("%+v becomes %+v: %v", row, again, err)
			}
		}
		if p, err := decodeQuestion(string(b)); err == nil && len(p.Mentions) == 0 {
			t.Errorf("a question without mentions: %x", b)
		}
	})
}

// TestAsker requires rows of a document to be a group as long as they count for each other.
func TestAsker(t *testing.T) {
	a := asker{file: 1, documents: true}
	ask := func(d string, row int64) string { return a.question(&document.Place{Document: d}, row) }
	first := ask("d", 0)
	for _, tt := range []struct {
		document string
		row      int64
		same     bool
	}{
		{"e", 1, false}, {"d", document.Reach, true}, {"d", 2 * document.Reach, true}, {"d", 3*document.Reach + 1, false},
	} {
		if got := ask(tt.document, tt.row) == first; got != tt.same {
			t.Errorf("%+v: the same group: %v", tt, got)
		}
	}
	for row := int64(1000); row < 5000; row++ {
		ask(string(appendPlace(nil, 0, row)), row)
	}
	if len(a.groups) > 10*document.Reach {
		t.Errorf("%d groups are kept", len(a.groups))
	}
}

func TestPackIsShared(t *testing.T) {
	a, err := openPack("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := openPack("")
	if err != nil || a != b {
		t.Fatalf("%p and %p, %v", a, b, err)
	}
	if err := a.close(); err != nil {
		t.Fatal(err)
	}
	if answer := b.Lookup("aspirin", 1); answer.NIL {
		t.Error("closed while it has a user")
	}
	if err := b.close(); err != nil || len(packs) != 0 {
		t.Errorf("%v, %d packs stay open", err, len(packs))
	}
	if _, err := openPack("none.normpack"); err == nil || len(packs) != 0 {
		t.Errorf("a missing pack: %v", err)
	}
}
