package entity_test

import (
	"testing"

	"github.com/normlet/normlet/internal/core/entity"
)

// TestAddress gives addresses that a browser may follow, and that stay one word in any file.
func TestAddress(t *testing.T) {
	for _, tt := range []struct{ pattern, local, want string }{
		{"https://x.example/$1", "GO:1", "https://x.example/GO:1"},
		{"HTTP://x.example/?a=$1&b=$1", "1", "HTTP://x.example/?a=1&b=1"},
		{"https://x.example/$1", "a b\"<\x1b\u00e9|\n", "https://x.example/a%20b%22%3C%1B%C3%A9%7C%0A"},
		{"https://x.example/ \"onclick=alert(1)", "1", "https://x.example/%20%22onclick=alert(1)"},
		{"javascript:alert(1)//$1", "https://x", ""},
		{"javascript://x%0aalert(1)", "1", ""},
		{"data:text/html,http://$1", "1", ""},
		{" https://x.example/$1", "1", ""},
		{"$1", "https://x.example", ""},
		{"", "1", ""},
	} {
		if got := entity.Address(tt.pattern, tt.local); got != tt.want {
			t.Errorf("%q of %q: %q, want %q", tt.pattern, tt.local, got, tt.want)
		}
	}
}
