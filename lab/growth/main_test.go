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

// TestSearch encodes a list and searches it both ways, and refuses what is no list.
func TestSearch(t *testing.T) {
	var out bytes.Buffer
	list := strings.Repeat("BIG:0\tinsulin receptor\tprimary\t9\nBIG:1\tglucagon\tprimary\t9\n", 50)
	if err := compare(&out, strings.NewReader(list), "-", []string{"20"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n20 names, 128 bits, k 10: p50 ", "\n100 names, 128 bits, k 160: p50 "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q lacks %q", out.String(), want)
		}
	}
	for bad, want := range map[string]string{"": "no names", "BIG:0\n": "line 1: no name", "x\ty\n": "20: rows from 1 to 1"} {
		if err := compare(&out, strings.NewReader(bad), "-", []string{"20"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", bad, err, want)
		}
	}
}
