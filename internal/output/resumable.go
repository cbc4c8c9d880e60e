package output

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/internal/durable"
)

// The suffixes of the files beside a resumable output.
const (
	partSuffix  = ".part"
	stateSuffix = ".state"
)

// spread bounds the number of marks: after n bytes, marks are at least n/spread bytes apart. So the state stays small, and
// a change of the part loses little.
const spread = 16

// mark records a beginning of OUT.part from which a run can be resumed.
type mark struct {
	Bytes  int64           `json:"bytes"`
	SHA256 string          `json:"sha256"` // of these bytes
	Data   json.RawMessage `json:"data"`   // the caller's
}

// state is the first line of OUT.state; its SHA-256 is the second.
type state struct {
	Format int    `json:"format"`
	Marks  []mark `json:"marks"`
}

const stateFormat = 2

// Resumable is a file that a later run can continue: OUT.part, and OUT.state, which says how far it is right.
type Resumable struct {
	place  *Place
	part   durable.Handle // nil once committed or closed
	marks  []mark
	length int64
	sum    hash.Hash // of what is written
	lost   int64     // recorded bytes that have changed since
}

// Resumable starts the file at path, or with resume continues what an earlier run left of it, if that is possible. Commit
// the complete file, and Close it in any case.
func (s *Set) Resumable(path string, kind *Kind, resume bool) (*Resumable, error) {
	p, err := s.Reserve(path, kind)
	if err != nil {
		return nil, err
	}
	if p.stream {
		return nil, fmt.Errorf("%s: a stream cannot be resumed; name a file", path)
	}
	if s.Root != nil {
		return nil, errors.Join(fmt.Errorf("%s: nothing is resumable below a root", path), p.Close())
	}
	r := &Resumable{place: p, sum: sha256.New()}
	if err := r.open(resume); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return r, nil
}

func (r *Resumable) partName() string { return r.place.target + partSuffix }

func (r *Resumable) stateName() string { return r.place.target + stateSuffix }

// open continues what an earlier run left, or starts over.
func (r *Resumable) open(resume bool) error {
	saved, err := r.readState()
	if err != nil && !(r.place.force && !resume) {
		return err
	}
	part, err := os.Lstat(r.partName())
	switch there := err == nil; {
	case there && !part.Mode().IsRegular():
		return fmt.Errorf("%s is not a file but a link or a device; remove it, or choose another name", r.partName())
	case there && saved == nil && !r.place.force:
		return fmt.Errorf("%s is there, and no %s that says it is of a run that was cut short; remove it, choose another name, or replace it with --force",
			r.partName(), filepath.Base(r.stateName()))
	case there && saved != nil && len(saved.Marks) > 0 && !resume && !r.place.force:
		return fmt.Errorf("%s is there, from a run that was cut short: go on with --resume, or start over with --force", r.stateName())
	case there && saved != nil && len(saved.Marks) > 0 && resume:
		return r.goOn(saved.Marks)
	}
	return r.begin()
}

// begin starts over. The state comes first, so no part ever lacks one.
func (r *Resumable) begin() (err error) {
	if err := durable.Remove(r.partName()); err != nil {
		return err
	}
	if err := r.writeState(); err != nil {
		return err
	}
	if r.part, err = r.place.create(r.partName()); err != nil {
		return errors.Join(renamed(err, r.place.path), durable.Remove(r.stateName()))
	}
	return nil
}

// goOn continues the part after its last mark that is right.
func (r *Resumable) goOn(marks []mark) (err error) {
	if r.part, err = durable.Disk().OpenFile(r.partName(), os.O_RDWR|noFollow, 0); err != nil {
		return err
	}
	if err = r.check(marks); err == nil {
		err = r.part.Truncate(r.length)
	}
	if err == nil {
		_, err = r.part.Seek(r.length, io.SeekStart)
	}
	if err != nil {
		r.part.Close()
	}
	return err
}

// check keeps the marks whose digests the part still has.
func (r *Resumable) check(marks []mark) error {
	sum := sha256.New()
	for _, m := range marks {
		if _, err := io.CopyN(sum, r.part, m.Bytes-r.length); err != nil && err != io.EOF {
			return err
		}
		if digest(sum) != m.SHA256 {
			r.lost = marks[len(marks)-1].Bytes - r.length
			break
		}
		right, err := sum.(hash.Cloner).Clone()
		if err != nil {
			return err
		}
		r.marks, r.length, r.sum = append(r.marks, m), m.Bytes, right
	}
	if len(r.marks) == 0 {
		return fmt.Errorf("%s has changed from its beginning since it was written; start over with --force", r.partName())
	}
	return nil
}

