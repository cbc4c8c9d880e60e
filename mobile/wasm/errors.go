//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"syscall/js"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

// The kinds of errors, part of the interface. mobile/web/lib adds those that
// arise before a call gets here.
const (
	kindNotPack   = "not-a-pack" // another kind of file
	kindDamaged   = "damaged"    // a pack cut off or altered
	kindVersion   = "version"    // a pack for a newer release
	kindNamespace = "namespace"  // the pack has no such namespace
	kindClosed    = "closed"     // no pack is open
	kindInternal  = "internal"   // a mistake of normlet's own
)

// panicError is what a call failed with instead of an error.
type panicError struct{ value any }

func (e panicError) Error() string { return fmt.Sprintf("normlet: internal error: %v", e.value) }

// kindOf returns the kind of an error of core.
func kindOf(err error) string {
	if errors.Is(err, pack.ErrNotPack) {
		return kindNotPack
	}
	if errors.Is(err, pack.ErrCorrupt) {
		return kindDamaged
	}
	if errors.Is(err, core.ErrNamespace) {
		return kindNamespace
	}
	if errors.Is(err, core.ErrClosed) {
		return kindClosed
	}
	if _, ok := errors.AsType[*pack.VersionError](err); ok {
		return kindVersion
	}
	if _, ok := errors.AsType[*pack.UnknownSectionError](err); ok {
		return kindVersion
	}
	return kindInternal
}

// failure is the result of a call that failed.
func failure(err error) js.Value {
	return object("error", object("kind", kindOf(err), "message", err.Error()))
}
