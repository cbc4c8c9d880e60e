package pack

import (
	"errors"
	"fmt"

	"github.com/normlet/normlet/internal/wire"
)

// Errors of Parse, ReadHeader and Verify. Test for them with errors.Is.
var (
	// ErrNotPack says that the bytes do not begin like a pack: they are another kind of file.
	ErrNotPack = errors.New(`pack: not a normlet pack: the file does not begin with "` + magic + `"`)
	// ErrCorrupt matches every *CorruptError.
	ErrCorrupt = errors.New("pack: damaged file")
	// ErrUnsigned says that Verify found no signature.
	ErrUnsigned = errors.New("pack: the file is not signed")
	// ErrSignature says that none of the keys made the signature for these bytes.
	ErrSignature = errors.New("pack: the signature does not belong to this file and these keys")
)

// CorruptError describes a damaged file, with bytes that no writer produces. The remedy is always another copy of the file.
type CorruptError struct {
	Section string // tag of four characters, "header" or "file"
	Offset  int64  // in bytes, in the uncompressed section, or in the file for "header" and "file"
	Reason  string // one clause
}

func (e *CorruptError) Error() string {
	where := "section " + e.Section
	if e.Section == "header" || e.Section == "file" {
		where = e.Section
	}
	return fmt.Sprintf("pack: damaged file: %s, byte %d: %s; build it or fetch it again", where, e.Offset, e.Reason)
}

// Is reports whether target is ErrCorrupt.
func (e *CorruptError) Is(target error) bool { return target == ErrCorrupt }

// VersionError says that the pack was written for another release; usually it needs a newer normlet.
type VersionError struct {
	Part       string // what has the version, such as "version of the encoder"
	Have, Want int    // newest version that this program reads, and version in the file
}

func (e *VersionError) Error() string { return (*wire.VersionError)(e).Error() }

// Damage returns err as a *CorruptError of a section. It returns a *VersionError, a *LimitError and nil as they are.
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
