package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
)

const (
	turn   = 32 // mentions that a peer answers before it is the next one's turn
	warmUp = 8  // mentions before the first turn
	rounds = 3
)

// measure measures all peers on all lists.
func measure(ctx context.Context, o options, progress io.Writer) (*report, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the processes after an error
	temp, err := os.MkdirTemp("", "peers")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	rep := newReport(o)
	if rep.None, err = residentOfNone(ctx); err != nil {
		return nil, err
	}
	for i, c := range o.corpora {
		dir, err := folder(filepath.Join(temp, decimal(i)))
		if err != nil {
			return nil, err
		}
		m := &measurement{options: o, corpus: c, dir: dir, none: rep.None, progress: progress}
		list, err := m.run(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.title, err)
		}
		rep.Lists = append(rep.Lists, list)
		if err := os.RemoveAll(dir); err != nil {
			return nil, err
		}
	}
	rep.summarize()
	return rep, nil
}

// measurement is that of one list.
type measurement struct {
	options
	corpus
	dir      string
	none     int64 // bytes resident in a process without a peer
	progress io.Writer

	questions   []question
	absent      []string // English words that are no names
	occurrences int
	names       int
	entrants    []*entrant
}

// entrant is a peer that is measured.
type entrant struct {
	peer
	figures
	process *process
	ns      [][]int64 // of each mention, by round
	found   [][]int32 // of each mention
	spent   time.Duration
}

func (m *measurement) say(format string, args ...any) {
	fmt.Fprintf(m.progress, m.title+": "+format+"\n", args...)
}

// run builds, opens, asks and closes all peers.
func (m *measurement) run(ctx context.Context) (l list, err error) {
	for _, p := range m.peers {
		if p.missing != "" {
			continue
		}
		e := &entrant{peer: p, figures: figures{Peer: p.name}}
		if err := m.build(ctx, e); err != nil {
			return l, err
		}
		m.entrants = append(m.entrants, e)
	}
	for _, e := range m.entrants {
		var o opened
		if e.process, o, err = start(ctx, e.name, m.folderOf(e)); err != nil {
			return l, err
		}
		e.OpenMS = float64(o.NS) / 1e6
		e.ns, e.found = make([][]int64, len(m.questions)), make([][]int32, len(m.questions))
	}
	if err := m.ask(); err != nil {
		return l, err
	}
	if err := m.askAbsent(); err != nil {
		return l, err
	}
	l = list{Title: m.title, Names: m.names, Mentions: m.occurrences, Distinct: len(m.questions)}
	for _, e := range m.entrants {
		resident, err := e.process.stop()
		if err != nil {
			return l, err
		}
		e.ResidentBytes = max(0, resident-m.none)
		m.judge(e)
		e.Ratio = e.P50 / m.entrants[0].P50
		l.Peers = append(l.Peers, e.figures)
	}
	return l, nil
}

func (m *measurement) folderOf(e *entrant) string { return filepath.Join(m.dir, e.name) }

// build builds a peer. After the first, which numbers the entities, the list of the others is written.
func (m *measurement) build(ctx context.Context, e *entrant) error {
	dir, err := folder(m.folderOf(e))
	if err != nil {
		return err
	}
	first := filepath.Join(m.dir, peers[0].name, packFile)
	b, err := e.build(ctx, job{dir: dir, reference: m.list, source: m.dir, pack: first})
	if err != nil {
		return err
	}
	if e.Bytes, err = bytesIn(dir); err != nil {
		return err
	}
	if len(m.entrants) == 0 {
		if err := m.prepare(first); err != nil {
			return err
		}
	}
	e.BuildSeconds, e.BytesPerName = float64(b.NS)/1e9, float64(e.Bytes)/float64(m.names)
	m.say("%s built in %.1f s", e.name, e.BuildSeconds)
	return nil
}

// prepare writes the list of names, and draws the mentions.
func (m *measurement) prepare(packFile string) error {
	n, err := core.Open(packFile, nil)
	if err != nil {
		return err
	}
	defer n.Close()
	t, err := readTerminology(m.list)
	if err != nil {
		return err
	}
	rows := rowsOf(t, engine.Of(n).Contents())
	m.names = len(rows)
	if err := writeList(m.dir, rows); err != nil {
		return err
	}
	if m.questions, m.occurrences, err = sampled(m.mentions, engine.Of(n).Contents(), m.sample, m.seed); err != nil || m.english == "" {
		return err
	}
	m.absent, err = lacked(m.english, rows, m.sample, m.seed)
	return err
}

// ask asks all mentions in turns.
func (m *measurement) ask() error {
	var mentions []string
	for _, q := range m.questions {
		mentions = append(mentions, q.mention)
	}
	for _, e := range m.entrants {
		if _, err := e.process.ask(mentions[:min(warmUp, len(mentions))]); err != nil {
			return err
		}
	}
	for round := range rounds {
		asked := slices.DeleteFunc(slices.Clone(m.entrants), func(e *entrant) bool { return round > 0 && e.spent >= m.budget })
		for first := 0; first < len(mentions); first += turn {
			for _, e := range asked {
				if err := e.turn(mentions, first, round); err != nil {
					return err
				}
			}
		}
	}
	for _, e := range m.entrants {
		m.say("%s answered in %.1f s", e.name, e.spent.Seconds())
	}
	return nil
}

func (e *entrant) turn(mentions []string, first, round int) error {
	end := min(first+turn, len(mentions))
	a, err := e.process.ask(mentions[first:end])
	if err != nil {
		return err
	}
	for i := range a.NS {
		e.ns[first+i] = append(e.ns[first+i], a.NS[i])
		e.spent += time.Duration(a.NS[i])
		if round == 0 {
			e.found[first+i] = a.Entities[i]
		}
	}
	return nil
}

// askAbsent asks for English words that the list lacks; each answer is false.
func (m *measurement) askAbsent() error {
	for _, e := range m.entrants {
		if len(m.absent) == 0 {
			continue
		}
		a, err := e.process.ask(m.absent)
		if err != nil {
			return err
		}
		answered := len(slices.DeleteFunc(a.Declined, func(declined bool) bool { return declined }))
		e.False = float64(answered) / float64(len(m.absent))
	}
	return nil
}

// judge computes the figures of a peer.
func (m *measurement) judge(e *entrant) {
	var micros []float64
	at1, at10 := 0, 0
	for i, q := range m.questions {
		slices.Sort(e.ns[i])
		micros = append(micros, float64(e.ns[i][len(e.ns[i])/2])/1e3)
		for _, gold := range q.gold {
			rank := slices.IndexFunc(e.found[i], func(x int32) bool { return slices.Contains(gold, x) })
			if rank == 0 {
				at1++
			}
			if rank >= 0 && rank < topK {
				at10++
			}
		}
	}
	slices.Sort(micros)
	e.P50, e.P99 = quantile(micros, 0.5), quantile(micros, 0.99)
	e.H1, e.H10 = float64(at1)/float64(m.occurrences), float64(at10)/float64(m.occurrences)
}

// quantile is by nearest rank, of sorted values.
func quantile(sorted []float64, q float64) float64 {
	return sorted[max(0, int(math.Ceil(q*float64(len(sorted))))-1)]
}
