package abbreviation

import (
	"strings"
	"testing"
)

func TestBeside(t *testing.T) {
	for _, tt := range []struct{ text, short, want string }{
		{"kala-azar (VL) in", "VL", "kala-azar"},
		{"VL: cases of kala-azar [ VL ]", "VL", "VL: cases of kala-azar|cases of kala-azar|of kala-azar|kala-azar"},
		{"aspirin (acetylsalicylic acid [ASA])", "ASA", "acetylsalicylic acid|acid"},
		{"a b c d e f g h (VL)", "VL", "c d e f g h|d e f g h|e f g h|f g h|g h|h"},
		{"a title\nscurvy (VL)", "VL", "scurvy"},
		{"x (VL)\ny (VL)", "VL", "x"},
		{"p53 (Abcam)", "Abcam", ""},
		{"rats (n=5)", "n=5", ""},
		{"kala-azar (VL, fatal)", "VL", "kala-azar"},
		{"kala-azar (hereafter VL)", "VL", "kala-azar"},
		{"kala-azar (VLs)", "VL", "kala-azar"},
		{"VL (kala-azar; fatal)", "VL", "kala-azar"},
		{"VL (kala-azar)", "kala-azar", "VL"},
		{"of kala-azar (VL)", "kala-azar", "VL"},
		{"of akala-azar (VL)", "kala-azar", ""},
		{"fever (VL) or kala-azar", "kala-azar", ""},
		{"of kala-azar, hereafter called VL, in", "VL", "of kala-azar|kala-azar"},
		{"scurvy, or VL,", "VL", ""},
		{"VL: kala-azar; AD = eczema.", "VL", "kala-azar"},
		{"VL: kala-azar; AD = eczema.", "AD", "eczema"},
		{"VL, kala-azar, and", "VL", ""},
		{"ABL1 (BCR)", "BCR", ""}, // which of them is short?
		{"(VL)", "VL", ""},
		{"", "VL", ""},
	} {
		if got := strings.Join(NewGlossary(tt.text).Beside(tt.short), "|"); got != tt.want {
			t.Errorf("%q in %q: %q, want %q", tt.short, tt.text, got, tt.want)
		}
	}
}
