package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

func TestSearchCommand(t *testing.T) {
	for args, want := range map[string]struct {
		code int
		text string
	}{
		"search --n 64 --bits 64 --quick": {exitDone, "64 x 64"},
		"search --n many":                 {exitUsage, "--n"},
		"search --n 64 --bits 65":         {exitFailed, "65 bits"},
	} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), strings.Fields(args), &out, &errs); code != want.code || !strings.Contains(out.String()+errs.String(), want.text) {
			t.Errorf("%s: exit status %d, %s%s", args, code, &out, &errs)
		}
	}
}
