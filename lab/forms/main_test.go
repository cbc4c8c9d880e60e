package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun reads a WordNet of a few words.
func TestRun(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"noun.exc": "feet foot\noperae opus\nlarvae larva\n",
		"data.noun": "  1 a licence\n" +
			"00000001 08 n 01 foot 0 000 | a part\n00000002 08 n 02 haemal 0 Tibet 0 000 | a word\n00000003 08 n 01 hemal 0 000 | a word\n" +
			"00000004 08 n 01 larva 0 000 | one\n00000005 08 n 02 stage 0 foot_stage 0 000 | two words\n",
		"data.adj": "00000011 01 a 02 pedal 0 podal(p) 1 002 \\ 00000001 n 0201 + 00000002 n 0101 | of feet\n" +
			"00000012 01 a 01 larval 0 003 \\ 00000005 n 0102 \\ 00000005 n 0101 \\ 00000004 n 0101 | of larvae\n" +
			"00000013 01 a 01 Tibetan 0 001 \\ 00000002 n 0102 | of Tibet\n",
		"index.adj": "larval a 1 1 \\ 1 0 00000012\npedal a 1 2 \\ + 1 0 00000011\npodal a 1 2 \\ + 1 0 00000011\ntibetan a 1 1 \\ 1 0 00000013\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := run([]string{folder}, &out); err != nil {
		t.Fatal(err)
	}
	want := head + "word\tfeet\tfoot\nword\tlarvae\tlarva\nword\tlarval\tstage\nword\tlarval\tlarva\nword\tpedal\thaemal\nword\tpedal\themal\nword\tpodal\tfoot\n"
	if got := out.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if err := run([]string{t.TempDir()}, &out); err == nil || !strings.Contains(err.Error(), "data.noun") {
		t.Errorf("without its files: %v", err)
	}
}

// TestLearn learns a suffix that enough pairs show, in its shortest form, and none that is often wrong or that a noun goes on from.
func TestLearn(t *testing.T) {
	w := &words{forms: map[string]bool{}, nouns: map[string]bool{}}
	add := func(stem string, is bool, form, noun string) {
		w.forms[stem+form], w.nouns[stem+noun] = true, true
		if is {
			w.pairs = append(w.pairs, pair{stem + form, stem + noun})
		}
	}
	for i := range 2 * minPairs {
		stem := "bac" + string(rune('a'+i))
		add(stem, true, "quar", "quus")         // always
		add(stem, i%2 == 0, "zic", "zis")       // half of them
		add(stem, true, "mal", "mality")        // goes on
		add(stem, i < minPairs-1, "tish", "to") // too few
	}
	w.sort()
	if got := learn(w); len(got) != 1 || got[0] != (pair{"ar", "us"}) {
		t.Errorf("%v", got)
	}
}
