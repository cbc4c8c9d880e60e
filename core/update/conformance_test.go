package update_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/theupdateframework/go-tuf/v2/metadata"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/update"
)

// The tests of this file are what the conformance suite of TUF asks of clients, as far as it fits a client of files. Left
// out are delegated targets and names of delegated roles (we read top-level targets only), keys other than Ed25519 and
// digests other than SHA-256 (refused by design), and copies of public repositories (they have both).

// kept returns the version of a role that a device has stored, 0 for none.
func (d *device) kept(role string) int64 {
	var file struct{ Signed struct{ Version int64 } }
	if text, ok := d.files[role+".json"]; ok {
		check(d.t, json.Unmarshal(text, &file))
	}
	return file.Signed.Version
}

// TestOrder requires the files to be asked for in the order of the specification, and none that is not needed.
func TestOrder(t *testing.T) {
	h := newHost(t, version(t, 1))
	d := newDevice(h)
	asked := func(o update.Options) (paths []string, err error) {
		o.Now = now
		_, err = d.store.Begin(o).Run(func(w update.Want) ([]byte, error) {
			paths = append(paths, w.Path)
			return h.fetch(w)
		})
		return paths, err
	}
	first := []string{nextRootPath, timestampPath, "metadata/2.snapshot.json", "metadata/2.targets.json"}
	if paths, err := asked(update.Options{Name: "drugs"}); err == nil || !slices.Equal(paths, first) {
		t.Errorf("a pack that is not there: %q, %v", paths, err)
	}
	if paths, err := asked(update.Options{Name: "genes"}); err != nil || !slices.Equal(paths, append(first[:2:2], h.path(".1.normpack"))) {
		t.Errorf("what is known is asked for again: %q, %v", paths, err)
	}
}

// TestLengths requires no more of a file to be asked for than is signed, where a length is.
func TestLengths(t *testing.T) {
	h := newHost(t, version(t, 1))
	alter(h, timestampPath, metadata.Timestamp(), func(s *metadata.TimestampType) {
		s.Meta["snapshot.json"].Length = int64(len(h.get("metadata/2.snapshot.json")))
	}, "timestamp")
	most := map[string]int64{}
	_, err := newDevice(h).store.Begin(update.Options{Name: "genes", Now: now}).Run(func(w update.Want) ([]byte, error) {
		most[w.Path] = w.Most
		if data, ok := h.files[w.Path]; ok && w.Content != (w.SHA256 == update.Digest(data.Data)) {
			t.Errorf("%+v", w)
		}
		return h.fetch(w)
	})
	check(t, err)
	for path, want := range map[string]int64{
		nextRootPath: 1 << 20, timestampPath: 1 << 20, "metadata/2.snapshot.json": int64(len(h.get("metadata/2.snapshot.json"))), "metadata/2.targets.json": 1 << 20,
		h.path(".1.normpack"): size(h, 1),
	} {
		if most[path] != want {
			t.Errorf("%s: at most %d bytes are wanted, want %d", path, most[path], want)
		}
	}
}

