package build

import (
	"bytes"
	"strings"
	"testing"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/rank"
)

func TestDescribeMentions(t *testing.T) {
	for want, trial := range map[string]*rank.Trial{
		"has none of the ids of the 9 labelled mentions":              nil,
		"6 of these mean another entity":                              {Mentions: 90, With: 80, Without: 70, Sure: 20, Agreed: 14},
		"50.0 % of them are right with the others and 75.0 % without": {Mentions: 200, With: 100, Without: 150},
		"9 labelled mentions: 3 names added":                          {Mentions: 8, With: 7, Without: 6},
		"fewer than 20 labelled mentions":                             {Mentions: 19, With: 7, Without: 6},
		"4.0 % of them are right with the others and 2.0 % without":   {Mentions: 100, With: 4, Without: 2},
	} {
		var stderr bytes.Buffer
		describeMentions(&cli.IO{Err: &stderr}, &assemble.Labelled{Mentions: 9, Added: 3, Trial: trial})
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("%q lacks %q", stderr.String(), want)
		}
	}
}
