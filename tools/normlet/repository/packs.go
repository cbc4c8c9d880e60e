package repository

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/theupdateframework/go-tuf/v2/metadata"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/internal/patch"
)

// Added is the result of Repository.Add.
type Added struct {
	Version int64 // 0: the pack is the newest version already
	Bytes   int
	Deltas  []Delta
}

// Delta is what turns an earlier version into a later one.
type Delta struct {
	From  int64
	Bytes int
}

// Add lists a pack as the next version of a name, with deltas on up to so many versions before.
func (r *Repository) Add(name string, data []byte, deltas int) (Added, error) {
	if !update.ValidName(name) {
		return Added{}, fmt.Errorf("%q: a pack is named by lower-case letters, digits and hyphens", name)
	}
	versions := r.versions(name)
	if n := len(versions); n > 0 && r.targets.Signed.Targets[update.TargetPath(name, versions[n-1])].Hashes["sha256"].String() == update.Digest(data) {
		return Added{}, nil
	}
	next, err := r.next(name)
	if err != nil {
		return Added{}, err
	}
	a := Added{Version: next, Bytes: len(data)}
	for i := len(versions) - 1; i >= 0 && i >= len(versions)-deltas; i-- {
		size, err := r.addDelta(name, versions[i], next, data)
		if err != nil {
			return a, err
		}
		if size > 0 {
			a.Deltas = append(a.Deltas, Delta{versions[i], size})
		}
	}
	return a, r.addTarget(update.TargetPath(name, next), data, nil)
}

// next returns the number of the next version: no number is given twice, not even that of a withdrawn version, which
// clients may have.
func (r *Repository) next(name string) (int64, error) {
	versions := r.versions(name)
	if r.files != nil {
		files, err := fs.Glob(r.files, "targets/"+name+"/*.normpack")
		if err != nil {
			return 0, err
		}
		for _, f := range files {
			var version int64
			if _, base, ok := strings.Cut(path.Base(f), "."); ok {
				if _, err := fmt.Sscanf(base, "%d.normpack", &version); err == nil {
					versions = append(versions, version)
				}
			}
		}
	}
	return slices.Max(append(versions, 0)) + 1, nil
}

// versions returns those of a name that are listed, ascending.
func (r *Repository) versions(name string) []int64 {
	var list []int64
	for target := range r.targets.Signed.Targets {
		var version int64
		if _, err := fmt.Sscanf(target, name+"/%d.normpack", &version); err == nil && target == update.TargetPath(name, version) {
			list = append(list, version)
		}
	}
	slices.Sort(list)
	return list
}

// addTarget lists a file, and remembers to write it.
func (r *Repository) addTarget(path string, data []byte, custom any) error {
	info, err := metadata.TargetFile().FromBytes(path, data, "sha256")
	if err != nil {
		return err
	}
	if custom != nil {
		text, err := json.Marshal(custom)
		if err != nil {
			return err
		}
		info.Custom = (*json.RawMessage)(&text)
	}
	r.targets.Signed.Targets[path] = info
	r.targetsChanged = true
	r.added = append(r.added, File{update.Location(path, update.Digest(data)), data})
	return nil
}

// addDelta lists the delta from a version, and returns its length, 0 where there is none that is smaller than the pack.
// What is signed has to arrive as it is: the plain form has no signature.
func (r *Repository) addDelta(name string, from, to int64, data []byte) (int, error) {
	if isSigned(data) {
		return 0, nil
	}
	base, err := r.read(update.TargetPath(name, from))
	if err != nil {
		return 0, err
	}
	if base, err = pack.Plain(base, pack.Limits{}); err != nil {
		return 0, err
	}
	target, err := pack.Plain(data, pack.Limits{})
	if err != nil {
		return 0, err
	}
	diff, err := patch.Diff(base, target)
	if err != nil || diff == nil || len(diff) >= len(data) {
		return 0, err
	}
	return len(diff), r.addTarget(update.DeltaPath(name, from, to), diff, map[string]any{
		update.CustomForm: update.FormPlain, update.CustomBase: update.Digest(base),
		update.CustomSHA256: update.Digest(target), update.CustomLength: len(target),
	})
}

func isSigned(data []byte) bool {
	h, err := pack.ReadHeader(data)
	return err == nil && slices.ContainsFunc(h.Sections, func(s pack.SectionInfo) bool { return s.Tag == "SIGN" })
}

// read returns a target, and fails if its digest is not the signed one.
func (r *Repository) read(path string) ([]byte, error) {
	info := r.targets.Signed.Targets[path]
	location := update.Location(path, info.Hashes["sha256"].String())
	data, err := fs.ReadFile(r.files, location)
	if err == nil {
		if err = info.VerifyLengthHashes(data); err != nil {
			err = fmt.Errorf("%s: %w", location, err)
		}
	}
	return data, err
}

// Withdraw takes a version off the list, with the deltas from and to it. Clients that have it go back to the newest one
// that is left. The files stay until somebody deletes them.
func (r *Repository) Withdraw(name string, version int64) error {
	targets := r.targets.Signed.Targets
	if targets[update.TargetPath(name, version)] == nil {
		return fmt.Errorf("%s has no version %d, only %d", name, version, r.versions(name))
	}
	for path := range targets {
		var from, to int64
		_, err := fmt.Sscanf(path, name+"/%d-%d.", &from, &to)
		if path == update.TargetPath(name, version) || err == nil && (from == version || to == version) {
			delete(targets, path)
		}
	}
	r.targetsChanged = true
	return nil
}
