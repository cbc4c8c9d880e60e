package main

import (
	"fmt"
	"io"
	"math"
	"strings"
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
	const row = "| %-13s | %5s | %5s | %5s | %8s | %8s | %9s | %7s | %7s | %7s | %6s | %11s |\n"
	fmt.Fprintf(b, row, "", "H@1", "H@10", "false", "p50, µs", "p99, µs", "x normlet", "build s", "open ms", "disk MB", "B/name", "resident MB")
	b.WriteString("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, f := range peers {
		fmt.Fprintf(b, row, f.Peer, number(f.H1, 3), number(f.H10, 3), number(f.False, 2), number(f.P50, 0), number(f.P99, 0), number(f.Ratio, 2), number(f.BuildSeconds, 1),
			number(f.OpenMS, 0), number(float64(f.Bytes)/1e6, 1), number(f.BytesPerName, 0), number(float64(f.ResidentBytes)/1e6, 0))
	}
	b.WriteByte('\n')
}

func number(x float64, digits int) string { return fmt.Sprintf("%.*f", digits, x) }
