package core

import "unsafe"

// unsafeString views b as a string. The caller must not change b while the
// string is in use; here it lives for one call.
func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
