package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/normlet/normlet/internal/memory"
)

// childCommand is the first argument of the processes that this program starts of itself:
//
//	peers child NAME build DIR REFERENCE SOURCE PACK    writes built
//	peers child NAME open DIR                           writes opened, an answer for each line of mentions, and closed
//	peers child "" open ""                              the same without any peer, for its memory
const childCommand = "child"

type built struct {
	NS int64 `json:"ns"`
}

type opened struct {
	NS int64 `json:"ns"`
}

// answer is that to a list of mentions.
type answer struct {
	NS       []int64   `json:"ns"` // of each mention
	Entities [][]int32 `json:"entities"`
	Declined []bool    `json:"declined"`
}

type closed struct {
	Resident int64 `json:"resident"`
}

// nothing is no peer at all.
type nothing struct{}

func (nothing) search(string) ([]int32, error) { return nil, nil }

// child is the process of a peer.
func child(args []string, stdin io.Reader, stdout io.Writer) error {
	if len(args) < 3 {
		return errors.New("a child needs the name of a peer, build or open, and a folder")
	}
	p := peer{open: func(string) (index, error) { return nothing{}, nil }}
	if name := args[0]; name != "" {
		i := slices.IndexFunc(peers, func(p peer) bool { return p.name == name })
		if i < 0 || peers[i].missing != "" {
			return fmt.Errorf("there is no peer %q", name)
		}
		p = peers[i]
	}
	switch {
	case args[1] == "build" && len(args) == 6:
		start := time.Now()
		if err := p.write(job{dir: args[2], reference: args[3], source: args[4], pack: args[5]}); err != nil {
			return err
		}
		return json.NewEncoder(stdout).Encode(built{int64(time.Since(start))})
	case args[1] == "open" && len(args) == 3:
		return p.serve(args[2], stdin, stdout)
	}
	return fmt.Errorf("a child does not know %q", args)
}

// serve answers until there are no more lines.
func (p *peer) serve(dir string, stdin io.Reader, stdout io.Writer) error {
	out := json.NewEncoder(stdout)
	start := time.Now()
	x, err := p.open(dir)
	if err != nil {
		return err
	}
	if err := out.Encode(opened{int64(time.Since(start))}); err != nil {
		return err
	}
	for in := json.NewDecoder(stdin); ; {
		var mentions []string
		if err := in.Decode(&mentions); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		a, err := ask(x, mentions)
		if err != nil {
			return err
		}
		if err := out.Encode(a); err != nil {
			return err
		}
	}
	runtime.GC()
	debug.FreeOSMemory()
	resident := memory.Of("self", memory.Resident)
	runtime.KeepAlive(x)
	return out.Encode(closed{resident})
}

// ask looks mentions up.
func ask(x index, mentions []string) (a answer, err error) {
	for _, m := range mentions {
		start := time.Now()
		found, err := x.search(m)
		a.NS = append(a.NS, int64(time.Since(start)))
		if err != nil {
			return a, fmt.Errorf("%q: %w", m, err)
		}
		declined := len(found) == 0
		if d, ok := x.(decider); ok {
			declined = d.declines(m)
		}
		a.Entities, a.Declined = append(a.Entities, found), append(a.Declined, declined)
	}
	return a, nil
}
