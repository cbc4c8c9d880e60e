// Package progress shows on a terminal how far the work is.
package progress

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// Bar shows a line on a terminal, and nothing elsewhere.
type Bar struct {
	terminal     io.Writer // nil: silent
	stage        string
	start, shown time.Time
	first, width int // items that were done at the start; columns of the line
}

// New returns the bar of a command that writes messages to w.
func New(w io.Writer) *Bar {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &Bar{terminal: f}
	}
	return &Bar{}
}

// Set shows how many items of a stage are done. The total is -1 if it is not known.
func (p *Bar) Set(stage string, done, total int) { p.show(stage, done, total, "", time.Now()) }

// Rows shows how many rows of a file are done. The total is -1 if it is not known; an estimated one may change.
func (p *Bar) Rows(stage string, done, total int, estimated bool) {
	about := ""
	if estimated {
		about = "about "
	}
	p.show(stage, done, total, about, time.Now())
}

// often is how often the line changes at most.
const often = 100 * time.Millisecond

func (p *Bar) show(stage string, done, total int, about string, now time.Time) {
	if p.terminal == nil {
		return
	}
	if stage != p.stage {
		p.Close()
		p.stage, p.start, p.first = stage, now, done
	}
	if now.Sub(p.shown) < often {
		return
	}
	line := fmt.Sprintf("%s: %d", stage, done)
	if total > 0 {
		line = fmt.Sprintf("%s: %d %%, %d of %s%d%s", stage, 100*min(done, total)/total, done, about, max(done, total), p.left(done, total, now))
	}
	fmt.Fprintf(p.terminal, "\r%-*s", p.width, line)
	p.shown, p.width = now, len(line)
}

// left says how long the rest takes if it goes on as fast as so far: bursts and what was found at once say little.
func (p *Bar) left(done, total int, now time.Time) string {
	spent := now.Sub(p.start)
	if done <= p.first || spent < 2*time.Second {
		return ""
	}
	rest := time.Duration(float64(spent) * float64(total-done) / float64(done-p.first))
	return fmt.Sprintf(", %s left", max(rest, 0).Round(time.Second))
}

// Close removes the line. It may be called at any time.
func (p *Bar) Close() {
	if p.width > 0 {
		fmt.Fprintf(p.terminal, "\r%s\r", strings.Repeat(" ", p.width))
	}
	p.stage, p.width = "", 0
}
