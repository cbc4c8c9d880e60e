package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// report is what came out. Its JSON is for scripts.
type report struct {
	Sample  int       `json:"sample"`
	Seed    uint64    `json:"seed"`
	None    int64     `json:"resident_without_peer"` // bytes, which are taken off
	Peers   []about   `json:"peers"`
	Lists   []list    `json:"lists"`
	Overall []figures `json:"overall"` // means over the lists, the geometric ones of times, sizes and ratios
}

// about says what a peer is.
type about struct {
	Name    string `json:"name"`
	About   string `json:"about"`
	Missing string `json:"missing,omitempty"` // why it was not measured
}

// list is what was found on one terminology.
type list struct {
	Title    string    `json:"title"`
	Names    int       `json:"names"`
	Mentions int       `json:"mentions"`
	Distinct int       `json:"distinct"`
	Peers    []figures `json:"peers"`
}

// figures are those of a peer.
type figures struct {
	Peer          string  `json:"peer"`
	H1            float64 `json:"h1"`
	H10           float64 `json:"h10"`
	False         float64 `json:"false"` // share of English words, which the list lacks, that it answers
	P50           float64 `json:"p50_us"`
	P99           float64 `json:"p99_us"`
	Ratio         float64 `json:"ratio"` // of P50 to normlet's
	BuildSeconds  float64 `json:"build_s"`
	OpenMS        float64 `json:"open_ms"`
	Bytes         int64   `json:"bytes"`
	BytesPerName  float64 `json:"bytes_per_name"`
	ResidentBytes int64   `json:"resident_bytes"` // above that of a process without a peer; 0 where the system does not tell
}

func newReport(o options) *report {
	rep := &report{Sample: o.sample, Seed: o.seed}
	for _, p := range o.peers {
		rep.Peers = append(rep.Peers, about{p.name, p.about, p.missing})
	}
	return rep
}

// summarize fills in Overall.
func (rep *report) summarize() {
	n := float64(len(rep.Lists))
	for i, f := range rep.Lists[0].Peers {
		sum := figures{Peer: f.Peer}
		product := func(of func(*figures) float64) float64 {
			logs := 0.0
			for _, l := range rep.Lists {
				logs += math.Log(max(of(&l.Peers[i]), 1e-9))
			}
			return math.Exp(logs / n)
		}
		for _, l := range rep.Lists {
			sum.H1, sum.H10, sum.False = sum.H1+l.Peers[i].H1/n, sum.H10+l.Peers[i].H10/n, sum.False+l.Peers[i].False/n
		}
		sum.P50 = product(func(f *figures) float64 { return f.P50 })
		sum.P99 = product(func(f *figures) float64 { return f.P99 })
		sum.Ratio = product(func(f *figures) float64 { return f.Ratio })
		sum.BuildSeconds = product(func(f *figures) float64 { return f.BuildSeconds })
		sum.OpenMS = product(func(f *figures) float64 { return f.OpenMS })
		sum.Bytes = int64(product(func(f *figures) float64 { return float64(f.Bytes) }))
		sum.BytesPerName = product(func(f *figures) float64 { return f.BytesPerName })
		sum.ResidentBytes = int64(product(func(f *figures) float64 { return float64(f.ResidentBytes) }))
		rep.Overall = append(rep.Overall, sum)
	}
}

// print writes tables, which are Markdown, too.
func (rep *report) print(w io.Writer) error {
	var b strings.Builder
	for _, l := range rep.Lists {
		fmt.Fprintf(&b, "%s: %d names, %d mentions, %d distinct\n\n", l.Title, l.Names, l.Mentions, l.Distinct)
		table(&b, l.Peers)
	}
	if len(rep.Lists) > 1 {
		fmt.Fprintf(&b, "All lists: means of H@k, geometric means of the rest\n\n")
		table(&b, rep.Overall)
	}
	fmt.Fprintf(&b, "Taken off resident memory: %s MB of a process without any peer.\n", number(float64(rep.None)/1e6, 0))
	for _, p := range rep.Peers {
		if p.Missing != "" {
			fmt.Fprintf(&b, "Not measured: %s (%s)\n", p.Name, p.Missing)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func table(b *strings.Builder, peers []figures) {
	b.WriteString("| | H@1 | H@10 | false | p50, µs | p99, µs | build, s | open, ms | bytes a name on disk | resident, MB |\n|---|" + strings.Repeat("---:|", 9) + "\n")
	for _, f := range peers {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", f.Peer, number(f.H1, 3), number(f.H10, 3), number(f.False, 2), number(f.P50, 0), number(f.P99, 0),
			number(f.BuildSeconds, 1), number(f.OpenMS, 0), number(f.BytesPerName, 0), number(float64(f.ResidentBytes)/1e6, 0))
	}
	b.WriteByte('\n')
}

// page puts the tables of the run in place of those of a page like docs/peers.md.
func (rep *report) page(text string) (string, error) {
	var all, titles, lines, counts strings.Builder
	table(&all, rep.Overall)
	each := make([]strings.Builder, len(rep.Overall))
	for _, l := range rep.Lists {
		fmt.Fprintf(&titles, " %s |", l.Title)
		lines.WriteString("---:|")
		message.NewPrinter(language.English).Fprintf(&counts, " %d |", l.Names)
		for i, f := range l.Peers {
			fmt.Fprintf(&each[i], " %.3f / %.3f |", f.H1, f.H10)
		}
	}
	hits := "| |" + titles.String() + "\n|---|" + lines.String() + "\n| names |" + counts.String() + "\n"
	for i, f := range rep.Overall {
		hits += "| " + f.Peer + " |" + each[i].String() + "\n"
	}
	for heading, rows := range map[string]string{"## All six lists\n\n": all.String(), "## List by list\n\n": hits + "\n"} {
		head, rest, ok := strings.Cut(text, heading)
		before, old, found := strings.Cut(rest, "| |")
		_, after, ends := strings.Cut(old, "\n\n")
		if !ok || !found || !ends {
			return "", fmt.Errorf("no table after %q", strings.TrimSpace(heading))
		}
		text = head + heading + before + rows + after
	}
	return text, nil
}

func number(x float64, digits int) string { return fmt.Sprintf("%.*f", digits, x) }
