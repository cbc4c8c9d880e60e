package update_test

import (
	"bytes"
	"crypto"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sigstore/sigstore/pkg/signature"
	"github.com/theupdateframework/go-tuf/v2/metadata"

	"github.com/normlet/normlet/core/update"
)

// attack is what somebody does to a repository who serves it, with or without some of its keys.
type attack struct {
	name string
	do   func(h *host) // the device has version 2, and 3 is published
	want string        // of the error; "": the update comes through all the same
	// alone marks what go-tuf does not know, or does not check: deltas, and packs that do not work.
	alone bool
	keys  bool // it takes keys of the repository, so that the publisher has to sign anew
}

const (
	timestampPath = "metadata/timestamp.json"
	snapshotPath  = "metadata/4.snapshot.json"
	targetsPath   = "metadata/4.targets.json"
	nextRootPath  = "metadata/2.root.json"
)

// put replaces a file.
func (h *host) put(path string, data []byte) { h.files[path] = &fstest.MapFile{Data: data} }

func (h *host) get(path string) []byte {
	h.t.Helper()
	if h.files[path] == nil {
		h.t.Fatalf("no file %s in %q", path, slices.Sorted(maps.Keys(h.files)))
	}
	return h.files[path].Data
}

// alter changes what a file of metadata says, and signs it with keys of these names.
func alter[T metadata.Roles](h *host, path string, empty *metadata.Metadata[T], change func(*T), keys ...string) {
	h.t.Helper()
	m, err := empty.FromBytes(h.get(path))
	check(h.t, err)
	change(&m.Signed)
	put(h, path, m, keys...)
}

// put signs metadata and writes it.
func put[T metadata.Roles](h *host, path string, m *metadata.Metadata[T], keys ...string) {
	h.t.Helper()
	m.ClearSignatures()
	for _, k := range keys {
		signer, err := signature.LoadSigner(key(k), crypto.Hash(0))
		check(h.t, err)
		_, err = m.Sign(signer)
		check(h.t, err)
	}
	text, err := m.ToBytes(false)
	check(h.t, err)
	h.put(path, text)
}

// rotate writes the root of version 2 with some signatures, after a change.
func (h *host) rotate(change func(*metadata.RootType), keys ...string) {
	h.t.Helper()
	m, err := metadata.Root().FromBytes(h.get("metadata/1.root.json"))
	check(h.t, err)
	m.Signed.Version = 2
	change(&m.Signed)
	put(h, nextRootPath, m, keys...)
}

// own makes the root trust the attacker's keys alone.
func own(r *metadata.RootType) {
	for _, role := range r.Roles {
		role.KeyIDs, role.Threshold = nil, 1
	}
	k, _ := metadata.KeyFromPublicKey(public("attacker")[0])
	for name := range r.Roles {
		_ = r.AddKey(k, name)
	}
}

// sameID gives a signature by another key the id of the key that should have signed.
func (h *host) sameID(path string) {
	var file map[string]json.RawMessage
	check(h.t, json.Unmarshal(h.get(path), &file))
	var honest struct{ Signatures []map[string]string }
	check(h.t, json.Unmarshal(h.get("honest"), &honest))
	var list []map[string]string
	check(h.t, json.Unmarshal(file["signatures"], &list))
	list[0]["keyid"] = honest.Signatures[0]["keyid"]
	file["signatures"], _ = json.Marshal(list)
	text, err := json.Marshal(file)
	check(h.t, err)
	h.put(path, text)
}

// flip changes a byte in the middle of a file.
func (h *host) flip(path string) {
	data := bytes.Clone(h.get(path))
	data[len(data)/2] ^= 4
	h.put(path, data)
}

func nothing[T metadata.Roles](*T) {}

