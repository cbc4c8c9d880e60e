package translation

import (
	"strings"

	"github.com/normlet/normlet/internal/wire"
)

// Bounds of what a pack may have, many times what terminologies show.
const (
	maxLetters   = 128
	maxJoints    = 16
	maxWords     = 1 << 18
	maxEntries   = 1 << 18
	maxLanguages = 64
	MaxKey       = 255 // bytes of a word or phrase
	maxOptions   = 16
	maxMeans     = 16 // words of an option
)

// Append appends the payload of a pack's section TRAN: the spelling, the words of the list, then each language. Sorted strings
// are written as the bytes that each shares with the one before, and the rest.
//
//	tables    count, letters, count, joints, count, words, count, languages
//	language  tag, count, entries
//	entry     key, number of options, options
//	option    P in 1/255, number of words, their numbers
//
// Counts and numbers are varints; the bytes shared, P and the number of options and words are one byte each.
func Append(b []byte, ts *Tables) []byte {
	for _, list := range [...][]string{ts.Letters, ts.Joints} {
		b = wire.AppendUvarint(b, uint64(len(list)))
		for _, s := range list {
			b = wire.AppendLenBytes(b, s)
		}
	}
	b = wire.AppendUvarint(b, uint64(len(ts.Words)))
	last := ""
	for _, w := range ts.Words {
		b, last = appendShared(b, last, w), w
	}
	b = wire.AppendUvarint(b, uint64(len(ts.Languages)))
	for _, t := range ts.Languages {
		b = wire.AppendUvarint(wire.AppendLenBytes(b, t.Tag), uint64(len(t.Entries)))
		last = ""
		for _, e := range t.Entries {
			b, last = append(appendShared(b, last, e.Key), byte(len(e.Options))), e.Key
			for _, o := range e.Options {
				b = append(b, byte(float32(o.P*255)+.5), byte(len(o.Words)))
				for _, w := range o.Words {
					b = wire.AppendUvarint(b, uint64(w))
				}
			}
		}
	}
	return b
}

func appendShared(b []byte, last, s string) []byte {
	n := 0
	for n < min(len(last), len(s), MaxKey) && last[n] == s[n] {
		n++
	}
	return wire.AppendLenBytes(append(b, byte(n)), s[n:])
}

// Parse reads a section TRAN. Without one there is no table.
func Parse(data []byte) (*Tables, error) {
	if len(data) == 0 {
		return &Tables{}, nil
	}
	r := wire.NewReader(data)
	letters, joints := readList(r, maxLetters), readList(r, maxJoints)
	if len(letters)%2 != 0 {
		r.Failf("%d letters; want two and two", len(letters))
		return nil, r.Err()
	}
	ts := &Tables{Spelling: NewSpelling(letters, joints), Words: make([]string, bounded(r, maxWords))}
	last := ""
	for i := range ts.Words {
		last = readShared(r, last, i > 0)
		ts.Words[i] = last
	}
	for range bounded(r, maxLanguages) {
		t := &Table{Tag: string(r.LenBytes())}
		t.Entries = make([]Entry, bounded(r, maxEntries))
		last = ""
		for i := range t.Entries {
			last = readShared(r, last, i > 0)
			t.Entries[i] = Entry{last, readOptions(r, len(ts.Words))}
			if r.Err() != nil {
				return nil, r.Err()
			}
		}
		ts.Languages = append(ts.Languages, t)
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	ts.index()
	return ts, nil
}

// bounded reads a count.
func bounded(r *wire.Reader, most int) int {
	n := r.Count(1)
	if n > most {
		r.Failf("%d of them; at most %d allowed", n, most)
		return 0
	}
	return n
}

func readList(r *wire.Reader, most int) []string {
	list := make([]string, bounded(r, most))
	for i := range list {
		list[i] = string(r.LenBytes())
	}
	return list
}

// readShared reads a string after last, which has to come before it in order.
func readShared(r *wire.Reader, last string, ordered bool) string {
	n := int(r.Uint8())
	rest := string(r.LenBytes())
	if n > len(last) || n+len(rest) > MaxKey {
		r.Failf("a word of the section shares %d bytes with %q", n, last)
		return last
	}
	s := last[:n] + rest
	if ordered && strings.Compare(last, s) >= 0 {
		r.Failf("%q does not come before %q", last, s)
	}
	return s
}

func readOptions(r *wire.Reader, words int) []Option {
	n := int(r.Uint8())
	if n == 0 || n > maxOptions {
		r.Failf("%d meanings; want 1 to %d", n, maxOptions)
		return nil
	}
	options := make([]Option, n)
	for i := range options {
		options[i].P = float32(r.Uint8()) / 255
		k := int(r.Uint8())
		if k > maxMeans {
			r.Failf("a meaning of %d words; at most %d allowed", k, maxMeans)
			return nil
		}
		for range k {
			w := r.Uvarint()
			if w >= uint64(words) {
				r.Failf("word %d of %d", w, words)
				return nil
			}
			options[i].Words = append(options[i].Words, uint32(w))
		}
	}
	return options
}
