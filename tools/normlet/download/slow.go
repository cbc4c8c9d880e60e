package download

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// errSlow is the error for a server that sends so little that an update would never end.
var errSlow = errors.New("the server is too slow")

// watched is a body that is read only as long as it comes fast enough.
type watched struct {
	io.Reader
	all   *int64 // of the source
	come  atomic.Int64
	timer *time.Timer
}

// watch counts the bytes of a body, and cancels the request after a window with too few.
func (s *Source) watch(body io.Reader, cancel context.CancelCauseFunc) *watched {
	w := &watched{Reader: body, all: &s.bytes}
	ready := make(chan struct{})
	w.timer = time.AfterFunc(s.o.Window, func() {
		<-ready
		if n := w.come.Swap(0); n < s.o.Least {
			cancel(fmt.Errorf("%w: %d bytes in %v, at least %d wanted", errSlow, n, s.o.Window, s.o.Least))
		} else {
			w.timer.Reset(s.o.Window)
		}
	})
	close(ready) // the timer is set
	return w
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.come.Add(int64(n))
	*w.all += int64(n)
	return n, err
}