// TestFirstRoot begins with a root that is not sound: nothing is asked of the repository.
func TestFirstRoot(t *testing.T) {
	h := newHost(t, version(t, 1))
	for want, change := range map[string]func(signed, sig map[string]any){
		"version is no positive integer":       func(signed, _ map[string]any) { delete(signed, "version") },
		"1 of the keys that may sign the root": func(_, sig map[string]any) { sig["sig"] = strings.Repeat("00", 64) },
		"the role root has the key id":         func(signed, _ map[string]any) { twice(signed) },
		"has no consistent snapshots":          func(signed, _ map[string]any) { signed["consistent_snapshot"] = false },
		"this release reads 1.x":               func(signed, _ map[string]any) { signed["spec_version"] = "2.0" },
		"the role targets is no object":        func(signed, _ map[string]any) { delete(signed["roles"].(map[string]any), "targets") },
		"threshold is no positive integer": func(signed, _ map[string]any) {
			signed["roles"].(map[string]any)["root"].(map[string]any)["threshold"] = 0
		},
		"is no time such as":        func(signed, _ map[string]any) { signed["expires"] = "2030-01-01" },
		"want its root":             func(signed, _ map[string]any) { signed["_type"] = "timestamp" },
		"public is not hexadecimal": func(signed, _ map[string]any) { someKey(signed)["keyval"] = map[string]any{"public": "x"} },
		"a key has 31 bytes": func(signed, _ map[string]any) {
			someKey(signed)["keyval"] = map[string]any{"public": strings.Repeat("00", 31)}
		},
		"keyid is no string":     func(_, sig map[string]any) { sig["keyid"] = 7 },
		"sig is not hexadecimal": func(_, sig map[string]any) { sig["sig"] = "xy" },
	} {
		var file struct {
			Signatures []map[string]any `json:"signatures"`
			Signed     map[string]any   `json:"signed"`
		}
		check(t, json.Unmarshal(h.get("metadata/1.root.json"), &file))
		change(file.Signed, file.Signatures[0])
		text, err := json.Marshal(file)
		check(t, err)
		files := update.Memory{}
		if err := update.NewStore(files, core.Limits{}).Trust(text); err == nil || !strings.Contains(err.Error(), want) || len(files) > 0 {
			t.Errorf("%v, want %q; the store has %d files", err, want, len(files))
		}
		files["root.json"] = text // as if an earlier release had taken it
		if w := update.NewStore(files, core.Limits{}).Begin(update.Options{Name: "genes", Now: now}).Next(); w != nil {
			t.Errorf("%s: %+v is asked for", want, w)
		}
	}
}

func someKey(signed map[string]any) map[string]any {
	for _, k := range signed["keys"].(map[string]any) {
		return k.(map[string]any)
	}
	return nil
}

func twice(signed map[string]any) {
	role := signed["roles"].(map[string]any)["root"].(map[string]any)
	ids := role["keyids"].([]any)
	role["keyids"] = append(ids, ids[0])
}

// kept is the versions of root, timestamp, snapshot and targets that a device has stored.
type kept [4]int64

