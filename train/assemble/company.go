package assemble

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/company"
)

func checkCompany(r *Recipe) error {
	has := map[string]bool{}
	for _, e := range r.Terminology.Entities {
		has[e.Namespace] = true
	}
	for _, ns := range r.Company {
		if !has[ns] && ns != AllNamespaces {
			return fmt.Errorf("--company: no namespace %q; there are %s", ns, strings.Join(slices.Sorted(maps.Keys(has)), ", "))
		}
	}
	return nil
}

// addCompany adds what is written about together with the entities.
func addCompany(c *pack.Contents, r *Recipe, progress Progress) {
	if len(r.Company) == 0 {
		return
	}
	progress("company", 0, 1)
	namespaces := r.Company
	if slices.Contains(namespaces, AllNamespaces) {
		namespaces = nil
	}
	company.Add(c, slices.Concat(r.Terminology.Relations, r.Relations), namespaces)
}
