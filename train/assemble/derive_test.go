package assemble

import (
	"reflect"
	"slices"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// texts returns the names of each entity.
func texts(t *data.Terminology) map[string][]string {
	out := map[string][]string{}
	for _, e := range t.Entities {
		for _, n := range e.Names {
			out[e.ID] = append(out[e.ID], n.Text)
		}
	}
	return out
}

func TestDerivePlain(t *testing.T) {
	in := &data.Terminology{Entities: []data.Entity{
		entity("bazex", "Bazex&apos;s syndrome", "R&D; a", "AMN, INCLUDED", "AMN", "XP8, FORMERLY"),
		entity("plain", "A & B", "C; D", ", INCLUDED"),
	}}
	before := texts(in)
	got, added := derived(in)
	want := map[string][]string{
		"bazex": append(slices.Clone(before["bazex"]), "Bazex's syndrome", "XP8"),
		"plain": before["plain"],
	}
	if !reflect.DeepEqual(texts(got), want) || added != 2 {
		t.Errorf("%d added: %q, want %q", added, texts(got), want)
	}
	if !reflect.DeepEqual(texts(in), before) {
		t.Errorf("the terminology was changed: %q", texts(in))
	}
	if kind := got.Entities[0].Names[5].Kind; kind != pack.KindExact {
		t.Errorf("a second name of kind %v", kind)
	}
}

// TestDeriveBroader has abbreviations of subtypes that are those of the disease, and
// some that are not.
func TestDeriveBroader(t *testing.T) {
	entities := []data.Entity{
		entity("myotonic", "Myotonic Dystrophy", "Dystrophia Myotonica", "Steinert disease", "Myotonia Atrophica"),
		entity("myotonic1", "Dystrophia myotonica 1", "DM", "DM1"),
		entity("ataxia", "Friedreich Ataxia", "Ataxia, Friedreich", "Friedreich disease"),
		entity("ataxia1", "Friedreich Ataxia 1", "FRDA"),
		entity("parkinson", "Parkinson Disease", "Paralysis agitans", "Parkinsons disease"),
		entity("late", "PARKINSON DISEASE, LATE-ONSET", "PD", "PARK"), // PARK has other letters, and this is no number
		entity("egf", "epidermal growth factor", "urogastrone", "beta-urogastrone"),
		entity("egfr", "epidermal growth factor receptor", "EGFR"), // says receptor, too
		entity("colon", "colorectal cancer", "cancer of the colon", "colon cancer"),
		entity("lynch", "colorectal cancer type II", "CC2", "Cc"), // Cc is not all capitals, CC2 less its number is
		entity("rare", "lung fever"),
		entity("known", "lung fever 2", "LF", "fever of the lung", "second lung fever", "fever II", "pulmonary fever", "hot lung", "lung heat", "heat of the lung"), // more is written about it
		entity("a", "iron deficiency", "sideropenia", "lack of iron"),
		entity("b", "iron deficiency", "hypoferremia", "little iron"),
		entity("c", "iron deficiency 3", "ID"), // of which of the two?
		entity("fever", "fever", "pyrexia", "high temperature"),
		entity("fever2", "fever 2", "FEV"), // of a single word
	}
	got, added := derived(&data.Terminology{Entities: entities})
	want := texts(&data.Terminology{Entities: entities})
	for id, short := range map[string]string{"myotonic": "DM", "ataxia": "FRDA", "parkinson": "PD", "colon": "CC"} {
		want[id] = append(want[id], short)
	}
	if !reflect.DeepEqual(texts(got), want) || added != 4 {
		t.Errorf("%d added: %q, want %q", added, texts(got), want)
	}
	for i := range entities { // weights of the terminology's own decide, where there are any
		entities[i].Weight = 1
	}
	entities[1].Weight = 0.5
	if got, added := derived(&data.Terminology{Entities: entities}); added != 1 {
		t.Errorf("%d added with weights: %q", added, texts(got))
	}
}

func TestDeriveUnqualified(t *testing.T) {
	in := &data.Terminology{Entities: []data.Entity{
		entity("c57", "MEF (C57BL/6)"), entity("cf1", "CF-1 MEF", "MEF (CF-1)"), // MEF is nothing else
		entity("mouse", "BJ [Mouse]", "HL-60 [Mouse]"), entity("hl60", "HL60"), // HL60 is another
		entity("human", "BJ [Human]", "HL-60 [Human]"), entity("one", "lung fever (acute)"), // BJ has too few letters, and there is one lung fever
		entity("ion", "potassium(1+)"), entity("odd", "(a) (b)", "()", "x (y) z", "abc (d"),
	}}
	in.Entities[1].Names[1].Kind = pack.KindAlias
	got, added := derived(in)
	want := texts(in)
	want["c57"] = append(want["c57"], "MEF")
	want["cf1"] = append(want["cf1"], "MEF")
	if !reflect.DeepEqual(texts(got), want) || added != 2 {
		t.Errorf("%d added: %q, want %q", added, texts(got), want)
	}
	if a, b := got.Entities[0].Names[1].Kind, got.Entities[1].Names[2].Kind; a != pack.KindExact || b != pack.KindAlias {
		t.Errorf("kinds %v and %v, want exact of a primary name, and the alias's own", a, b)
	}
}
