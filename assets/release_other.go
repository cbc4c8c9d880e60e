//go:build !linux

package assets

// Release gives the memory of the default pack back to the system where that is known to
// be safe, which is on Linux and Android: see there. Here it does nothing.
func Release() {}