func attacks() []attack {
	expired := now.Add(-day)
	return slices.Concat(keyAttacks(), []attack{
		{name: "none", do: func(*host) {}},
		{name: "expired timestamp", keys: true, want: "expired on 2026-11-22", do: func(h *host) {
			alter(h, timestampPath, metadata.Timestamp(), func(s *metadata.TimestampType) { s.Expires = expired }, "timestamp")
		}},
		{name: "expired this moment", keys: true, want: "expired", alone: true, do: func(h *host) {
			alter(h, timestampPath, metadata.Timestamp(), func(s *metadata.TimestampType) { s.Expires = now }, "timestamp")
		}},
		{name: "expired snapshot", want: "4.snapshot.json: expired", do: func(h *host) {
			alter(h, snapshotPath, metadata.Snapshot(), func(s *metadata.SnapshotType) { s.Expires = expired }, "timestamp")
		}},
		{name: "expired targets", want: "4.targets.json: expired", do: func(h *host) {
			alter(h, targetsPath, metadata.Targets(), func(s *metadata.TargetsType) { s.Expires = expired }, "targets")
		}},
		{name: "expired root", keys: true, want: "root.json: expired", do: func(h *host) {
			h.rotate(func(r *metadata.RootType) { r.Expires = expired }, "root 1", "root 2")
		}},
		{name: "the timestamp of before", want: "version 2 is older than version 3", do: func(h *host) { h.put(timestampPath, h.get("old timestamp")) }},
		{name: "a newer timestamp of an older snapshot", want: "version 2 is older than version 3", do: func(h *host) {
			alter(h, timestampPath, metadata.Timestamp(), func(s *metadata.TimestampType) { s.Version, s.Meta["snapshot.json"].Version = 9, 2 }, "timestamp")
		}},
		{name: "a newer snapshot of older targets", want: "targets.json, version 2 is older than version 3", do: func(h *host) {
			alter(h, snapshotPath, metadata.Snapshot(), func(s *metadata.SnapshotType) { s.Meta["targets.json"].Version = 2 }, "timestamp")
		}},
		{name: "mix and match: an older snapshot", want: "version 3, want 4", do: func(h *host) { h.put(snapshotPath, h.get("metadata/3.snapshot.json")) }},
		{name: "mix and match: older targets", want: "version 3, want 4", do: func(h *host) { h.put(targetsPath, h.get("metadata/3.targets.json")) }},
		{name: "a snapshot for a timestamp", want: "is the \"snapshot\" of a repository", do: func(h *host) { h.put(timestampPath, h.get(snapshotPath)) }},
		{name: "a timestamp for a snapshot", want: "is the \"timestamp\" of a repository", do: func(h *host) { h.put(snapshotPath, h.get(timestampPath)) }},
		{name: "endless metadata", want: "at most 1048576 wanted", alone: true, do: func(h *host) {
			h.put(timestampPath, append(h.get(timestampPath), bytes.Repeat([]byte(" "), 1<<20)...))
		}},
		{name: "another snapshot of the right version", keys: true, want: "SHA-256", do: func(h *host) {
			alter(h, timestampPath, metadata.Timestamp(), func(s *metadata.TimestampType) {
				s.Meta["snapshot.json"].Hashes = metadata.Hashes{"sha256": bytes.Repeat([]byte{1}, 32)}
			}, "timestamp")
		}},
		{name: "a key twice", want: `the key "version" appears twice`, alone: true, do: func(h *host) {
			h.put(timestampPath, bytes.Replace(h.get(timestampPath), []byte(`"version"`), []byte(`"version": 9, "version"`), 1))
		}},
		{name: "nothing", want: "byte 0: not well-formed JSON", do: func(h *host) { h.put(timestampPath, nil) }},
		{name: "a page in place of metadata", want: "byte 0: not well-formed JSON", do: func(h *host) { h.put(timestampPath, []byte("<!DOCTYPE html>")) }},
		{name: "a delta with a flipped bit", alone: true, do: func(h *host) { h.flip(h.path(".2-3.plain.delta")) }},
		{name: "another delta that makes the same", alone: true, do: func(h *host) {
			frame := bytes.Clone(h.get(h.path(".2-3.plain.delta")))
			frame[4] &^= 4 // of a zstd frame: it has no checksum
			h.put(h.path(".2-3.plain.delta"), frame[:len(frame)-4])
		}},
		{name: "no delta there", alone: true, do: func(h *host) { delete(h.files, h.path(".2-3.plain.delta")) }},
		{name: "a delta on another base", alone: true, do: func(h *host) { h.put(h.path(".2-3.plain.delta"), h.get(h.path(".1-3.plain.delta"))) }},
		{name: "a signed delta that makes something else", alone: true, do: func(h *host) {
			h.custom("genes/2-3.plain.delta", update.CustomSHA256, strings.Repeat("ab", 32))
		}},
		{name: "a signed delta that makes too much", alone: true, do: func(h *host) { h.custom("genes/2-3.plain.delta", update.CustomLength, 7) }},
		{name: "a signed delta without a base", keys: true, want: "base is no string", alone: true, do: func(h *host) { h.custom("genes/2-3.plain.delta", update.CustomBase, nil) }},
		{name: "a truncated pack", want: "bytes, the signed length is", do: func(h *host) {
			p := h.wholeOnly()
			h.put(p, h.get(p)[:1000])
		}},
		{name: "an endless pack", want: "wanted", do: func(h *host) {
			p := h.wholeOnly()
			h.put(p, append(bytes.Clone(h.get(p)), 0))
		}},
		{name: "a swapped pack", want: "its SHA-256 is", do: func(h *host) {
			p := h.wholeOnly()
			h.put(p, bytes.Repeat([]byte{7}, len(h.get(p))))
		}},
		{name: "a signed pack that is none", keys: true, want: "does not work here", alone: true, do: func(h *host) { h.sign("no pack at all") }},
		{name: "a signed pack that is damaged", keys: true, want: "does not work here", alone: true, do: func(h *host) {
			p := bytes.Clone(h.get(h.path(".2.normpack")))
			p[len(p)-9] ^= 1
			h.sign(string(p))
		}},
	})
}

