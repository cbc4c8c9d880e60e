// Package progress shows on a terminal how far the work is.
package progress

import (
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
}

// New returns the bar of a command that writes messages to w.
func New(w io.Writer) *Bar {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &Bar{terminal: f}
	}
	return &Bar{}
}

// Set shows how many items of a stage are done.
func (p *Bar) Set(stage string, done, total int) {
	if p.terminal == nil {
		return
	}
	if p.bar == nil || stage != p.stage {
		p.Close()
		p.stage = stage
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(p.terminal),
			progressbar.OptionSetDescription(stage),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionShowCount(),
			progressbar.OptionSetWidth(30),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	p.bar.Set(done)
}

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

// Close removes the bar. It may be called at any time.
func (p *Bar) Close() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}
