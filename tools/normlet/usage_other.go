//go:build !unix

package main

// usage measures nothing on this system.
func usage() (seconds float64, peak int64) { return 0, 0 }
