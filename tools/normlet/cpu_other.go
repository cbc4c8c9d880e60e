//go:build !unix

package main

// userSeconds returns 0: it is not measured on this system.
func userSeconds() float64 { return 0 }
