//go:build !page

package program

func embedded() (*Program, error) { return nil, nil }

// Embedded says that Get has nothing to compile.
const Embedded = false
