package archtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// room is a package that apps load, and the rooms that it may import.
type room struct {
	name string
	may  []string
}

// rooms is the whole of core, from the top down: nothing imports a room above it.
// Like rules, it is a statement of policy.
var rooms = []room{
	{name: "core/annotate", may: []string{"core", "core/document", "internal/core/engine", "core/pack", "internal/core/tag", "internal/core/names"}},
	{name: "core/document", may: []string{"core", "internal/core/score", "internal/core/names"}},
	{name: "core/update", may: []string{"core", "internal/core/engine", "core/pack"}},
	{name: "core/edit", may: []string{"core", "internal/core/engine", "core/pack", "internal/core/score", "internal/core/names"}},
	{name: "core", may: []string{"internal/core/engine", "internal/core/entity", "internal/core/index", "internal/core/organism", "internal/core/score", "core/pack", "internal/core/search", "internal/core/names"}},
	{name: "internal/core/engine", may: []string{"internal/core/entity", "internal/core/field", "internal/core/index", "internal/core/organism", "internal/core/score", "core/encoder", "core/pack", "internal/core/search", "internal/core/topic", "binarize", "internal/core/names"}},
	{name: "internal/core/tag", may: []string{"core/pack", "internal/core/names"}},
	{name: "internal/core/entity", may: []string{"internal/core/details", "core/pack", "internal/core/score"}},
	{name: "internal/core/field", may: []string{"core/pack", "internal/core/score", "internal/core/names"}},
	{name: "internal/core/organism", may: []string{"core/pack", "internal/core/score", "internal/core/search", "internal/core/names"}},
	{name: "internal/core/index", may: []string{"core/pack", "internal/core/score", "internal/core/search", "internal/core/names"}},
	{name: "internal/core/score", may: []string{"core/pack", "internal/core/names"}},
	{name: "core/encoder/encodertest", may: []string{"core/encoder"}},
	{name: "core/encoder", may: []string{"internal/core/names"}},
	{name: "internal/core/details"},
	{name: "core/pack", may: []string{"internal/core/names"}},
	{name: "internal/core/topic", may: []string{"internal/core/names"}},
	{name: "internal/core/search"},
	{name: "binarize"},
	{name: "internal/core/names"},
}

func TestRooms(t *testing.T) {
	faults := misplaced(list(t))
	for _, f := range faults {
		t.Error(f)
	}
	if len(faults) > 0 {
		t.Logf("The rooms of core, and all that they may import, which is below them:\n\n%s", picture())
	}
}

// TestRoomsFinds checks the check.
func TestRoomsFinds(t *testing.T) {
	var house []listed
	for _, r := range rooms {
		house = append(house, listed{ImportPath: module + r.name})
	}
	if faults := misplaced(house); len(faults) > 0 {
		t.Errorf("a house without imports: %q", faults)
	}
	house[slices.IndexFunc(rooms, func(r room) bool { return r.name == "internal/core/names" })].Imports = []string{"fmt", module + "core/pack", module + "internal/wire"}
	house = append(house[1:], listed{ImportPath: module + "core/attic"})
	want := []string{"core/annotate does not exist", "internal/core/names imports core/pack", "core/attic is no room"}
	got := misplaced(house)
	if len(got) != len(want) {
		t.Fatalf("faults %q, want %q", got, want)
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("fault %q, want %q", got[i], want[i])
		}
	}
	for i, r := range rooms {
		for _, m := range r.may {
			if j := slices.IndexFunc(rooms, func(r room) bool { return r.name == m }); j <= i {
				t.Errorf("%s may import %s, which is not below it", r.name, m)
			}
		}
	}
}

// misplaced returns what in a list of packages contradicts rooms.
func misplaced(packages []listed) (faults []string) {
	exists := func(name string) bool {
		return slices.ContainsFunc(packages, func(p listed) bool { return p.ImportPath == module+name })
	}
	for _, r := range rooms {
		if !exists(r.name) {
			faults = append(faults, r.name+" does not exist: see rooms in rooms_test.go")
		}
	}
	for _, p := range packages {
		path := strings.TrimPrefix(p.ImportPath, module)
		if !within(path, "core") && !within(path, "internal/core") && path != "binarize" {
			continue
		}
		from := roomOf(path)
		if from == nil {
			faults = append(faults, path+" is no room of core: give it a place in rooms, in rooms_test.go")
			continue
		}
		for _, imported := range p.Imports {
			to := roomOf(strings.TrimPrefix(imported, module))
			if to == nil || to == from || slices.Contains(from.may, to.name) {
				continue
			}
			faults = append(faults, fmt.Sprintf("%s imports %s, which runs up or past a wall: move what it needs into a room below both", path, to.name))
		}
	}
	return faults
}

func roomOf(path string) *room {
	for i, r := range rooms {
		if r.name == path {
			return &rooms[i]
		}
	}
	return nil
}

// picture lists the rooms that import others, and what they may import.
func picture() string {
	var b strings.Builder
	for _, r := range rooms {
		if len(r.may) > 0 {
			fmt.Fprintf(&b, "%-10s%s\n", short(r.name), short(strings.Join(r.may, ", ")))
		}
	}
	return b.String()
}

func short(names string) string {
	return strings.NewReplacer("internal/core/", "", "core/", "").Replace(names)
}
