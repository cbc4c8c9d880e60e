package core

import (
	"hash/fnv"
	"testing"
)

// TestAttestedShare has 255 for all of many mentions, and less where there were few.
func TestAttestedShare(t *testing.T) {
	for _, tt := range []struct {
		count, total int
		want         uint8
	}{{0, 0, 0}, {0, 9, 0}, {1, 1, 128}, {3, 3, 191}, {1, 4, 51}, {8, 9, 204}, {1000, 1000, 255}} {
		if got := AttestedShare(tt.count, tt.total); got != tt.want {
			t.Errorf("%d of %d mentions: %d, want %d", tt.count, tt.total, got, tt.want)
		}
	}
}

// TestAttestedKey tells apart where the name ends and the id begins. Packs hold keys: they must not change.
func TestAttestedKey(t *testing.T) {
	seen := map[uint32]string{}
	for _, tt := range [][2]string{{"fake1", "T:1"}, {"fake", "1T:1"}, {"fake1T:1", ""}, {"", "fake1T:1"}, {"fake1", "T:2"}} {
		key := AttestedKey(tt[0], tt[1])
		if other, ok := seen[key]; ok {
			t.Errorf("%q has the key of %s", tt, other)
		}
		seen[key] = tt[0] + " and " + tt[1]
	}
	for _, tt := range [][2]string{{"", ""}, {"a", ""}, {"fake1", "T:1"}} {
		h := fnv.New32a()
		h.Write([]byte(tt[0] + "\x00" + tt[1]))
		if got := AttestedKey(tt[0], tt[1]); got != h.Sum32() {
			t.Errorf("%q: key %#x, want %#x", tt, got, h.Sum32())
		}
	}
}

// TestAttestation finds the share of a key, and none for others.
func TestAttestation(t *testing.T) {
	c := Calibration{Attested: []Attestation{{Key: 3, Share: 30}, {Key: 7, Share: 70}}}
	for key, want := range map[uint32]uint8{2: 0, 3: 30, 4: 0, 7: 70, 8: 0} {
		if got := c.attestation(key); got != want {
			t.Errorf("key %d: %d, want %d", key, got, want)
		}
	}
}

func TestLetters(t *testing.T) {
	for form, want := range map[string]bool{"": true, "az": true, "mz": true, "a`": false, "z{": false, "aB": false, "a1": false, "ä": false} {
		if letters(form) != want {
			t.Errorf("%q: %t", form, !want)
		}
	}
}
