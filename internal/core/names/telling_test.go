package names

import (
	"math"
	"testing"
)

func TestTelling(t *testing.T) {
	payload := AppendTelling(nil, map[uint32]float64{Hash("of"): 0.08, Hash("type"): 0.4, Hash("north"): 0.95, Hash("west"): UnlistedTells})
	if len(payload) != 2*4 {
		t.Errorf("%d bytes; words that tell as much as unlisted ones are left out", len(payload))
	}
	telling, err := parseTelling(payload)
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]float64{"of": 0.08, "type": 0.4, "north": UnlistedTells, "unheard": UnlistedTells} {
		if got := float64(telling.Of(Hash(word))); math.Abs(got-want) > 0.5/tellingGrades {
			t.Errorf("%s tells entities apart in %v of cases, want %v", word, got, want)
		}
	}
	for _, wrong := range [][]byte{payload[1:], append(payload[4:8:8], payload[:4]...), append(payload[:4:4], payload[:4]...)} {
		if _, err := parseTelling(wrong); err == nil {
			t.Errorf("%x is read", wrong)
		}
	}
}
