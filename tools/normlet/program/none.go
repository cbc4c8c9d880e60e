//go:build !page

package program

func embedded() (*Program, error) { return nil, nil }
