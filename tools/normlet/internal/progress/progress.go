// Package progress shows how far a long command is.
package progress

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Bar shows a bar on a terminal, and nothing elsewhere.
type Bar struct {
	terminal *os.File // nil: silent
	stage    string
	bar      *progressbar.ProgressBar
	start    time.Time
	first    int // items that were done at the start
}

// New returns the bar of a command that writes messages to w.
func New(w io.Writer) *Bar {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &Bar{terminal: f}
	}
	return &Bar{}
}

// Set shows how many items of a stage are done. The total is -1 if it is not known.
func (p *Bar) Set(stage string, done, total int) { p.show(stage, done, total, time.Now()) }

// Rows shows how many rows of a file are done. The total is -1 if it is not known; an estimated one may change.
func (p *Bar) Rows(stage string, done, total int, estimated bool) {
	if estimated && total > 0 {
		stage += ", of about"
	}
	p.Set(stage, done, total)
	if p.bar != nil && total > 0 {
		p.bar.ChangeMax(total)
	}
}

func (p *Bar) show(stage string, done, total int, now time.Time) {
	if p.terminal == nil {
		return
	}
	if p.bar == nil || stage != p.stage {
		p.Close()
		p.stage, p.start, p.first = stage, now, done
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(p.terminal),
			progressbar.OptionSetPredictTime(false), // by the last ten steps, of which a burst of known names may be all
			progressbar.OptionShowCount(),
			progressbar.OptionSetWidth(30),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	p.bar.Describe(stage + p.left(done, total, now))
	p.bar.Set(done)
}

// left says how long the rest takes if it goes on as fast as so far.
func (p *Bar) left(done, total int, now time.Time) string {
	spent := now.Sub(p.start)
	if total <= 0 || done <= p.first || spent < 2*time.Second {
		return ""
	}
	rest := time.Duration(float64(spent) * float64(total-done) / float64(done-p.first))
	return fmt.Sprintf(" (%s left)", max(rest, 0).Round(time.Second))
}

// Close removes the bar. It may be called at any time.
func (p *Bar) Close() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}
