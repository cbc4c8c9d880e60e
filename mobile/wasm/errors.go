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
	kindPrecision = "precision"  // the pack does not promise such a precision
	kindClosed    = "closed"     // no pack is open
	kindInternal  = "internal"   // a mistake of normlet's own
)

// panicError is what a call failed with instead of an error.
type panicError struct{ value any }

func (e panicError) Error() string { return fmt.Sprintf("normlet: internal error: %v", e.value) }

// kindOf returns the kind of an error of core.
func kindOf(err error) string {
	for _, k := range []struct {
		err  error
		kind string
	}{{pack.ErrNotPack, kindNotPack}, {pack.ErrCorrupt, kindDamaged}, {core.ErrNamespace, kindNamespace}, {core.ErrPrecision, kindPrecision}, {core.ErrClosed, kindClosed}} {
		if errors.Is(err, k.err) {
			return k.kind
		}
	}
	_, newer := errors.AsType[*pack.VersionError](err)
	_, unknown := errors.AsType[*pack.UnknownSectionError](err)
	if newer || unknown {
		return kindVersion
	}
	return kindInternal
}

// failure is the result of a call that failed.
func failure(err error) js.Value {
	return object("error", object("kind", kindOf(err), "message", err.Error()))
}
