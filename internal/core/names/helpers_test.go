package names

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/knowledge"
)

// table has rewrites of every kind.
const table = `ending	ate	ic acid
filler	my	
filler	really	
head	damage	disease
head	injury	disease
mention	cant sleep	insomnia
phrase	falling	loss
phrase	falling out	shedding
phrase	head hurt	headache
root	arthr	joint
root	cardi	heart
root	encephal	brain
root	nephr	kidney
spelling	ae	e
spelling	lph	lf
spelling	oe	e
spelling	our	or
tail	itis	inflammation
tail	pathies	diseases
tail	pathy	disease
tail	toxic	toxicity
tail	toxicity	toxicity
word	hepatic	liver
word	renal	kidney
`

// rewrites returns those of table.
func rewrites(t testing.TB) *Rewrites {
	t.Helper()
	r, err := parseRewrites([]byte(table))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// known is all that the tables have.
var known = func() *Knowledge {
	k, err := parseKnowledge(knowledge.Section(func(string, []string) bool { return true }))
	if err != nil {
		panic(err)
	}
	return k
}()

// read returns a name, read.
func read(name string) *Text {
	var t Text
	t.Read(name)
	return &t
}

// compact returns the letters and digits of a text form.
func compact(form string) string { return string(AppendCompact(nil, []byte(form))) }

// counted returns how common words are in a list of names.
func counted(t testing.TB, list []string, optional map[uint32]uint8) Frequencies {
	t.Helper()
	f, err := ParseFrequencies(countWords(list, optional), len(list))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func countWords(list []string, optional map[uint32]uint8) []byte {
	return CountWords(func(yield func(int, []byte) bool) {
		for i, name := range list {
			if !yield(i, []byte(name)) {
				return
			}
		}
	}, len(list), optional)
}

// without returns a set of rules.
func without(rules ...Rule) (off RuleSet) {
	for _, r := range rules {
		off = off.With(r)
	}
	return off
}

// allocated returns how many bytes f allocates.
func allocated(f func()) int {
	least := uint64(math.MaxInt)
	for range 5 { // the runtime allocates now and then, too
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return int(least)
}

// changed returns the table with one of its lines changed, left out or moved.
func changed(change func(lines []string) []string) string {
	return strings.Join(change(slices.Collect(strings.Lines(table))), "")
}