// TestConformance changes a repository whose first state a device has taken: what it refuses, and what it keeps then.
func TestConformance(t *testing.T) {
	expired := now.Add(-day)
	before := kept{1, 2, 2, 2}
	for _, c := range []struct {
		name string
		do   func(h *host)
		want string // of the error; "": none
		kept kept
	}{
		{"nothing new", func(*host) {}, "", before},
		{"a timestamp of the same version says something else", func(h *host) {
			alter(h, timestampPath, metadata.Timestamp(), func(s *metadata.TimestampType) { s.Meta["snapshot.json"].Version = 100 }, "timestamp")
		}, "", before},
		{"an older timestamp", func(h *host) {
			alter(h, timestampPath, metadata.Timestamp(), func(s *metadata.TimestampType) { s.Version = 1 }, "timestamp")
		}, "version 1 is older than version 2", before},
		{"an expired timestamp", func(h *host) {
			alter(h, timestampPath, metadata.Timestamp(), func(s *metadata.TimestampType) { s.Version, s.Expires = 3, expired }, "timestamp")
		}, "timestamp.json: expired on ", before},
		{"an older snapshot, which is known to be", func(h *host) { h.snapshot(1, nil); h.timestamp(3, 1, nil) }, "of snapshot.json, version 1 is older", before},
		{"an older snapshot with its digest", func(h *host) { h.timestamp(3, 1, h.snapshot(1, nil)) }, "of snapshot.json, version 1 is older", before},
		{"an older snapshot in place of the newest", func(h *host) {
			h.put("metadata/2.snapshot.json", h.snapshot(1, nil))
		}, "", before}, // it is not asked for again
		{"a snapshot that the timestamp does not know", func(h *host) {
			h.put("metadata/3.snapshot.json", h.snapshot(4, nil))
			h.timestamp(3, 3, nil)
		}, "3.snapshot.json: version 4, want 3 as in timestamp.json", kept{1, 3, 2, 2}},
		{"a snapshot with another digest", func(h *host) { h.snapshot(3, nil); h.timestamp(3, 3, []byte("other")) }, "3.snapshot.json: ", kept{1, 3, 2, 2}},
		{"an expired snapshot", func(h *host) {
			h.snapshot(3, func(s *metadata.SnapshotType) { s.Expires = expired })
			h.timestamp(3, 3, nil)
		}, "3.snapshot.json: expired on ", kept{1, 3, 2, 2}},
		{"a snapshot of older targets", func(h *host) {
			h.snapshot(3, func(s *metadata.SnapshotType) { s.Meta["targets.json"].Version = 1 })
			h.timestamp(3, 3, nil)
		}, "of targets.json, version 1 is older than version 2", kept{1, 3, 2, 2}},
		{"a snapshot that no longer lists the targets", func(h *host) {
			h.snapshot(3, func(s *metadata.SnapshotType) {
				s.Meta = map[string]*metadata.MetaFiles{"other.json": metadata.MetaFile(3)}
			})
			h.timestamp(3, 3, nil)
		}, "the entry of targets.json is no object", kept{1, 3, 2, 2}},
		{"targets of another version than listed", func(h *host) { h.targets(3, 4, nil) }, "3.targets.json: version 4, want 3 as in snapshot.json", kept{1, 3, 3, 2}},
		{"targets of another digest than listed", func(h *host) { h.targets(3, 3, []byte("other")) }, "3.targets.json: its SHA-256 is ", kept{1, 3, 3, 2}},
		{"expired targets", func(h *host) {
			h.targets(3, 3, nil)
			alter(h, "metadata/3.targets.json", metadata.Targets(), func(s *metadata.TargetsType) { s.Expires = expired }, "targets")
		}, "3.targets.json: expired on ", kept{1, 3, 3, 2}},
		{"newer targets", func(h *host) { h.targets(3, 3, nil) }, "", kept{1, 3, 3, 3}},
		{"an expired root, which counts all the same", func(h *host) {
			h.rotate(func(r *metadata.RootType) { r.Expires = expired }, "root 1", "root 2")
		}, "root.json: expired on ", kept{2, 2, 2, 2}},
		{"fields that nobody knows", func(h *host) {
			h.rotate(func(r *metadata.RootType) {
				r.UnrecognizedFields = map[string]any{"custom-field": "value"}
				r.Roles["root"].UnrecognizedFields = map[string]any{"another": []any{"a", int64(1)}}
				for _, k := range r.Keys {
					k.UnrecognizedFields = map[string]any{"keyid_hash_algorithms": []any{"md5"}}
				}
			}, "root 1", "root 2")
		}, "", kept{2, 2, 2, 2}},
	} {
		h := newHost(t, version(t, 1))
		d := newDevice(h)
		_, err := d.update(h)
		check(t, err)
		c.do(h)
		_, err = d.update(h)
		if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if have := (kept{d.kept("root"), d.kept("timestamp"), d.kept("snapshot"), d.kept("targets")}); have != c.kept {
			t.Errorf("%s: the device keeps the versions %d, want %d", c.name, have, c.kept)
		}
		d.has(1)
	}
}

// snapshot writes the snapshot of a version after a change, and returns it.
func (h *host) snapshot(version int64, change func(*metadata.SnapshotType)) []byte {
	m, err := metadata.Snapshot().FromBytes(h.get("metadata/2.snapshot.json"))
	check(h.t, err)
	m.Signed.Version = version
	if change != nil {
		change(&m.Signed)
	}
	path := fmt.Sprintf("metadata/%d.snapshot.json", version)
	put(h, path, m, "timestamp")
	return h.get(path)
}

// timestamp writes a timestamp that names a snapshot, with its digest unless the text is nil.
func (h *host) timestamp(version, snapshot int64, text []byte) {
	alter(h, timestampPath, metadata.Timestamp(), func(s *metadata.TimestampType) {
		s.Version, s.Meta["snapshot.json"] = version, listed(h, snapshot, text)
	}, "timestamp")
}

