package serve

import "testing"

func TestServeOrigins(t *testing.T) {
	for _, c := range []struct {
		list    []string
		origin  string
		allowed bool
	}{
		{nil, "http://127.0.0.1:3333", true}, {nil, "http://localhost:3333", true}, {nil, "http://[::1]:80", true},
		{nil, "https://evil.example", false}, {nil, "null", false}, {nil, "http://localhost.evil.example", false}, {nil, "http://%", false},
		{[]string{"https://a.example"}, "https://a.example", true}, {[]string{"https://a.example"}, "https://b.example", false},
		{[]string{"*"}, "https://b.example", true}, {[]string{"*"}, "null", true},
	} {
		if got := allowOrigins(c.list)(c.origin); got != c.allowed {
			t.Errorf("%q with %q: %v", c.origin, c.list, got)
		}
	}
}
