package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestTable computes slopes of the logarithms.
func TestTable(t *testing.T) {
	var out bytes.Buffer
	lines := "1000 10 300 40 0.1 1 0.5 1 100\n10000 100 300 40 0.01 1 0.5 1 200\n"
	if err := table(&out, strings.NewReader(lines)); err != nil {
		t.Fatal(err)
	}
	want := "| 10000 | 100 (1.00) | 300 (0.00) | 40 (0.00) | 0.01 (-1.00) | 1 (0.00) | 0.5 (0.00) | 1 (0.00) | 200 (0.30) |"
	if got := strings.Split(out.String(), "\n"); got[3] != want || !strings.HasPrefix(got[2], "| 1000 | 10 | 300 |") {
		t.Errorf("%s", out.String())
	}
	for _, bad := range []string{"1 2 3\n", "1 2 3 4 5 6 7 8 x\n"} {
		if err := table(&out, strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(bad)) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