func listed(h *host, version int64, text []byte) *metadata.MetaFiles {
	f := metadata.MetaFile(version)
	if text != nil {
		info, err := metadata.TargetFile().FromBytes("x", text, "sha256")
		check(h.t, err)
		f.Hashes = info.Hashes
	}
	return f
}

// targets writes targets of a version under the number of another, a snapshot that lists that number, with the digest of
// a text unless it is nil, and a timestamp.
func (h *host) targets(number, version int64, text []byte) {
	m, err := metadata.Targets().FromBytes(h.get("metadata/2.targets.json"))
	check(h.t, err)
	m.Signed.Version = version
	put(h, fmt.Sprintf("metadata/%d.targets.json", number), m, "targets")
	h.snapshot(3, func(s *metadata.SnapshotType) { s.Meta["targets.json"] = listed(h, number, text) })
	h.timestamp(3, 3, nil)
}

// TestExpiredHere updates after all that the device keeps has expired: it still tells what is older.
func TestExpiredHere(t *testing.T) {
	h := newHost(t, version(t, 1))
	d := newDevice(h)
	_, err := d.update(h)
	check(t, err)
	old := h.clone()
	h.now = now.Add(20 * day)
	h.publish(version(t, 2))
	if _, err := d.update(h); err != nil {
		t.Error(err)
	}
	d.has(2)
	old.now = h.now
	if _, err := d.update(old); err == nil || !strings.Contains(err.Error(), "version 2 is older than version 3") {
		t.Errorf("the files of before: %v", err)
	}
}

// TestRecovery has somebody with an online key issue high versions. Once that key is changed, lower ones count again.
func TestRecovery(t *testing.T) {
	for role, forward := range map[string]func(h *host){
		"timestamp": func(h *host) { h.timestamp(1000, 2, nil) },
		"snapshot":  func(h *host) { h.timestamp(3, 1000, h.snapshot(1000, nil)) },
		"targets": func(h *host) {
			h.targets(1000, 1000, nil)
		},
	} {
		h := newHost(t, version(t, 1))
		d := newDevice(h)
		stolen := h.clone()
		forward(stolen)
		if _, err := d.update(stolen); err != nil || d.kept(role) != 1000 {
			t.Errorf("%s: version %d, %v", role, d.kept(role), err)
		}
		k := usual
		k.Timestamp = public("new timestamp")
		h.rotateTo(k, "root 1", "root 3", "targets", "new timestamp")
		if _, err := d.update(h); err != nil || d.kept(role) >= 1000 {
			t.Errorf("%s: version %d, %v", role, d.kept(role), err)
		}
	}
}

// TestOneKeyManyIDs lists one key under several ids: its signatures count once.
func TestOneKeyManyIDs(t *testing.T) {
	h := newHost(t, version(t, 1))
	alter(h, "metadata/1.root.json", metadata.Root(), func(r *metadata.RootType) {
		role := r.Roles["timestamp"]
		role.Threshold = 2
		r.Keys["another"] = r.Keys[role.KeyIDs[0]]
		role.KeyIDs = append(role.KeyIDs, "another")
	}, "root 1", "root 2")
	var file map[string]json.RawMessage
	check(t, json.Unmarshal(h.get(timestampPath), &file))
	var list []map[string]string
	check(t, json.Unmarshal(file["signatures"], &list))
	file["signatures"], _ = json.Marshal(append(list, map[string]string{"keyid": "another", "sig": list[0]["sig"]}))
	text, err := json.Marshal(file)
	check(t, err)
	h.put(timestampPath, text)
	if _, err := newDevice(h).update(h); err == nil || !strings.Contains(err.Error(), "1 of the keys that may sign the timestamp") {
		t.Error(err)
	}
}

// TestExpiredError requires the error to say what has expired, and when.
func TestExpiredError(t *testing.T) {
	h := newHost(t, version(t, 1))
	d := newDevice(h)
	h.now = now.Add(7 * day)
	_, err := d.update(h)
	if e, ok := errors.AsType[*update.ExpiredError](err); !ok || e.Role != "timestamp" || !e.At.Equal(now.Add(7*day).Truncate(time.Second)) {
		t.Errorf("%+v", err)
	}
}
