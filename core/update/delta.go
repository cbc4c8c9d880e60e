package update

import (
	"fmt"

	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/edit"
	"github.com/normlet/normlet/core/pack"
)

// The forms of packs that deltas are made between.
const (
	FormFile  = "file"  // the bytes of the file; best after pack apply, which leaves most of them as they were
	FormPlain = "plain" // pack.Plain; best after build, which compresses everything anew
	// FormChanges makes the same pack as FormPlain, but the delta lists changes for Options.Apply. It is the smallest
	// after pack apply, because the device computes the codes of new names.
	FormChanges = "changes"
)

// Apply makes changes to a pack, as edit.Apply does.
type Apply func(data []byte, changes []edit.Change) ([]byte, error)

func inForm(data []byte, form string, l core.Limits) ([]byte, error) {
	switch form {
	case FormFile:
		return data, nil
	case FormPlain, FormChanges:
		return pack.Plain(data, l)
	}
	return nil, fmt.Errorf("this release knows no deltas of the form %.20q", form)
}

// maxWindow is how far back a delta may refer, and so the size up to which packs have deltas.
const maxWindow = 256 << 20

// smallDelta is the size of packs, in bytes, from which the tables of the best level, 34 MB, are worth their time.
const smallDelta = 256 << 10

// dictionary is the id of the base in the zstd frame of a delta.
const dictionary = 1

// A delta is one zstd frame that has the base as its dictionary, or, of the form changes, no dictionary.

// Diff returns the delta from base to target, nil if they are too long for one.
func Diff(base, target []byte) ([]byte, error) {
	if len(base)+len(target) > maxWindow {
		return nil, nil
	}
	level := zstd.SpeedBestCompression
	if len(base)+len(target) < smallDelta {
		level = zstd.SpeedBetterCompression
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(windowFor(len(base)+len(target))), zstd.WithEncoderDictRaw(dictionary, base))
	if err != nil {
		return nil, err
	}
	defer enc.Close()
	return enc.EncodeAll(target, nil), nil
}

// windowFor returns the smallest window of zstd that holds size bytes.
func windowFor(size int) int {
	window := zstd.MinWindowSize
	for window < size {
		window *= 2
	}
	return window
}

// allowed returns an error if a delta makes more than the caller allows, or than any pack of the signed length is long.
// It is asked before anything is fetched.
func (d *delta) allowed(of *file, most int64) error {
	if d.form != FormFile {
		most = min(most, pack.MaxPlain(of.length))
	}
	if d.result.length > most {
		return fmt.Errorf("%d bytes to make, at most %d allowed", d.result.length, most)
	}
	return nil
}

// maxChanges returns how many bytes of changes a delta may hold: no more than it makes, nor than changesRatio times its
// own. Lists of changes shrink to a tenth.
func (d *delta) maxChanges() int64 { return min(d.result.length, changesRatio*d.file.length+1<<12) }

const changesRatio = 64

// patch undoes Diff. It makes no more than length bytes, and takes memory for these and the base alone.
func patch(base, diff []byte, length int64) ([]byte, error) {
	if length > maxWindow-int64(len(base)) {
		return nil, fmt.Errorf("base and result have %d and %d bytes, together more than %d", len(base), length, maxWindow)
	}
	window := windowFor(len(base) + int(length))
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderMaxWindow(uint64(window)), zstd.WithDecoderDictRaw(dictionary, base))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	return dec.DecodeAll(diff, make([]byte, 0, length))
}

// make applies a verified delta to base, whose form is from, and compares the result with what is signed. The file that
// it returns is the result itself, except for the form changes: this device compresses what is new.
func (d *delta) make(base, from, data []byte, apply Apply, l core.Limits) ([]byte, error) {
	if err := d.file.check(data); err != nil {
		return nil, err
	}
	if d.form != FormChanges {
		made, err := patch(from, data, d.result.length)
		if err != nil {
			return nil, err
		}
		return made, d.result.check(made)
	}
	text, err := patch(nil, data, d.maxChanges())
	if err != nil {
		return nil, err
	}
	changes, err := parseChanges(text)
	if err != nil {
		return nil, err
	}
	made, err := apply(base, changes)
	if err != nil {
		return nil, err
	}
	plain, err := pack.Plain(made, l)
	if err != nil {
		return nil, err
	}
	return made, d.result.check(plain)
}

// DiffChanges returns the delta of the form changes.
func DiffChanges(changes []edit.Change) ([]byte, error) {
	list := []any{}
	for _, c := range changes {
		list = append(list, []any{c.Remove, c.ID, c.Name, int64(c.Kind), c.Namespace})
	}
	return Diff(nil, canonical(nil, list))
}

// parseChanges reads what DiffChanges writes, change by change: no tree is made of them all. Package edit checks what it
// asks for.
func parseChanges(text []byte) (changes []edit.Change, err error) {
	err = parse(text, func(p *parser) error {
		return p.items('[', ']', func() error {
			v, err := p.value(1)
			if err != nil {
				return err
			}
			c, err := readChange(v)
			changes = append(changes, c)
			return err
		})
	})
	return changes, err
}

func readChange(v any) (edit.Change, error) {
	r := &reader{}
	fields := r.list(v, "a change")
	if len(fields) != 5 {
		r.fail("a change has %d fields, want 5", len(fields))
		return edit.Change{}, r.err
	}
	remove, ok := fields[0].(bool)
	kind, ok2 := fields[3].(int64)
	if !ok || !ok2 || kind < 0 {
		r.fail("a change has no remove or kind")
	}
	return edit.Change{Remove: remove, ID: r.string(fields[1], "id"), Name: r.string(fields[2], "name"),
		Kind: pack.Kind(min(kind, 255)), Namespace: r.string(fields[4], "namespace")}, r.err
}
