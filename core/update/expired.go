package update

import (
	"errors"
	"fmt"
	"time"

	"github.com/normlet/normlet/internal/tuf"
)

// ErrExpired is the error for expired metadata: the repository is no longer maintained, somebody withholds newer
// metadata, or the clock of this device is wrong.
var ErrExpired = errors.New("expired")

// ExpiredError says which metadata has expired, and when. It matches ErrExpired.
type ExpiredError struct {
	Role    string // root, timestamp, snapshot or targets
	At, Now time.Time
}

func (e *ExpiredError) Error() string {
	return fmt.Sprintf("expired on %s; now is %s", e.At.Format(time.RFC3339), e.Now.UTC().Format(time.RFC3339))
}

// Is reports whether target is ErrExpired.
func (e *ExpiredError) Is(target error) bool { return target == ErrExpired }

// fresh returns an *ExpiredError for metadata that has expired.
func (u *Update) fresh(m *tuf.Metadata) error {
	if !u.o.Now.Before(m.Expires) {
		return &ExpiredError{m.Role, m.Expires, u.o.Now}
	}
	return nil
}
