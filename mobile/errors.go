package mobile

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/update"
)

// The kinds of errors, with which messages begin.
const (
	KindArgument     = "bad argument"      // a number is out of its range
	KindClosed       = "closed"            // the Normalizer was closed, or never opened
	KindFile         = "unreadable file"   // the file does not exist, or may not be read
	KindNotPack      = "not a pack"        // a file of another kind
	KindBadPack      = "bad pack"          // the pack is damaged: fetch it again
	KindNewerPack    = "newer pack"        // the pack needs a newer release of this library
	KindKey          = "bad key"           // the text is not an Ed25519 public key
	KindSignature    = "bad signature"     // the pack is not signed, or not with this key
	KindNamespace    = "unknown namespace" // the pack has no such namespace
	KindFetch        = "not fetched"       // a file of the repository, for the reason that the app gave
	KindExpired      = "expired"           // the repository is out of date, or the clock is wrong
	KindRepository   = "bad repository"    // what it serves is not what its owner signed, or not for this app
	KindNotInstalled = "not installed"     // no update has brought this pack
	KindNoDefault    = "no default pack"   // the library was built without it
	KindInternal     = "internal error"    // a mistake in this library; please report it
)

var kinds = []string{
	KindArgument, KindClosed, KindFile, KindNotPack, KindBadPack, KindNewerPack, KindKey, KindSignature, KindNamespace,
	KindFetch, KindExpired, KindRepository, KindNotInstalled, KindNoDefault, KindInternal,
}

// ErrorKind returns the kind with which a message of this package begins, or an empty
// text for any other message.
func ErrorKind(message string) string {
	kind, _, ok := strings.Cut(message, ": ")
	if ok && slices.Contains(kinds, kind) {
		return kind
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

// failed gives an error its kind: otherwise, unless it has one of its own. Where that is KindRepository, a pack that is
// none, or not signed by itself, is the repository's fault.
func failed(err error, otherwise string) error {
	kind := otherwise
	switch {
	case isA[*failure](err):
		return err
	case errors.Is(err, core.ErrClosed):
		return errClosed
	case errors.Is(err, core.ErrNamespace):
		kind = KindNamespace
	case errors.Is(err, core.ErrOrganism):
		kind = KindArgument
	case errors.Is(err, update.ErrExpired):
		kind = KindExpired
	case errors.Is(err, update.ErrNotInstalled):
		kind = KindNotInstalled
	case isA[*unfetched](err):
		kind = KindFetch
	case isA[*pack.VersionError](err):
		kind = KindNewerPack
	case isA[*fs.PathError](err):
		kind = KindFile
	case otherwise == KindRepository:
	case errors.Is(err, pack.ErrNotPack):
		kind = KindNotPack
	case errors.Is(err, pack.ErrUnsigned), errors.Is(err, pack.ErrSignature):
		kind = KindSignature
	}
	return &failure{kind, err}
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

var errClosed error = &failure{KindClosed, errors.New("this Normalizer is not open")}

// rescue turns a panic into an error, as a deferred call. Nothing is known to panic,
// but an app should outlive what nobody knew.
func rescue(err *error) {
	if r := recover(); r != nil {
		*err = failuref(KindInternal, "%v", r)
	}
}
