package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/normlet/normlet/internal/memory"
)

// word is the value of a flag that takes one of a few words.
type word struct {
	to    *string
	words []string
}

func (w word) Type() string   { return "string" }
func (w word) String() string { return *w.to }

func (w word) Set(s string) error {
	if !slices.Contains(w.words, s) {
		return fmt.Errorf("want one of %s", strings.Join(w.words, ", "))
	}
	*w.to = s
	return nil
}

// wordFlag adds a flag that takes one of a few words. The default is what to holds.
func wordFlag(cmd *cobra.Command, to *string, name string, words []string, usage string) {
	cmd.Flags().Var(word{to, words}, name, usage)
}

func addSeedFlag(cmd *cobra.Command, seed *uint64) {
	cmd.Flags().Uint64Var(seed, "seed", 0, "seed of everything random")
}

// progress shows on a terminal how much of a stage is done, and nothing elsewhere.
type progress struct {
	terminal *os.File // nil: silent
	shown    time.Time
}

func (a *app) progress() *progress {
	if f, ok := a.stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &progress{terminal: f}
	}
	return &progress{}
}

const clearLine = "\r\x1b[K"

func (p *progress) set(stage string, done, total int) {
	if p.terminal != nil && time.Since(p.shown) > 100*time.Millisecond {
		p.shown = time.Now()
		fmt.Fprintf(p.terminal, clearLine+"%s: %d of %d", stage, done, total)
	}
}

// close clears the line. It may be called at any time.
func (p *progress) close() {
	if p.terminal != nil && !p.shown.IsZero() {
		fmt.Fprint(p.terminal, clearLine)
	}
}

// writeTable writes rows of equal length in right-aligned columns.
func writeTable(w io.Writer, rows [][]string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range rows {
		fmt.Fprintln(t, strings.Join(row, "\t")+"\t")
	}
	return t.Flush()
}

// cost says what the work since start took.
func cost(start time.Time) string {
	text := fmt.Sprintf("took %.1f s", time.Since(start).Seconds())
	if peak := memory.Of("self", memory.Peak); peak > 0 {
		text += fmt.Sprintf(", peak memory %.0f MiB", float64(peak)/(1<<20))
	}
	return text
}

// userSeconds returns the CPU seconds of this process over all threads, 0 if unknown.
func userSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano()).Seconds()
}
