package mobile_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/mobile"
)

func TestAnnotate(t *testing.T) {
	n := open(t, assets.Default())
	const text = "\U0001F9EC \xff; no asthma without FOXP2."
	for _, c := range []struct {
		options *mobile.AnnotateOptions
		want    string
	}{
		{nil, "9-15 asthma Disease MESH:D001249 true|24-29 FOXP2 Gene NCBIGene:93986 true"},
		{&mobile.AnnotateOptions{Types: "NCBIGene,Species"}, "24-29 FOXP2 Gene NCBIGene:93986 true"},
		{&mobile.AnnotateOptions{MinProbability: 1, Overlaps: true}, ""},
	} {
		found, err := n.Annotate(text, c.options)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range found.Len() {
			s := found.Get(i)
			got = append(got, fmt.Sprintf("%d-%d %s %s %s %t", s.Start, s.End, s.Text, s.Type, s.ID, s.Negated))
			if a := s.Answers(); a.Len() != 1 || a.Get(0).IsNIL() || a.Get(0).Mention() != s.Text || *a.Get(0).Get(0) != *s.Get(0) {
				t.Errorf("%+v has other answers", s)
			}
			if m := s.Get(0); s.Len() == 0 || m.ID != s.ID || m.Name != s.Name || s.Get(s.Len()) != nil || s.Get(-1) != nil || !(s.Probability > 0 && s.Probability <= 1) {
				t.Errorf("%+v means %+v", s, m)
			}
		}
		if joined := strings.Join(got, "|"); joined != c.want || found.Get(found.Len()) != nil {
			t.Errorf("%+v: %s, want %s", c.options, joined, c.want)
		}
	}
	if other, err := n.Annotate("To rule out asthma. His mother had asthma.", nil); err != nil || other.Len() != 2 || !other.Get(0).Hypothetical || !other.Get(1).OfOther {
		t.Errorf("%+v, %v", other, err)
	}
	if both, err := n.Annotate("mutations of BRCA1/2", nil); err != nil || both.Len() != 1 || both.Get(0).Answers().Len() != 2 || both.Get(0).Answers().Get(1).Mention() != "BRCA2" {
		t.Errorf("%+v, %v", both, err)
	}
	_, err := n.Annotate(text, &mobile.AnnotateOptions{Types: "Oven"})
	wantKind(t, "another type", err, mobile.KindNamespace)
	_, err = n.Annotate(text, &mobile.AnnotateOptions{MinProbability: math.NaN()})
	wantKind(t, "no probability", err, mobile.KindArgument)
	n.Close()
	_, err = n.Annotate(text, nil)
	wantKind(t, "closed", err, mobile.KindClosed)
	if (*mobile.Spans)(nil).Len() != 0 || (*mobile.Span)(nil).Get(0) != nil || (*mobile.Span)(nil).Answers().Len() != 0 {
		t.Error("null has spans")
	}
}
