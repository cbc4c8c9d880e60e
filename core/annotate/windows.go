package annotate

import (
	"strings"

	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/core/names"
)

// A look-up reads the text around a mention. That of a long text is a window, so that a text twice as long takes
// twice the time.
const (
	wholeText  = 8192 // bytes of a text that is its own window
	windowStep = 4096
	windowSide = 1024 // of the steps before and after
)

// windows gives candidates the text around them.
type windows struct {
	w       *work
	defined map[string]abbreviation.Definition
	at      int // step of the last window, -1 before the first
	last    string
}

func newWindows(w *work) *windows {
	x := &windows{w: w, at: -1}
	if len(w.Source) > wholeText {
		x.defined = map[string]abbreviation.Definition{}
		for _, d := range w.defined {
			if _, ok := x.defined[d.Short]; !ok {
				x.defined[d.Short] = d
			}
		}
	}
	return x
}

// around returns the text around a candidate; those of one step have one window. A definition of the candidate further
// away follows it.
func (x *windows) around(c candidate) string {
	text := x.w.Source
	if len(text) <= wholeText {
		return text
	}
	start := x.w.Tokens[c.from].Start
	if step := start / windowStep; step != x.at {
		x.at = step
		x.last = names.Cut(text, (step+1)*windowStep+windowSide)[len(names.Cut(text, max(0, step*windowStep-windowSide))):]
	}
	d, ok := x.defined[x.w.text(c)]
	if !ok || strings.Contains(x.last, d.Long) {
		return x.last
	}
	return x.last + "\n" + d.Long + " (" + d.Short + ")\n"
}
