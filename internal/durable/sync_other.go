//go:build !unix

package durable

// syncDir does nothing: Windows makes names durable with their files, and browsers have no folders.
func syncDir(string) error { return nil }
