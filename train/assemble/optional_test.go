package assemble

import (
	"testing"

	"github.com/normlet/normlet/internal/core/names"

	"github.com/normlet/normlet/train/data"
)

// TestOptionalWords has a word that makes no difference, one that does, and one that
// does as often as not.
func TestOptionalWords(t *testing.T) {
	var entities []data.Entity
	for _, name := range []string{"marfan", "down", "rett", "turner", "barth", "noonan"} {
		entities = append(entities, entity(name, name, "Syndromes, "+name), entity("b"+name, name+" carcinoma", name+" late carcinoma"))
	}
	for _, name := range []string{"asthma", "otitis media", "gout", "sinusitis"} {
		entities = append(entities, entity(name, name, name+" with fever"), entity("c"+name, "chronic "+name), entity("d"+name, name+" late"))
	}
	entities = append(entities, entity("odd", "iron", "iron lung")) // one case shows nothing
	got, tells := optionalWords(entities)
	share := func(word string) float64 { return float64(got[names.HashWord(word)]) / 255 }
	if s := share("syndromes"); s != share("syndrome") && share("syndrome") != 0 || s < 0.4*optionalLoss || s > optionalLoss {
		t.Errorf("syndromes: %v", s)
	}
	if late := share("late"); late <= 0 || late >= share("syndromes") {
		t.Errorf("late, which means something four times of ten: %v", late)
	}
	for _, word := range []string{"chronic", "lung", "marfan", "with", "unheard"} {
		if s := share(word); s != 0 {
			t.Errorf("%s: %v", word, s)
		}
	}
	telling := func(word string) float64 { return tells[names.HashWord(word)] }
	if known := telling("syndrome"); known > 0.35 {
		t.Errorf("syndrome, which tells nothing here either, tells entities apart in %v of cases", known)
	}
	if late := telling("late"); late <= telling("syndrome") || late >= names.UnlistedTells {
		t.Errorf("late, which tells as often as not: %v", late)
	}
	for _, word := range []string{"chronic", "marfan", "unheard"} {
		if _, listed := tells[names.HashWord(word)]; listed {
			t.Errorf("%s is listed, although no case is against it", word)
		}
	}
}
