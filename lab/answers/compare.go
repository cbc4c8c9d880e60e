package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// tolerance is by how much probabilities may differ between platforms. Exp of package math has assembly on some, which
// rounds the last bit another way. All else has to be the same.
const tolerance = 1e-12

func bits(f float64) string { return fmt.Sprintf("%016x", math.Float64bits(f)) }

// compare compares two files of answers and returns what to say about them.
func compare(a, b string) (string, error) {
	x, err := fileLines(a)
	if err != nil {
		return "", err
	}
	y, err := fileLines(b)
	if err != nil {
		return "", err
	}
	if len(x) != len(y) {
		return "", fmt.Errorf("%d answers in %s, %d in %s", len(x), a, len(y), b)
	}
	largest := 0.0
	for i := range x {
		d, err := difference(x[i], y[i])
		if err != nil {
			return "", fmt.Errorf("line %d: %w\n%s\n%s", i+1, err, x[i], y[i])
		}
		largest = max(largest, d)
	}
	return fmt.Sprintf("%d answers agree; probabilities differ by at most %.1g", len(x), largest), nil
}

func fileLines(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readLines(f)
}

// difference returns by how much the numbers of two lines differ at most, or an error when something else differs.
func difference(a, b string) (float64, error) {
	separator := func(r rune) bool { return r == '\t' || r == '|' }
	x, y := strings.FieldsFunc(a, separator), strings.FieldsFunc(b, separator)
	if len(x) != len(y) {
		return 0, fmt.Errorf("another number of fields")
	}
	largest := 0.0
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		p, errP := strconv.ParseUint(x[i], 16, 64)
		q, errQ := strconv.ParseUint(y[i], 16, 64)
		if errP != nil || errQ != nil || len(x[i]) != 16 || len(y[i]) != 16 {
			return 0, fmt.Errorf("%q and %q differ", x[i], y[i])
		}
		d := math.Abs(math.Float64frombits(p) - math.Float64frombits(q))
		if !(d <= tolerance) {
			return 0, fmt.Errorf("numbers differ by %g", d)
		}
		largest = max(largest, d)
	}
	return largest, nil
}
