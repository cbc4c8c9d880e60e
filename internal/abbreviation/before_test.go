package abbreviation

import (
	"strings"
	"testing"
)

func TestBefore(t *testing.T) {
	for _, tt := range []struct{ text, short, want string }{
		{"kala-azar (VL) in", "VL", "kala-azar"},
		{"VL: cases of kala-azar [ VL ]", "VL", "VL: cases of kala-azar|cases of kala-azar|of kala-azar|kala-azar"},
		{"aspirin (acetylsalicylic acid [ASA])", "ASA", "acetylsalicylic acid|acid"},
		{"a b c d e f g h (VL)", "VL", "c d e f g h|d e f g h|e f g h|f g h|g h|h"},
		{"a title\nscurvy (VL)", "VL", "scurvy"},
		{"x (VL)\ny (VL)", "VL", "x"},
		{"p53 (Abcam)", "Abcam", ""},
		{"rats (n=5)", "n=5", ""},
		{"kala-azar (VL, fatal)", "VL", ""},
		{"kala-azar (VL]", "VL", ""},
		{"(VL)", "VL", ""},
		{"", "VL", ""},
	} {
		if got := strings.Join(Before(tt.text, tt.short), "|"); got != tt.want {
			t.Errorf("%q in %q: %q, want %q", tt.short, tt.text, got, tt.want)
		}
	}
}
