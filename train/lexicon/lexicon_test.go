package lexicon

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data"
)

func terminology(entities ...[]string) *data.Terminology {
	t := &data.Terminology{}
	for _, list := range entities {
		e := data.Entity{ID: list[0]}
		for _, name := range list {
			e.Names = append(e.Names, data.Name{Text: name})
		}
		t.Entities = append(t.Entities, e)
	}
	return t
}

func TestOf(t *testing.T) {
	a := terminology([]string{"Renal failure", "Kidney failure"}, []string{"renal stones", "kidney stone"},
		[]string{"primary syphilis"}, []string{"secondary syphilis"}, []string{"primary ulcer", "secondary ulcer"},
		[]string{"Myalgia", "Pain, muscle", "Muscle pains", "muscle pain", "type 2 ache", "pain of the muscles of man"})
	b := terminology([]string{"renal colic", "kidney colic"}, []string{"renal cyst", "kidney cyst"}, []string{"kidney pain"}, []string{"renal pain"},
		[]string{"influenza", "grippe"}, []string{"cold", "grippe", "common cold"},
		[]string{"failing kidney", "renal failure"}, []string{"kidney arrest", "renal arrest", "kidney failure"},
		[]string{"stony ulcer", "kidney stones", "primary ulcers", "ulcer of stone"})
	l := Of([]*data.Terminology{a, b})
	names := map[string]string{}
	for _, group := range l {
		names[group[0]] = strings.Join(group[1:], ", ")
	}
	if names["myalgia"] != "muscle pains" || names["cold"] != "common cold" || names["renal failure"] != "failing kidney" || // one thing in both, once
		names["kidney arrest"] != "renal arrest" || names["stony ulcer"] != "ulcer of stone" || names["renal stones"]+names["primary ulcer"] != "" { // shares names with two things
		t.Errorf("names %v", names)
	}
	if _, ok := names["influenza"]; ok {
		t.Errorf("influenza lends a name of a cold: %v", names)
	}
	again, err := read(strings.NewReader(written(l)))
	if err != nil || len(again) != len(l) {
		t.Errorf("read again: %v (%v)", again, err)
	}
}

// written returns a lexicon as a file.
func written(l Lexicon) (file string) {
	for _, thing := range l {
		file += strings.Join(thing, "\t") + "\n"
	}
	return file
}

func TestReadRefuses(t *testing.T) {
	for _, line := range []string{"", "one", "one\t", "Capital\tb", "a\tb  c", strings.Repeat("x", 1<<17)} {
		if l, err := read(strings.NewReader(line + "\n")); err == nil || !strings.HasPrefix(err.Error(), "lexicon: ") {
			t.Errorf("%.40q: %v, %v", line, l, err)
		}
	}
}

// TestDefault requires of the lexicon of the program what anybody would look for.
func TestDefault(t *testing.T) {
	l, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range [][2]string{{"myalgia", "muscle pain"}, {"otalgia", "earache"}, {"fenofibrate", "procetofen"}} {
		found := false
		for _, group := range l {
			all := "\t" + strings.Join(group, "\t") + "\t"
			found = found || strings.Contains(all, "\t"+want[0]+"\t") && strings.Contains(all, "\t"+want[1]+"\t")
		}
		if !found {
			t.Errorf("%s is not %s", want[0], want[1])
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("x\ty z\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := read(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := read(strings.NewReader(written(l)))
		if err != nil || len(again) != len(l) {
			t.Errorf("%q is read as %v, then as %v (%v)", text, l, again, err)
		}
	})
}
