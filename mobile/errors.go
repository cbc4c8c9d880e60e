package mobile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
)

// A kind of error: the text with which the message begins. ErrorKind returns it.
const (
	KindArgument  = "bad argument"      // a number is out of its range
	KindClosed    = "closed"            // the Normalizer was closed, or never opened
	KindFile      = "unreadable file"   // the file does not exist, or may not be read
	KindNotPack   = "not a pack"        // a file of another kind
	KindBadPack   = "bad pack"          // the pack is damaged: fetch it again
	KindNewerPack = "newer pack"        // the pack needs a newer release of this library
	KindKey       = "bad key"           // the text is not an Ed25519 public key
	KindSignature = "bad signature"     // the pack is not signed, or not with this key
	KindNamespace = "unknown namespace" // the pack has no such namespace
	KindNoDefault = "no default pack"   // the library was built without it
	KindInternal  = "internal error"    // a mistake in this library; please report it
)

var kinds = []string{
	KindArgument, KindClosed, KindFile, KindNotPack, KindBadPack, KindNewerPack, KindKey, KindSignature, KindNamespace,
	KindNoDefault, KindInternal,
}

// ErrorKind returns the kind with which the message of an error of this package
// begins: one of the Kind texts, or an empty text for any other message.
func ErrorKind(message string) string {
	kind, _, ok := strings.Cut(message, ": ")
	for _, k := range kinds {
		if ok && k == kind {
			return k
		}
	}
	return ""
}

// failure is an error whose text begins with its kind.
type failure struct {
	kind  string
	cause error
}

func (f *failure) Error() string { return f.kind + ": " + f.cause.Error() }
func (f *failure) Unwrap() error { return f.cause }

func failuref(kind, format string, args ...any) error {
	return &failure{kind, fmt.Errorf(format, args...)}
}

// openFailure gives an error of opening a pack its kind.
func openFailure(err error) error {
	var known *failure
	var newer *pack.VersionError
	var unknown *pack.UnknownSectionError
	switch {
	case errors.As(err, &known):
		return err
	case errors.Is(err, pack.ErrNotPack):
		return &failure{KindNotPack, err}
	case errors.Is(err, pack.ErrUnsigned), errors.Is(err, pack.ErrSignature):
		return &failure{KindSignature, err}
	case errors.As(err, &newer), errors.As(err, &unknown):
		return &failure{KindNewerPack, err}
	case isFileError(err):
		return &failure{KindFile, err}
	}
	return &failure{KindBadPack, err}
}

// lookupFailure gives an error of a look-up its kind.
func lookupFailure(err error) error {
	switch {
	case errors.Is(err, core.ErrClosed):
		return errClosed
	case errors.Is(err, core.ErrNamespace):
		return &failure{KindNamespace, err}
	}
	return &failure{KindInternal, err}
}

var errClosed error = &failure{KindClosed, errors.New("this Normalizer is not open")}

// rescue turns a panic into an error, as a deferred call. Nothing is known to
// panic, but an app should outlive what nobody knew.
func rescue(err *error) {
	if r := recover(); r != nil {
		*err = failuref(KindInternal, "%v", r)
	}
}