// keyAttacks are those of somebody who has not enough keys.
func keyAttacks() (list []attack) {
	for _, x := range []struct {
		role string
		sign func(h *host, keys ...string)
		path string
	}{
		{"timestamp", func(h *host, keys ...string) { alter(h, timestampPath, metadata.Timestamp(), nothing, keys...) }, timestampPath},
		{"snapshot", func(h *host, keys ...string) { alter(h, snapshotPath, metadata.Snapshot(), nothing, keys...) }, snapshotPath},
		{"targets", func(h *host, keys ...string) { alter(h, targetsPath, metadata.Targets(), nothing, keys...) }, targetsPath},
	} {
		other := "targets"
		if x.role == "targets" {
			other = "timestamp"
		}
		const want = "0 of the keys that may sign the "
		list = append(list,
			attack{name: x.role + " by a wrong key", want: want + x.role, do: func(h *host) { x.sign(h, "attacker") }},
			attack{name: x.role + " by the key of another role", want: want + x.role, do: func(h *host) { x.sign(h, other) }},
			attack{name: x.role + " without a signature", want: want + x.role, do: func(h *host) { x.sign(h) }},
			attack{name: x.role + " by a wrong key under the id of the right one", want: want + x.role, do: func(h *host) {
				h.put("honest", h.get(x.path))
				x.sign(h, "attacker")
				h.sameID(x.path)
			}},
		)
	}
	return append(list, []attack{
		{name: "a root of the attacker", want: "by the keys of version 1, 0 of the keys", do: func(h *host) { h.rotate(own, "attacker") }},
		{name: "a root with one key of two", want: "by the keys of version 1, 1 of the keys", do: func(h *host) { h.rotate(own, "attacker", "root 1") }},
		{name: "a root that its own keys have not signed", want: "0 of the keys that may sign the root", do: func(h *host) { h.rotate(own, "root 1", "root 2") }},
		{name: "a root of a later version", want: "version 3, want 2", do: func(h *host) {
			h.rotate(func(r *metadata.RootType) { r.Version = 3 }, "root 1", "root 2")
		}},
		{name: "the root once more", want: "version 1, want 2", do: func(h *host) { h.put(nextRootPath, h.get("metadata/1.root.json")) }},
		{name: "one key id twice", want: "two signatures have the key id", do: func(h *host) {
			h.rotate(nothing, "root 1")
			var file struct {
				Signatures []map[string]string
				Signed     json.RawMessage
			}
			check(h.t, json.Unmarshal(h.get(nextRootPath), &file))
			file.Signatures = append(file.Signatures, maps.Clone(file.Signatures[0]))
			text, err := json.Marshal(map[string]any{"signatures": file.Signatures, "signed": file.Signed})
			check(h.t, err)
			h.put(nextRootPath, text)
		}},
	}...)
}

