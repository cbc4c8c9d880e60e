//go:build !unix

package durable

import "os"

// syncDir does nothing: Windows makes names durable with their files, and browsers have no folders.
func syncDir(func(string) (*os.File, error), string) error { return nil }
