package score

import (
	"cmp"
	"hash/fnv"
	"slices"
	"testing"
)

// TestCommonnessShare has 255 for all of many mentions, and less where there were few.
func TestCommonnessShare(t *testing.T) {
	for _, tt := range []struct {
		count, total int
		want         uint8
	}{{0, 0, 0}, {0, 9, 0}, {1, 1, 128}, {3, 3, 191}, {1, 4, 51}, {8, 9, 204}, {1000, 1000, 255}} {
		if got := CommonnessShare(tt.count, tt.total); got != tt.want {
			t.Errorf("%d of %d mentions: %d, want %d", tt.count, tt.total, got, tt.want)
		}
	}
}

// TestCommonnessKey tells apart where the name ends and the id begins. Packs hold keys: they must not change.
func TestCommonnessKey(t *testing.T) {
	seen := map[uint32]string{}
	for _, tt := range [][2]string{{"fake1", "T:1"}, {"fake", "1T:1"}, {"fake1T:1", ""}, {"", "fake1T:1"}, {"fake1", "T:2"}} {
		key := CommonnessKey(tt[0], tt[1])
		if other, ok := seen[key]; ok {
			t.Errorf("%q has the key of %s", tt, other)
		}
		seen[key] = tt[0] + " and " + tt[1]
	}
	for _, tt := range [][2]string{{"", ""}, {"a", ""}, {"fake1", "T:1"}} {
		h := fnv.New32a()
		h.Write([]byte(tt[0] + "\x00" + tt[1]))
		if got := CommonnessKey(tt[0], tt[1]); got != h.Sum32() {
			t.Errorf("%q: key %#x, want %#x", tt, got, h.Sum32())
		}
	}
}

// TestCommonness finds the share of a name and an entity, and none for others.
func TestCommonness(t *testing.T) {
	var c Calibration
	for i, name := range []string{"fake1", "fake2", "fake3"} {
		c.Commonness = append(c.Commonness, NameCommonness{CommonnessKey(name, "T:1"), uint8(51 * (i + 1))})
	}
	slices.SortFunc(c.Commonness, func(a, b NameCommonness) int { return cmp.Compare(a.Key, b.Key) })
	for _, tt := range []struct {
		compact, id string
		want        float32
	}{{"fake1", "T:1", 0.2}, {"fake2", "T:1", 0.4}, {"fake3", "T:1", 0.6}, {"fake4", "T:1", 0}, {"fake1", "T:2", 0}, {"", "", 0}} {
		if got := c.CommonnessOf([]byte(tt.compact), tt.id); got != tt.want {
			t.Errorf("%s for %s: %v, want %v", tt.compact, tt.id, got, tt.want)
		}
	}
	if got := new(Calibration).CommonnessOf([]byte("fake1"), "T:1"); got != 0 {
		t.Errorf("a pack without common names: %v", got)
	}
}
