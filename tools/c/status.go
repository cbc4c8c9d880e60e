package main

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

// Errors of this library.
var (
	errArgument = errors.New("bad argument")
	errClosed   = errors.New("closed")
	errMemory   = errors.New("not enough memory")
	errInternal = errors.New("internal error, please report it")
)

// status are the numbers of normlet.h; a test compares them.
type status int32

const (
	statusOK status = iota
	statusArgument
	statusClosed
	statusFile
	statusPack
	statusNewer
	statusNamespace
	statusMemory
	statusInternal
	statusSignature
)

func statusOf(err error) status {
	switch {
	case err == nil:
		return statusOK
	case errors.Is(err, errArgument), errors.Is(err, core.ErrOrganism):
		return statusArgument
	case errors.Is(err, errClosed), errors.Is(err, core.ErrClosed):
		return statusClosed
	case errors.Is(err, core.ErrNamespace):
		return statusNamespace
	case errors.Is(err, errMemory):
		return statusMemory
	case errors.Is(err, errInternal):
		return statusInternal
	case errors.Is(err, pack.ErrUnsigned), errors.Is(err, pack.ErrSignature):
		return statusSignature
	case isA[*pack.VersionError](err):
		return statusNewer
	case isA[*fs.PathError](err):
		return statusFile
	}
	return statusPack // all else is from opening one
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func badArgument(format string, args ...any) error {
	return fmt.Errorf("%w: %w", errArgument, fmt.Errorf(format, args...))
}

// guard calls f and turns a panic into an error: nothing is known to panic, but a process should outlive what nobody
// knew. So it does when another program cuts short a mapped file.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errInternal, r)
		}
	}()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	return f()
}
