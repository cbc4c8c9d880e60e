package update_test

import (
	"bytes"
	"testing"
	"unicode"

	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/internal/testfull"
)

// TestAgree flips bits all over the metadata, one at a time. What our client takes, go-tuf's takes, too, and it reads as
// before, such as a digit of a signature in upper case. What go-tuf's alone takes are other letters' cases: encoding/json
// takes "sIgnatures", and go-tuf compares what it has read with the signature, not what is written.
func TestAgree(t *testing.T) {
	every := testfull.Or(37, 5) // bytes; both meet all of eight bits
	honest := newHost(t, version(t, 1))
	honest.rotateTo(usual, "root 1", "root 2", "targets", "timestamp")
	first := honest.get("metadata/1.root.json")
	taken, refused := 0, 0
	for _, path := range []string{nextRootPath, timestampPath, "metadata/3.snapshot.json", "metadata/3.targets.json"} {
		for i := range honest.get(path) {
			if i%every != 0 {
				continue
			}
			h := honest.clone()
			data := bytes.Clone(h.get(path))
			data[i] ^= 1 << (i % 8)
			h.put(path, data)
			d := newDevice(h)
			r, err := d.store.Begin(update.Options{Name: "genes", Now: now, Look: true}).Run(h.fetch)
			theirs := (&goTUF{root: first}).update(h)
			if otherCase := i%8 == 5 && unicode.IsLetter(rune(data[i])); err == nil && theirs != nil || err != nil && theirs == nil && !otherCase {
				t.Errorf("%s, byte %d, %q: ours %v, go-tuf %v", path, i, around(data, i), err, theirs)
			}
			if err == nil && r.Found != 1 {
				t.Errorf("%s, byte %d: %+v", path, i, r)
			}
			if err == nil {
				taken++
			} else {
				refused++
			}
		}
	}
	t.Logf("%d taken, %d refused", taken, refused)
	if refused < testfull.Or(50, 500) || testfull.On() && taken == 0 {
		t.Errorf("only %d refused", refused)
	}
}

func around(data []byte, i int) []byte { return data[max(0, i-10):min(len(data), i+10)] }
