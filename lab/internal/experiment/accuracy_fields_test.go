package experiment

import (
	"context"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/train/data"
)

// TestFields measures every list outside biomedicine with both encoders and TF-IDF, those that are made if there are any.
func TestFields(t *testing.T) {
	list := &data.Terminology{Entities: []data.Entity{
		{ID: "X:1", Names: []data.Name{{Text: "alphin"}}}, {ID: "X:2", Names: []data.Name{{Text: "beta engine"}}},
	}}
	n := packOf(t, list)
	for _, made := range []bool{true, false} {
		suite := &Suite{
			Fields: made,
			Read: func(string) ([]data.Query, error) {
				return []data.Query{{Mention: "alphin", Gold: []string{"X:1"}}}, nil
			},
			Terminology: func(string) (*data.Terminology, error) { return list, nil },
			Build:       func(context.Context, Build) (*core.Normalizer, error) { return core.New(engine.Of(n).Contents()) },
		}
		a := &accuracies{Suite: suite, ctx: context.Background(), fields: map[string]*fieldFigures{}}
		for _, j := range a.fieldJobs() {
			if err := a.measureField(j); err != nil {
				t.Fatal(err)
			}
		}
		rows := map[[2]any][]any{}
		for _, row := range a.fieldTable().Rows {
			rows[[2]any{row[0], row[1]}] = row
		}
		want := 0
		for _, variant := range []string{fieldDefault, fieldAuto, fieldTFIDF} {
			lists := 0
			for _, f := range corpora.Fields {
				if row := rows[[2]any{f.Folder, variant}]; made || !f.Made {
					if lists++; row == nil || row[3] != number(1) || (row[5] == "-") != (variant == fieldTFIDF) {
						t.Errorf("%s, %s: %v", f.Folder, variant, row)
					}
				}
			}
			want += lists
			if mean := rows[[2]any{"mean", variant}]; made {
				if want++; mean == nil || mean[2] != lists {
					t.Errorf("mean, %s: %v, want %d mentions", variant, mean, lists)
				}
			}
		}
		if len(rows) != want {
			t.Errorf("%d rows, want %d: %v", len(rows), want, rows)
		}
	}
}
