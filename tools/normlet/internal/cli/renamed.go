package cli

import "github.com/spf13/pflag"

// renamed has the present names of flags by those that they had. Old names, and their variables, stay for scripts that
// say them; no help shows them.
var renamed = map[string]string{
	"in-list":       "coverage",
	"lend":          "synonyms-from",
	"profiles":      "company",
	"trust-columns": "no-column-check",
}

// PresentName reads a flag by the name that it has or had. The last of both on a command line counts, as of one name
// that is there twice.
func PresentName(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if present, ok := renamed[name]; ok {
		name = present
	}
	return pflag.NormalizedName(name)
}

// oldNames returns the names that a flag had.
func oldNames(flag string) []string {
	var old []string
	for before, present := range renamed {
		if present == flag {
			old = append(old, before)
		}
	}
	return old
}
