package assemble

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/translation"
	"github.com/normlet/normlet/train/data"
)

// tools is a list of tools in English, some with a name in Spanish.
func tools() *data.Terminology {
	t := &data.Terminology{}
	for i, c := range [][2]string{{"red", "rojo"}, {"blue", "azul"}, {"long", "largo"}, {"old", "viejo"}, {"heavy", "pesado"}} {
		for j, x := range [][2]string{{"hammer", "martillo"}, {"nail", "clavo"}, {"screwdriver", "destornillador"}, {"saw", "sierra"}, {"file", "lima"}, {"axe", "hacha"}} {
			e := data.Entity{ID: fmt.Sprintf("T:%d%d", i, j), Names: []data.Name{{Text: c[0] + " " + x[0]}}}
			if i != j {
				e.Names = append(e.Names, data.Name{Text: x[1] + " " + c[1], Kind: pack.KindExact, Languages: "es-MX es"})
			}
			t.Entities = append(t.Entities, e)
		}
	}
	return t
}

// TestTranslations finds entities by words of a language in which others have names, and nothing else of a pack changes.
func TestTranslations(t *testing.T) {
	c, _ := run(t, Recipe{Train: Always}, tools())
	n, _ := open(t, c)
	for mention, want := range map[string]string{"martillo rojo": "T:00", "destornillador largo": "T:22", "sierra vieja": "T:33", "lima pesada": "T:44"} {
		a, err := n.LookupWith(mention, core.Options{K: 1, Language: "es-ES"})
		if err != nil || len(a.Matches) == 0 || a.Matches[0].ID != want || a.Matches[0].Broader != "" {
			t.Errorf("%s: %+v, %v, want %s", mention, a.Matches, err, want)
		}
		if b := n.Lookup(mention, 1); len(b.Matches) == 0 || b.Matches[0].ID != want {
			t.Errorf("%s, without its language: %+v", mention, b.Matches)
		}
	}
	if a, _ := n.LookupWith("martillo rojo", core.Options{K: 1, Language: "fr"}); len(a.Matches) > 0 && a.Matches[0].P > .9 {
		t.Errorf("in another language: %+v", a.Matches)
	}
	if !bytes.Contains(c.Knowledge, []byte("foreign\t")) || bytes.Contains(c.Knowledge, []byte("\tde\n")) {
		t.Error("want what texts in Spanish deny, and no more")
	}
	one := tools()
	for i := range one.Entities {
		one.Entities[i].Names = one.Entities[i].Names[:1]
	}
	if got, err := translations(one, nil); got != nil || err != nil {
		t.Errorf("a list in one language has tables of %d bytes, %v", len(got), err)
	}
	lent, err := translations(one, c)
	if err != nil {
		t.Fatal(err)
	}
	if ts, err := translation.Parse(lent); err != nil || len(ts.Languages) != 1 || len(ts.Languages[0].Entries) == 0 {
		t.Errorf("lent: %+v, %v", ts, err)
	}
	few := tools()
	few.Entities = few.Entities[:minTranslated]
	if got, err := translations(few, nil); got != nil || err != nil {
		t.Errorf("%d entities, some without a translation, teach %d bytes, %v", minTranslated, len(got), err)
	}
}

// TestRememberedTranslation answers from a cache as without one: words of another language are not more than a name says.
func TestRememberedTranslation(t *testing.T) {
	list := tools()
	list.Entities = append(list.Entities, data.Entity{ID: "T:60", Names: []data.Name{{Text: "laser motor"}, {Text: "motor de láser", Kind: pack.KindExact, Languages: "es"}}})
	c, _ := run(t, Recipe{Train: Always}, list)
	n, _ := open(t, c)
	cache := n.NewLookupCache(core.Options{})
	for range 2 {
		answers, err := cache.LookupMany([]core.Query{{Mention: "motor de laser nuevecito"}}, core.Options{K: 1})
		if err != nil || len(answers) != 1 || len(answers[0].Matches) == 0 || answers[0].Matches[0].Stage == core.StageRewritten {
			t.Fatalf("%+v, %v", answers, err)
		}
		cache.Complete(&answers[0])
		if m := answers[0].Matches[0]; m.ID != "T:60" || m.Broader != "" {
			t.Errorf("%s is broader by %q", m.Name, m.Broader)
		}
	}
}

// TestSameInBoth takes a name that two languages have for one of both.
func TestSameInBoth(t *testing.T) {
	list := tools()
	for i := 18; i < 24; i++ {
		list.Entities[i].Names[0].Languages = "es" // as readers join them: of all that is old
	}
	got, err := translations(list, nil)
	if err != nil {
		t.Fatal(err)
	}
	if ts, err := translation.Parse(got); err != nil || !slices.Contains(ts.Words, "old") || len(ts.Languages) != 1 {
		t.Errorf("%+v, %v", ts, err)
	}
}

func TestOwnLanguage(t *testing.T) {
	name := func(languages string) data.Entity {
		return data.Entity{Names: []data.Name{{Text: "x", Languages: languages}}}
	}
	for want, list := range map[string][]data.Entity{
		"":   {name("en-GB"), name(""), name("de")},
		"de": {name("de-AT de"), name("de"), name("")},
	} {
		if got := ownLanguage(&data.Terminology{Entities: list}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
