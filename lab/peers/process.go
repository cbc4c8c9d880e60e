package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// self returns this program as a child.
func self(ctx context.Context, args ...string) (*exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, program, append([]string{childCommand}, args...)...)
	c.Env = append(os.Environ(), "OMP_NUM_THREADS=1") // FAISS: one thread, as all others
	return c, nil
}

// build makes the files of a peer in a process of its own.
func (p *peer) build(ctx context.Context, j job) (b built, err error) {
	c, err := self(ctx, p.name, "build", j.dir, j.reference, j.source, j.pack)
	if err != nil {
		return b, err
	}
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return b, fmt.Errorf("building %s: %w: %s", p.name, err, strings.TrimSpace(stderr.String()))
	}
	return b, json.Unmarshal(out, &b)
}

// process is a peer that answers.
type process struct {
	name   string
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	in     *json.Encoder
	out    *json.Decoder
	stderr bytes.Buffer
}

// start opens a peer in a process of its own; name "" is none.
func start(ctx context.Context, name, dir string) (*process, opened, error) {
	var o opened
	c, err := self(ctx, name, "open", dir)
	if err != nil {
		return nil, o, err
	}
	p := &process{name: name, cmd: c}
	c.Stderr = &p.stderr
	stdout, err := c.StdoutPipe()
	if err != nil {
		return nil, o, err
	}
	if p.stdin, err = c.StdinPipe(); err != nil {
		return nil, o, err
	}
	p.in, p.out = json.NewEncoder(p.stdin), json.NewDecoder(stdout)
	if err := c.Start(); err != nil {
		return nil, o, err
	}
	return p, o, p.failed(p.out.Decode(&o))
}

// failed adds what the process has said to an error.
func (p *process) failed(err error) error {
	if err == nil {
		return nil
	}
	p.stdin.Close()
	_ = p.cmd.Wait() // the error is known
	return fmt.Errorf("%s: %w: %s", p.name, err, strings.TrimSpace(p.stderr.String()))
}

func (p *process) ask(mentions []string) (a answer, err error) {
	if err := p.in.Encode(mentions); err != nil {
		return a, p.failed(err)
	}
	if err := p.out.Decode(&a); err != nil {
		return a, p.failed(err)
	}
	if len(a.NS) != len(mentions) || len(a.Entities) != len(mentions) || len(a.Declined) != len(mentions) {
		return a, fmt.Errorf("%s: %d answers to %d mentions", p.name, len(a.Entities), len(mentions))
	}
	return a, nil
}

// stop ends the process, and returns the memory that it held.
func (p *process) stop() (resident int64, err error) {
	p.stdin.Close()
	var c closed
	if err := p.out.Decode(&c); err != nil {
		return 0, p.failed(err)
	}
	return c.Resident, p.cmd.Wait()
}

// residentOfNone is the memory of a process without a peer.
func residentOfNone(ctx context.Context) (int64, error) {
	p, _, err := start(ctx, "", "")
	if err != nil {
		return 0, err
	}
	return p.stop()
}

// bytesIn returns how many bytes the files of a folder have.
func bytesIn(dir string) (total int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		total += info.Size()
		return nil
	})
	return total, err
}