func digest(sum hash.Hash) string { return hex.EncodeToString(sum.Sum(nil)) }

// Length returns how many bytes are written, earlier runs included.
func (r *Resumable) Length() int64 { return r.length }

// Sum returns the SHA-256 of what is written, earlier runs included.
func (r *Resumable) Sum() string { return digest(r.sum) }

// Lost returns how many recorded bytes have changed since and must be written again.
func (r *Resumable) Lost() int64 { return r.lost }

// Last stores the data of the last Save before the current position in v, if there is one.
func (r *Resumable) Last(v any) error {
	if len(r.marks) == 0 {
		return nil
	}
	if err := json.Unmarshal(r.marks[len(r.marks)-1].Data, v); err != nil {
		return fmt.Errorf("%s: not a state of this release; start over with --force (%w)", r.stateName(), err)
	}
	return nil
}

func (r *Resumable) Write(p []byte) (int, error) {
	n, err := r.part.Write(p)
	r.length += int64(n)
	r.sum.Write(p[:n])
	return n, err
}

// Restart discards what is written, including that of earlier runs.
func (r *Resumable) Restart() error {
	r.marks, r.length, r.lost = nil, 0, 0
	r.sum.Reset()
	if err := r.writeState(); err != nil {
		return err
	}
	if err := r.part.Truncate(0); err != nil {
		return err
	}
	_, err := r.part.Seek(0, io.SeekStart)
	return err
}

// Content returns a reader of what is written, earlier runs included. Write must not be called afterwards.
func (r *Resumable) Content() (io.Reader, error) {
	_, err := r.part.Seek(0, io.SeekStart)
	return r.part, err
}

// Save records that a later run can continue here, with data as JSON.
func (r *Resumable) Save(data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	if err := r.part.Sync(); err != nil { // or the state could record bytes that a crash loses
		return err
	}
	r.add(mark{r.length, digest(r.sum), text})
	return r.writeState()
}

// add adds a mark, replacing the last one if it is too close to the one before.
func (r *Resumable) add(m mark) {
	switch n := len(r.marks); {
	case n > 0 && r.marks[n-1].Bytes == m.Bytes:
		r.marks = r.marks[:n-1]
	case n > 1 && r.marks[n-1].Bytes-r.marks[n-2].Bytes < r.marks[n-2].Bytes/spread:
		r.marks = r.marks[:n-1]
	}
	r.marks = append(r.marks, m)
}

func (r *Resumable) writeState() error {
	text, err := json.Marshal(state{stateFormat, r.marks})
	if err != nil {
		return err
	}
	return durable.WriteFile(r.stateName(), fmt.Appendf(nil, "%s\n%x\n", text, sha256.Sum256(text)))
}

// readState returns the state of an earlier run, nil for none.
func (r *Resumable) readState() (*state, error) {
	content, err := os.ReadFile(r.stateName())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, sum, _ := bytes.Cut(content, []byte("\n"))
	var s state
	if fmt.Sprintf("%x\n", sha256.Sum256(text)) != string(sum) || json.Unmarshal(text, &s) != nil || s.Format != stateFormat {
		return nil, fmt.Errorf("%s: not a state of this release, or damaged; start over with --force, or choose another name", r.stateName())
	}
	return &s, nil
}

// Resumable reports whether a later run can continue.
func (r *Resumable) Resumable() bool { return r.part != nil && len(r.marks) > 0 }

// Commit gives a complete output its name.
func (r *Resumable) Commit() error {
	err := durable.Commit(r.place.in, r.part, r.partName(), r.place.target)
	if r.part = nil; err == nil {
		err = durable.Remove(r.stateName())
	}
	return err
}

// Close ends an output that may be incomplete, and removes it if no run can continue it. It may be called after Commit.
func (r *Resumable) Close() error {
	var err error
	if r.part != nil {
		err = r.part.Close()
		if len(r.marks) == 0 {
			err = errors.Join(err, durable.Remove(r.partName()), durable.Remove(r.stateName()))
		}
		r.part = nil
	}
	return errors.Join(err, r.place.Close())
}
