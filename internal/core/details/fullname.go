package details

import (
	"slices"
	"strconv"
	"strings"
)

// Short returns a full name as a sign and the number of its bytes if no other name of the entity has so many: names have a
// section of their own. Else it returns the full name.
func Short(full string, names []string) string {
	alike := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return len(name) != len(full) })
	if slices.Equal(alike, []string{full}) {
		return "@" + strconv.Itoa(len(full))
	}
	return full
}

// Full returns the full name that Short has written; "" if the entity has lost it.
func Full(short string, names func(i int) string, n int) string {
	size, err := strconv.Atoi(strings.TrimPrefix(short, "@"))
	if err != nil || short[0] != '@' {
		return short
	}
	for i := range n {
		if name := names(i); len(name) == size {
			return name
		}
	}
	return ""
}
