package pack

import (
	"errors"
	"fmt"

	"github.com/normlet/normlet/internal/wire"
)

// Errors of Parse, ReadHeader and Verify, to be compared with errors.Is.
var (
	// ErrNotPack says that the bytes do not begin as a pack does: another kind of file.
	ErrNotPack = errors.New(`pack: not a normlet pack: the file does not begin with "` + magic + `"`)
	// ErrCorrupt is matched by every *CorruptError.
	ErrCorrupt = errors.New("pack: damaged file")
	// ErrUnsigned says that Verify found no signature.
	ErrUnsigned = errors.New("pack: the file is not signed")
	// ErrSignature says that none of the keys made the signature for these bytes.
	ErrSignature = errors.New("pack: the signature does not belong to this file and these keys")
)

// CorruptError describes damage: bytes that no writer produces. The remedy is
// always another copy of the file.
type CorruptError struct {
	Section string // four-character tag, or "header" or "file"
	Offset  int64  // in the uncompressed section, or in the file for "header" and "file"
	Reason  string // one clause
}

func (e *CorruptError) Error() string {
	where := "section " + e.Section
	if e.Section == "header" || e.Section == "file" {
		where = e.Section
	}
	return fmt.Sprintf("pack: damaged file: %s, byte %d: %s; build it or fetch it again", where, e.Offset, e.Reason)
}

// Is makes errors.Is(err, ErrCorrupt) true.
func (e *CorruptError) Is(target error) bool { return target == ErrCorrupt }

// VersionError says that the pack was written for another release: most often that it needs a newer normlet.
type VersionError struct {
	Part       string // of the pack, such as "version of the encoder"
	Have, Want int    // the newest that this program reads; that of the file
}

func (e *VersionError) Error() string { return (*wire.VersionError)(e).Error() }

// Damage returns err as a *CorruptError of a section. What is no damage stays what it is: a *VersionError, a *LimitError
// and nil.
func Damage(section string, err error) error {
	if other, ok := errors.AsType[*wire.VersionError](err); ok {
		return (*VersionError)(other)
	}
	_, version := errors.AsType[*VersionError](err)
	_, limit := errors.AsType[*LimitError](err)
	if version || limit || err == nil {
		return err
	}
	c := &CorruptError{Section: section, Reason: err.Error()}
	var we *wire.Error
	if errors.As(err, &we) {
		c.Offset, c.Reason = int64(we.Offset), we.Reason
	}
	return c
}
