package update_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/theupdateframework/go-tuf/v2/metadata"

	"github.com/normlet/normlet/core/update"
)

// rootOf writes the root of a version that has the keys given for a role, as digits, and signatures.
func (h *host) rootOf(role string, version int64, keys string, threshold int, signers string) {
	m, err := metadata.Root().FromBytes(h.get("metadata/1.root.json"))
	check(h.t, err)
	m.Signed.Version = version
	m.Signed.Roles[role].KeyIDs, m.Signed.Roles[role].Threshold = nil, threshold
	for _, name := range strings.Split(keys, "") {
		k, err := metadata.KeyFromPublicKey(public(name)[0])
		check(h.t, err)
		check(h.t, m.Signed.AddKey(k, role))
	}
	put(h, fmt.Sprintf("metadata/%d.root.json", version), m, strings.Split(signers, "")...)
}

// TestRootChains follows chains of roots. Each is keys, threshold and signers; the last one is refused if it is not good.
func TestRootChains(t *testing.T) {
	type r struct {
		keys      string
		threshold int
		signers   string
	}
	for _, c := range []struct {
		name  string
		chain []r
		want  string
	}{
		{"one key changed", []r{{"1", 1, "1"}, {"2", 1, "21"}, {"2", 1, "2"}}, ""},
		{"signatures that nobody asked for", []r{{"1", 1, "314"}, {"2", 1, "3214"}, {"2", 1, "324"}}, ""},
		{"others of the same keys sign", []r{{"01234", 3, "024"}, {"01234", 3, "041"}, {"01234", 3, "013"}}, ""},
		{"one key of five changed", []r{{"01234", 3, "024"}, {"01345", 3, "041"}}, ""},
		{"all of five changed", []r{{"01234", 3, "024"}, {"56789", 3, "024567"}, {"56789", 3, "567"}}, ""},
		{"a higher threshold", []r{{"123", 1, "1"}, {"123", 2, "12"}}, ""},
		{"a lower threshold", []r{{"123", 2, "12"}, {"123", 1, "12"}, {"123", 1, "1"}}, ""},
		{"not by the old key", []r{{"1", 1, "1"}, {"2", 1, "234"}}, "by the keys of version 1, 0 of"},
		{"not by the new key", []r{{"1", 1, "1"}, {"2", 1, "134"}}, "0 of the keys that may sign the root have signed it, want 1"},
		{"two of the new keys", []r{{"01234", 3, "024"}, {"01345", 3, "024"}}, "2 of the keys that may sign the root have signed it, want 3"},
		{"two of the old keys", []r{{"01234", 3, "024"}, {"01345", 3, "045"}}, "by the keys of version 1, 2 of"},
		{"below the higher threshold", []r{{"123", 1, "1"}, {"123", 2, "2"}}, "1 of the keys"},
		{"below the old threshold", []r{{"123", 2, "12"}, {"123", 1, "1"}}, "by the keys of version 1, 1 of"},
	} {
		h := newHost(t, version(t, 1))
		for i, x := range c.chain {
			h.rootOf("root", int64(i+1), x.keys, x.threshold, x.signers)
		}
		d := newDevice(h)
		_, err := d.update(h)
		last := int64(len(c.chain))
		if c.want != "" {
			last--
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || d.kept("root") != last {
			t.Errorf("%s: %v, want %q; root %d, want %d", c.name, err, c.want, d.kept("root"), last)
		}
		if c.want == "" {
			gap := h.clone()
			delete(gap.files, nextRootPath) // what comes after a gap is not reached
			late := newDevice(gap)
			if _, err := late.update(gap); err != nil || late.kept("root") != 1 {
				t.Errorf("%s, without the second: %v, root %d", c.name, err, late.kept("root"))
			}
		}
	}
}

// TestThresholds gives the other roles several keys.
func TestThresholds(t *testing.T) {
	for _, c := range []struct {
		keys      string
		threshold int
		signers   string
		want      int // how many count; as many as the threshold: it is taken
	}{
		{"2", 1, "2", 1}, {"1", 1, "314", 1}, {"2", 1, "134", 0}, {"01345", 3, "024", 2}, {"01345", 3, "04", 2},
		{"01234", 3, "024", 3}, {"01234", 3, "234", 3}, {"01234", 6, "01234", 5},
	} {
		for role, sign := range map[string]func(h *host, names ...string){
			"timestamp": func(h *host, n ...string) { alter(h, timestampPath, metadata.Timestamp(), nothing, n...) },
			"snapshot":  func(h *host, n ...string) { alter(h, "metadata/2.snapshot.json", metadata.Snapshot(), nothing, n...) },
			"targets":   func(h *host, n ...string) { alter(h, "metadata/2.targets.json", metadata.Targets(), nothing, n...) },
		} {
			h := newHost(t, version(t, 1))
			h.rootOf(role, 1, c.keys, c.threshold, "")
			alter(h, "metadata/1.root.json", metadata.Root(), nothing, "root 1", "root 2")
			sign(h, strings.Split(c.signers, "")...)
			d := newDevice(h)
			_, err := d.store.Begin(update.Options{Name: "genes", Now: now, Look: true}).Run(h.fetch)
			want := fmt.Sprintf("%d of the keys that may sign the %s have signed it, want %d", c.want, role, c.threshold)
			if (err == nil) != (c.want == c.threshold) || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %+v: %v", role, c, err)
			}
		}
	}
}
