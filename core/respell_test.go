package core_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// places are names of places, the first of each its primary one, in the languages of a gazetteer.
var places = [][]string{
	{"Łódź"}, {"Kraków", "Краков"}, {"København", "Kopenhagen"}, {"Tromsø"}, {"Ærøskøbing"}, {"Århus"},
	{"Große Straße"}, {"München"}, {"İstanbul", "Κωνσταντινούπολη"}, {"Diyarbakır"}, {"Œuilly"},
	{"Щёлково"}, {"Владивосток"}, {"Київ"}, {"Чернігів"}, {"Београд", "Belgrade"}, {"Велико Търново"},
	{"Αθήνα", "Athens"}, {"Ιωάννινα"}, {"თბილისი"}, {"Moscow"}, {"Kharkiv"}, {"Pernik"}, {"Patras"}, {"Warszawa"}, {"Nis"},
	{"القاهرة", "Cairo"}, {"ירושלים"}, {"मुंबई"}, {"東京"}, {"京都"}, {"東京都"}, {"トウキョウ"}, {"北京"}, {"南京"}, {"서울"}, {"부산"},
}

func openPlaces(t *testing.T, list [][]string) *core.Normalizer {
	t.Helper()
	return opened(t, builtPlaces(t, list))
}

// builtPlaces returns that pack.
func builtPlaces(t *testing.T, list [][]string) *pack.Contents {
	t.Helper()
	terms := &data.Terminology{}
	for _, all := range list {
		e := data.Entity{ID: "P:" + all[0], Namespace: "P"}
		for i, name := range all {
			e.Names = append(e.Names, data.Name{Text: name, Kind: []pack.Kind{pack.KindPrimary, pack.KindAlias}[min(i, 1)]})
		}
		terms.Entities = append(terms.Entities, e)
	}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: terms, Encoder: encodertest.Random(1024, 64), Samples: 200}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestOtherLetters asks for places as people write them who have other letters.
func TestOtherLetters(t *testing.T) {
	n := openPlaces(t, places)
	for _, c := range []struct {
		what  string
		stage core.Stage
		pairs [][2]string // mention, primary name of what it means
	}{
		{"accents", core.StageNormalized, [][2]string{{"Krakow", "Kraków"}, {"Munchen", "München"}, {"istanbul", "İstanbul"}, {"Αθηνα", "Αθήνα"}, {"Łodz", "Łódź"}}},
		{"Latin letters", core.StageRewritten, [][2]string{
			{"Lodz", "Łódź"}, {"Kobenhavn", "København"}, {"Koebenhavn", "København"}, {"Tromso", "Tromsø"}, {"AEROSKOBING", "Ærøskøbing"},
			{"Aarhus", "Århus"}, {"Grosse Strasse", "Große Straße"}, {"Muenchen", "München"}, {"Diyarbakir", "Diyarbakır"}, {"Oeuilly", "Œuilly"},
			{"Wærszawa", ""}, {"Pernık", "Pernik"}}},
		{"Cyrillic list", core.StageRewritten, [][2]string{
			{"Shchyolkovo", "Щёлково"}, {"Shchelkovo", "Щёлково"}, {"Vladivostok", "Владивосток"}, {"Kyiv", "Київ"}, {"Chernihiv", "Чернігів"},
			{"Beograd", "Београд"}, {"Veliko Tarnovo", "Велико Търново"}, {"Kiev", ""}}},
		{"Cyrillic mention", core.StageRewritten, [][2]string{{"Харків", "Kharkiv"}, {"ПЕРНИК", "Pernik"}, {"Ниш", "Nis"}, {"Москва", ""}, {"Атина", ""}}},
		{"Greek", core.StageRewritten, [][2]string{{"Athina", "Αθήνα"}, {"Ioannina", "Ιωάννινα"}, {"Konstantinoupoli", "İstanbul"}, {"Πάτρα", ""}, {"Πάτρας", "Patras"}}},
		{"Georgian", core.StageRewritten, [][2]string{{"Tbilisi", "თბილისი"}}},
		{"look-alikes", core.StageRewritten, [][2]string{{"Wаrszawa", "Warszawa"}, {"Ρatras", "Patras"}, {"Моscow", "Moscow"}}},
		{"Arabic and Hebrew points", core.StageNormalized, [][2]string{{"القَاهِرَة", "القاهرة"}, {"יְרוּשָׁלַיִם", "ירושלים"}, {"Alqahira", ""}}},
		{"widths and kana", core.StageNormalized, [][2]string{{"ﾄｳｷｮｳ", "トウキョウ"}, {"Ｐｅｒｎｉｋ", "Pernik"}}},
		{"Hiragana", core.StageRewritten, [][2]string{{"とうきょう", "トウキョウ"}}},
		{"Hangul in parts", core.StageNormalized, [][2]string{{"\u1107\u116e\u1109\u1161\u11ab", "부산"}, {"Busan", ""}}},
		{"aliases", core.StageExact, [][2]string{{"Краков", "Kraków"}, {"Athens", "Αθήνα"}, {"Cairo", "القاهرة"}, {"東京", "東京"}, {"東京都", "東京都"}, {"南京", "南京"}}},
	} {
		var queries []core.Query
		for _, p := range c.pairs {
			queries = append(queries, core.Query{Mention: p[0]})
		}
		many, err := n.LookupMany(queries, core.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range c.pairs {
			a := n.Lookup(p[0], core.DefaultK)
			if checkAnswer(t, p[0], core.DefaultK, a); len(a.Matches) == 0 {
				t.Errorf("%s: %q has no match", c.what, p[0])
				continue
			}
			switch m := a.Matches[0]; {
			case p[1] == "" && m.Stage <= core.StageRewritten:
				t.Errorf("%s: %q is %s by %v; it is no name of any", c.what, p[0], m.ID, m.Stage)
			case p[1] != "" && (m.ID != "P:"+p[1] || m.Stage != c.stage || m.Score != 1 || m.P < 0.5):
				t.Errorf("%s: %q: %+v, want %s by %v", c.what, p[0], m, p[1], c.stage)
			}
			if !reflect.DeepEqual(many[i], a) {
				t.Errorf("%s: %q: %+v among many, %+v alone", c.what, p[0], many[i], a)
			}
		}
	}
}

// TestOtherLettersNear has names in Latin letters alone: a mention in letters that none of them has is compared in Latin.
func TestOtherLettersNear(t *testing.T) {
	latin := [][]string{{"Novosibirsk"}, {"Warszawa"}, {"Moscow", "Москва"}, {"Thessaloniki"}, {"Lisboa"}}
	n := openPlaces(t, latin)
	for mention, want := range map[string]string{"Новосибирске": "Novosibirsk", "Θεσσαλονίκης": "Thessaloniki", "Москва": "Moscow"} {
		if m := n.Lookup(mention, 1).Matches[0]; m.ID != "P:"+want {
			t.Errorf("%s: %+v, want %s", mention, m, want)
		}
	}
}
