package score

import "testing"

func TestCode(t *testing.T) {
	l := even(t)
	for _, c := range []struct {
		mention, name string
		want          float32
	}{
		{"Stylus SX430", "SX430 Series", 1},
		{"Stylus SX-430", "SX430 Series", 1},
		{"Stylus SX430", "NX430 Series", otherCode},
		{"Stylus SX430", "SX 430 Series", otherCode}, // 430 may be a number by itself
		{"Stylus SX430", "Stylus SX410", 0},
		{"Stylus SX430", "Stylus", 0},
		{"Stylus", "Stylus SX430", 0},
		{"SX430, 2 GB", "SX430, 4 GB", 1. / 2},
		{"SX430 NX430", "NX430", (1 + otherCode) / 2},
		{"camera XV500", "XV500", 1}, // no Roman number
		{"camera XV500", "A500", otherCode},
		{"type II", "type II", 0},
		{"10-20", "20 SX10", (1 + otherCode) / 2}, // no letters before 20
		{"PSLX-350H", "PS-LX350H", 1},             // the same letters and digits
		{"SX430γ", "SX430g", 1},                   // in other letters
		{"", "SX430", 0},
		{"430", "", 0},
	} {
		if got := nameFeatures(l, c.mention, c.name)[Code]; !near(got, c.want) {
			t.Errorf("%q, %q: %v, want %v", c.mention, c.name, got, c.want)
		}
	}
	weighed := counted(t, []string{"SX430 2 GB", "SX410 2 GB", "NX330 2 GB", "NX320 2 GB"})
	if f := nameFeatures(weighed, "Stylus SX430 2 GB", "SX430"); f[Code] <= 0.5 {
		t.Errorf("%v for a rare number of two, want more than half", f[Code])
	}
}
