package pack

import "strings"

// Prefix returns the part of a CURIE before its colon, or "" when id is no
// CURIE: ids such as 7157, 10:20 or http://example.org/x have no prefix.
func Prefix(id string) string {
	prefix, local, ok := strings.Cut(id, ":")
	if !ok || local == "" || strings.HasPrefix(local, "//") || strings.ContainsAny(prefix, " \t") {
		return ""
	}
	if prefix == "" || prefix[0] >= '0' && prefix[0] <= '9' {
		return ""
	}
	return prefix
}
