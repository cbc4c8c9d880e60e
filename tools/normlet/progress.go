package main

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows a bar on a terminal, and nothing elsewhere.
type progress struct {
	terminal *os.File // nil: silent
	stage    string
	bar      *progressbar.ProgressBar
}

func (a *app) progress() *progress {
	if f, ok := a.stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &progress{terminal: f}
	}
	return &progress{}
}

// set shows how many items of a stage are done.
func (p *progress) set(stage string, done, total int) {
	if p.terminal == nil {
		return
	}
	if p.bar == nil || stage != p.stage {
		p.close()
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

// close removes the bar. It may be called at any time.
func (p *progress) close() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}