// wholeOnly takes the deltas away, and returns the path of the newest pack.
func (h *host) wholeOnly() string {
	maps.DeleteFunc(h.files, func(path string, _ *fstest.MapFile) bool { return strings.HasSuffix(path, ".delta") })
	return h.path(".3.normpack")
}

// custom changes what the signed targets say of a delta.
func (h *host) custom(target, field string, value any) {
	alter(h, h.path(".targets.json"), metadata.Targets(), func(s *metadata.TargetsType) {
		var custom map[string]any
		check(h.t, json.Unmarshal(*s.Targets[target].Custom, &custom))
		custom[field] = value
		text, err := json.Marshal(custom)
		check(h.t, err)
		s.Targets[target].Custom = (*json.RawMessage)(&text)
	}, "targets")
}

// sign has the publisher sign anything as version 3.
func (h *host) sign(content string) {
	path := update.TargetPath("genes", 3)
	alter(h, targetsPath, metadata.Targets(), func(s *metadata.TargetsType) {
		info, err := metadata.TargetFile().FromBytes(path, []byte(content), "sha256")
		check(h.t, err)
		s.Targets = map[string]*metadata.TargetFiles{path: info}
	}, "targets")
	h.put(update.Location(path, update.Digest([]byte(content))), []byte(content))
}

// TestAttacks updates a device over a repository that somebody has changed. It gets the right pack or keeps the one it
// has, says why, and takes the next honest update. go-tuf's client refuses what ours refuses.
func TestAttacks(t *testing.T) {
	older := newHost(t, version(t, 1))
	before := older.clone()
	before.publish(version(t, 2))
	honest := before.clone()
	honest.publish(version(t, 3))
	for _, a := range attacks() {
		t.Run(a.name, func(t *testing.T) {
			before, h := before.clone(), honest.clone()
			before.t, h.t = t, t
			h.put("old timestamp", older.get(timestampPath))
			d, g := newDevice(before), &goTUF{root: before.get("metadata/1.root.json")}
			_, err := d.update(before)
			check(t, err)
			check(t, g.update(before))
			a.do(h)
			r, err := d.update(h)
			judge(t, a, r, err, g.update(h))
			if err != nil {
				d.has(2)
			} else {
				d.has(3)
			}
			later := honest.clone()
			later.t = t
			if a.name == "expired root" {
				later = h // whose root it was
			}
			if a.keys {
				later.renew()
			}
			if r, err := d.update(later); err != nil || r.Version != 3 {
				t.Errorf("the next honest update: %+v, %v", r, err)
			}
			d.has(3)
		})
	}
}

// renew is what the publisher does after an attack with some of the keys, and now and then: a new root, all signed anew.
func (h *host) renew() {
	h.t.Helper()
	r := h.open()
	check(h.t, r.Rotate(usual, h.now, lifetimes))
	h.commit(r, usualPrivate)
}

func judge(t *testing.T, a attack, r update.Result, err, goTUF error) {
	t.Helper()
	switch {
	case a.want == "" && (err != nil || r.Version != 3):
		t.Errorf("%+v, %v; want version 3", r, err)
	case a.want != "" && (err == nil || !strings.Contains(err.Error(), a.want)):
		t.Errorf("%+v, %v; want an error with %q", r, err, a.want)
	case a.want == "" && a.alone && len(r.Notes) == 0:
		t.Errorf("%+v: want a note why it took another way", r)
	case !a.alone && (err == nil) != (goTUF == nil):
		t.Errorf("go-tuf's client says %v, ours %v", goTUF, err)
	}
}
