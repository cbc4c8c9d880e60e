package assemble

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	coreentity "github.com/normlet/normlet/internal/core/entity"
	"github.com/normlet/normlet/knowledge"
)

// pages has the pattern of each prefix in prefixes.tsv, by the prefix in lower case.
var pages = func() map[string]string {
	out := map[string]string{}
	for f := range knowledge.Rows(knowledge.Prefixes) {
		out[strings.ToLower(f[0])] = f[1]
	}
	return out
}()

// PageURL returns the address of the page of a CURIE, or "" if prefixes.tsv has none for its prefix.
func PageURL(id string) string {
	prefix := pack.Prefix(id)
	if prefix == "" {
		return ""
	}
	return coreentity.Address(pages[strings.ToLower(prefix)], id[len(prefix)+1:])
}

// pageURLs returns the patterns of the prefixes of a pack, and of the namespaces of ids without one,
// as metadata.
func pageURLs(c *pack.Contents) []pack.Pair {
	var known []string
	last := ""
	for e, id := range c.IDs.Range(0, c.IDs.Len()) {
		prefix := pack.Prefix(string(id))
		if prefix == "" {
			prefix = c.Namespaces[c.EntityNamespace[e]]
		}
		if prefix == last {
			continue
		}
		last = prefix
		if key := strings.ToLower(prefix); pages[key] != "" && !slices.Contains(known, key) {
			known = append(known, key)
		}
	}
	var out []pack.Pair
	for _, key := range known {
		out = append(out, pack.Pair{Key: pack.MetaURL + key, Value: pages[key]})
	}
	return out
}
