package annotate

import (
	"strings"

	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/core/names"
)

// A look-up reads the text around a mention. In a long text it reads only a window, so that the time is proportional to the
// length of the text.
const (
	wholeText  = 8192 // largest size, in bytes, of a text that is not divided into windows
	windowStep = 4096
	windowSide = 1024 // of the steps before and after
)

// windows returns the text around candidates.
type windows struct {
	w       *work
	defined map[string]abbreviation.Definition
	at      int // step of the last window; -1 before the first one
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

// around returns the text around a candidate. Candidates of the same step share a window. If the text defines the candidate
// further away, the definition follows the window.
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
