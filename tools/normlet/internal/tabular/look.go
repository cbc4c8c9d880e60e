package tabular

import (
	"io"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/term"
)

// Look is how tables look: in colours or, as its zero value has it, plain.
type Look struct{ colours bool }

// LookOn returns the look of tables that are written to out: in colours on a terminal, unless NO_COLOR is set or TERM is
// dumb.
func LookOn(out io.Writer) Look {
	f, ok := out.(*os.File)
	plain := os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || runtime.GOOS == "windows" && os.Getenv("WT_SESSION") == ""
	return Look{ok && !plain && term.IsTerminal(int(f.Fd()))}
}

// What escape sequences of terminals begin.
const (
	bold, dim          = "\x1b[1m", "\x1b[2m"
	green, yellow, red = "\x1b[32m", "\x1b[33m", "\x1b[31m"
	usual              = "\x1b[0m"
)

// The colours of p tell verdicts of map apart: accept, review and none.
const (
	sure   = 0.9
	likely = 0.5
)

// paint returns a cell of a column in the colours for it: what counts is bold, what explains it dim.
func paint(column, cell string) string {
	if cell == "" {
		return cell
	}
	colour := ""
	switch column {
	case "NAME", "name":
		colour = bold
	case "STAGE", "MATCHED", "DISTANCE", "SCORE", "place", "says":
		colour = dim
	case "P", "p":
		switch p, err := strconv.ParseFloat(cell, 64); {
		case err != nil:
		case p >= sure:
			colour = green
		case p >= likely:
			colour = yellow
		default:
			colour = red
		}
	}
	if cell == column {
		colour = dim
	}
	if colour == "" {
		return cell
	}
	return colour + cell + usual
}
