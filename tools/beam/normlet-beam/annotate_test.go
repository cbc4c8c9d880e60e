package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/tools/beam/normlet"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// TestAnnotate requires the spans that core finds in each text, under its id.
func TestAnnotate(t *testing.T) {
	texts := []string{"note:Naïve mice: no sign of asthma.", "again:FOXP2 in mice.", "nothing:", "plain:It was late."}
	n, err := core.OpenBytes(assets.Default(), nil)
	check(t, err)
	annotator, err := annotate.New(n)
	check(t, err)
	for name, o := range map[string]core.Options{"all": {}, "species": {Namespaces: []string{"species"}}, "certain": {MinP: 1}} {
		t.Run(name, func(t *testing.T) {
			var want []any
			for _, keyed := range texts {
				id, text := atColon(keyed)
				found, err := annotator.Annotate(text, annotate.Options{Lookup: o, MinP: o.MinP})
				check(t, err)
				for _, s := range answer.NewSpans(text, found) {
					want = append(want, asLine(id, s))
				}
			}
			if wanted := map[string]int{"all": 4, "species": 2}[name]; len(want) != wanted {
				t.Fatalf("core finds %d spans, not %d: %v", len(want), wanted, want)
			}
			p, s := beam.NewPipelineWithRoot()
			pairs := beam.ParDo(s, atColon, beam.CreateList(s, texts))
			spans := normlet.Annotate(s, normlet.Job{Namespaces: o.Namespaces, MinP: o.MinP}, pairs)
			passert.Equals(s, beam.ParDo(s, asLine, spans), want...)
			_, err := beamx.RunWithMetrics(context.Background(), p)
			check(t, err)
		})
	}
}

// atColon returns the id of a text and the text.
func atColon(s string) (id, text string) {
	id, text, _ = strings.Cut(s, ":")
	return id, text
}

// asLine returns a span as text, all that is in it.
func asLine(id string, s answer.Span) string {
	text, err := json.Marshal(s)
	return fmt.Sprint(id, string(text), err)
}
