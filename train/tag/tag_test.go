package tag

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/train/data/document"
)

// ovens is documents whose ovens have names of a pattern, as PubTator.
func ovens(n int) string {
	var b strings.Builder
	for i := range n {
		text := fmt.Sprintf("We heated the Kalor-%d oven, and cooled it.", i)
		end := strings.Index(text, " oven")
		fmt.Fprintf(&b, "%d|t|%s\n%d\t14\t%d\t%s\tOven\tO:%d\n\n", i+1, text, i+1, end, text[14:end], i)
	}
	return b.String()
}

func readOvens(t *testing.T, text string) *Labelled {
	t.Helper()
	r, err := document.NewReader(strings.NewReader(text), "ovens", "pubtator")
	if err != nil {
		t.Fatal(err)
	}
	l := &Labelled{}
	if err := l.Read(r, "ovens"); err != nil {
		t.Fatal(err)
	}
	return l
}

// TestTrain learns a pattern that no name of the pack has, and the same bits each time.
func TestTrain(t *testing.T) {
	c := &pack.Contents{Names: pack.NewStrings([]string{"Furnace"}), RowEntity: []uint32{0}, EntityNamespace: []uint16{0}, Namespaces: []string{"O", "other"}}
	of := func([]string) []string { return []string{"O"} }
	payload, err := readOvens(t, ovens(40)).Train(context.Background(), c, of, Defaults)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := readOvens(t, ovens(40)).Train(context.Background(), c, of, Defaults)
	if !bytes.Equal(payload, again) {
		t.Error("the same documents make other bits")
	}
	x, err := tag.Parse(payload, []string{"O"})
	if err != nil || x.Models[0].Type != "Oven" || strings.Join(x.Models[0].Namespaces, " ") != "O" {
		t.Fatalf("%v, %+v", err, x)
	}
	var w tag.Work
	const text = "They heated the Kalor-99 oven."
	spans := w.Find(nil, text, tag.NewLexicon(c, []uint8{0, 1}, nil), x)
	if len(spans) != 1 || text[w.Tokens[spans[0].From].Start:w.Tokens[spans[0].To-1].End] != "Kalor-99" || spans[0].P < 0.5 {
		t.Errorf("%+v", spans)
	}
	if _, err := readOvens(t, ovens(3)).Train(context.Background(), c, of, Defaults); err == nil || !strings.Contains(err.Error(), "more examples") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := readOvens(t, ovens(40)).Train(ctx, c, of, Defaults); err == nil {
		t.Error("goes on when told to stop")
	}
}

// TestRead names the line of a mark that stands elsewhere.
func TestRead(t *testing.T) {
	r, err := document.NewReader(strings.NewReader("1|t|An oven\n1\t1\t5\toven\tOven\n"), "f", "pubtator")
	if err != nil {
		t.Fatal(err)
	}
	if err := new(Labelled).Read(r, "f"); err == nil || !strings.HasPrefix(err.Error(), `f:2: "oven" does not stand at 1`) {
		t.Error(err)
	}
}
