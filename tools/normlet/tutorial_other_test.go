//go:build !unix

package main

// curl is for the tutorials, which are not run here.
func curl([]string) int { return exitUsage }
