package output_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/output"
)

var text = output.Begins("a text", "text")

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const old, whole = "text that was there", "text that takes its place, in several writes"

// write writes a file in small pieces, as what is pulled from elsewhere comes.
func write(path string) error {
	f, err := new(output.Set).Create(path, text)
	if err != nil {
		return err
	}
	defer f.Close()
	for rest := whole; rest != ""; rest = rest[min(11, len(rest)):] {
		if _, err := io.WriteString(f, rest[:min(11, len(rest))]); err != nil {
			return err
		}
	}
	return f.Commit()
}

// TestFaults has every operation of a writer fail, and the machine stop after each:
// the old or the new file is there, whole, and the next run leaves no other.
func TestFaults(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	for _, before := range []string{"", old} {
		path := filepath.Join(dir, "out")
		faulty := &trial{dir: dir,
			begin: func() error {
				if before == "" {
					return nil
				}
				return os.WriteFile(path, []byte(before), 0o600)
			},
			work: func() error { return write(path) },
			check: func(failed error) error {
				got, _ := os.ReadFile(path)
				if string(got) != before && string(got) != whole || failed == nil && string(got) != whole {
					return fmt.Errorf("the file holds %q; the writer returned %v", got, failed)
				}
				return clean(dir, path, write)
			},
		}
		faults, err := faulty.run()
		check(t, err)
		if faults < 60 {
			t.Errorf("only %d faults were tried", faults)
		}
	}
}

// clean writes again and requires a whole file alone in the folder, with its mode.
func clean(dir, path string, write func(path string) error) error {
	info, err := os.Stat(path)
	mode := os.FileMode(0)
	if err == nil {
		mode = info.Mode()
	}
	if err := write(path); err != nil {
		return fmt.Errorf("the next run: %w", err)
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != whole {
		return fmt.Errorf("after the next run the file holds %q, %v", got, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		return fmt.Errorf("after the next run the folder holds %v, %v", entries, err)
	}
	if info, err := os.Stat(path); mode != 0 && (err != nil || info.Mode() != mode) {
		return fmt.Errorf("the mode was %v, and is %v", mode, info.Mode())
	}
	return nil
}

// writeResumable writes a file with a state after every piece.
func writeResumable(path string) error {
	r, err := new(output.Set).Resumable(path, text, true)
	if err != nil {
		return err
	}
	defer r.Close()
	var done int
	if err := r.Last(&done); err != nil {
		return err
	}
	for done < len(whole) {
		end := min(done+11, len(whole))
		if _, err := io.WriteString(r, whole[done:end]); err != nil {
			return err
		}
		if done = end; done%22 == 0 {
			if err := r.Save(done); err != nil {
				return err
			}
		}
	}
	return r.Commit()
}

// TestResumableFaults is the same for a file that the next run goes on with.
func TestResumableFaults(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	path := filepath.Join(dir, "out")
	refusals := 0
	faulty := &trial{dir: dir,
		begin: func() error { return os.WriteFile(path, []byte(old), 0o666) },
		work:  func() error { return writeResumable(path) },
		check: func(failed error) error {
			got, _ := os.ReadFile(path)
			if string(got) != old && string(got) != whole || failed == nil && string(got) != whole {
				return fmt.Errorf("the file holds %q; the writer returned %v", got, failed)
			}
			err := clean(dir, path, writeResumable)
			if err != nil && strings.Contains(err.Error(), "start over with --force") {
				refusals++ // it says why not
				return clean(dir, path, func(path string) error {
					r, err := (&output.Set{Force: true}).Resumable(path, text, false)
					if err != nil {
						return err
					}
					defer r.Close()
					_, err = io.WriteString(r, whole)
					return errors.Join(err, r.Commit())
				})
			}
			return err
		},
	}
	faults, err := faulty.run()
	check(t, err)
	if faults < 150 || refusals > 0 {
		t.Errorf("%d faults, of which %d could not be gone on from: all were synced before they were recorded", faults, refusals)
	}
}

// TestDiskFails requires the disk of these tests to lose what a writer does not sync, or the tests above
// could not fail.
func TestDiskFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	path := filepath.Join(dir, "out")
	for name, careless := range map[string]func(d *disk) error{
		"no sync":        func(d *disk) error { return carelessWrite(d, path, false, true) },
		"no folder sync": func(d *disk) error { return carelessWrite(d, path, true, false) },
	} {
		lost := false
		for _, s := range survivals() {
			check(t, os.RemoveAll(dir))
			check(t, os.Mkdir(dir, 0o777))
			check(t, os.WriteFile(path, []byte(old), 0o666))
			d, err := newDisk(dir)
			check(t, err)
			check(t, careless(d))
			check(t, d.crash(s))
			got, _ := os.ReadFile(path)
			lost = lost || string(got) != whole
		}
		if !lost {
			t.Errorf("%s: the file was there after every crash", name)
		}
	}
}

func carelessWrite(d *disk, path string, sync, syncDir bool) error {
	h, err := d.OpenFile(path+".x", os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	_, err = io.WriteString(h, whole)
	if sync {
		err = errors.Join(err, h.Sync())
	}
	err = errors.Join(err, h.Close(), d.Rename(path+".x", path))
	if syncDir {
		err = errors.Join(err, d.SyncDir(filepath.Dir(path)))
	}
	return err
}
