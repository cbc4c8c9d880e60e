//go:build !page

package program

// embedded returns no program: this one was built without the tag.
func embedded() (*Program, error) { return nil, nil }
