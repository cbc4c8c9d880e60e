//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"syscall/js"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/update"
)

// The kinds of errors, part of the interface. mobile/web/lib adds those that
// arise before a call gets here.
const (
	kindNotPack    = "not-a-pack"    // another kind of file
	kindDamaged    = "damaged"       // a pack cut off or altered
	kindVersion    = "version"       // a pack for a newer release
	kindArgument   = "argument"      // a call with something that it does not take
	kindNamespace  = "namespace"     // the pack has no such namespace
	kindFetch      = "fetch"         // a file of a repository, for the reason that the page gave
	kindExpired    = "expired"       // a repository is out of date, or the clock is wrong
	kindInstalled  = "not-installed" // no update has brought this pack
	kindRepository = "repository"    // what a repository serves is not what its owner signed, or not for this page
	kindClosed     = "closed"        // no pack is open
	kindInternal   = "internal"      // a mistake of normlet's own
)

// panicError is what a call failed with instead of an error.
type panicError struct{ value any }

func (e panicError) Error() string { return fmt.Sprintf("normlet: internal error: %v", e.value) }

// kindOf returns the kind of an error of core.
func kindOf(err error) string {
	for _, k := range []struct {
		is   bool
		kind string
	}{
		{isA[*unfetched](err), kindFetch},
		{errors.Is(err, update.ErrExpired), kindExpired},
		{errors.Is(err, update.ErrNotInstalled), kindInstalled},
		{isA[*pack.VersionError](err), kindVersion},
		{isA[*repositoryError](err), kindRepository},
		{errors.Is(err, pack.ErrNotPack), kindNotPack},
		{errors.Is(err, pack.ErrCorrupt), kindDamaged},
		{errors.Is(err, core.ErrNamespace), kindNamespace},
		{errors.Is(err, core.ErrOrganism), kindArgument},
		{errors.Is(err, core.ErrClosed), kindClosed},
	} {
		if k.is {
			return k.kind
		}
	}
	return kindInternal
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// failure is the result of a call that failed.
func failure(err error) js.Value {
	return object("error", object("kind", kindOf(err), "message", err.Error()))
}
