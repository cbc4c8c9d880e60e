package archtest

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
)

// room is a package, and the rooms that it may import, by the last elements of their paths.
type room struct{ name, may string }

// rooms is the whole of core and of what lies below it, from the top down: nothing imports a room above it, nor a package
// that is no room. Like rules, it is a statement of policy.
var rooms = []room{
	{"core/annotate", "document core engine tag pack abbreviation names"},
	{"core/column", "core pack names knowledge"},
	{"core/document", "core score abbreviation names f64 knowledge"},
	{"core/update", "core engine pack tuf patch durable"},
	{"core/edit", "core engine pack"},
	{"core", "engine entity details organism score search pack names wire mmap parallel regular"},
	{"internal/core/engine", "entity field organism index score encoder pack topic search translation binarize names f32 bitvec parallel"},
	{"internal/core/tag", "pack names wire f64 parallel"},
	{"internal/core/entity", "score details pack knowledge"},
	{"internal/core/field", "score pack names f64"},
	{"internal/core/organism", "index score pack search names f64"},
	{"internal/core/topic", "index pack names f64"},
	{"internal/core/index", "score pack search names meant parallel knowledge"},
	{"internal/core/score", "pack translation names wire f32 f64"},
	{"core/encoder/encodertest", "encoder"},
	{"core/encoder", "names wire f32"},
	{"internal/core/details", "frame wire"},
	{"core/pack", "names frame wire f64 parallel mmap"},
	{"internal/core/search", "bitvec parallel"},
	{"binarize", "wire f32"},
	{"internal/abbreviation", "names knowledge"},
	{"internal/core/translation", "names wire"},
	{"internal/core/names", "wire knowledge"},
	{"internal/nn/loss/losstest", "gradtest nn"},
	{"internal/nn/gradtest", ""},
	{"internal/nn/loss", "nn vec f64 parallel"},
	{"internal/nn", "vec f32 f64 parallel"},
	{"internal/nn/vec", "f32"},
	{"internal/output", "durable"},
	{"internal/tuf", ""},
	{"internal/patch", ""},
	{"internal/durable", ""},
	{"internal/frame", ""},
	{"internal/wire", ""},
	{"internal/f32", ""},
	{"internal/f64", ""},
	{"internal/bitvec", ""},
	{"internal/parallel", ""},
	{"internal/mmap", "regular"},
	{"internal/regular", ""},
	{"internal/meant", ""},
	{"internal/memory", ""},
	{"internal/pattern", ""},
	{"internal/interrupt", ""},
	{"internal/markdown", ""},
	{"internal/archtest", ""},
	{"internal/checktest", ""},
	{"internal/hostile", ""},
	{"internal/samebytes", ""},
	{"internal/testfull", ""},
	{"knowledge", ""},
}

func TestRooms(t *testing.T) {
	faults := misplaced(list(t))
	for _, f := range faults {
		t.Error(f)
	}
	if len(faults) > 0 {
		t.Logf("The rooms, and all that they may import, which is below them:\n\n%s", picture())
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
	for name, imports := range map[string][]string{
		"binarize":            {"fmt", module + "internal/f32", module + "internal/f64"},
		"internal/core/names": {"fmt", module + "internal/wire", module + "core/pack"},
		"internal/mmap":       {"os", module + "internal/regular", module + "internal/wire"},
		"internal/wire":       {module + "train"},
	} {
		house[slices.IndexFunc(rooms, func(r room) bool { return r.name == name })].Imports = imports
	}
	house = append(house[1:], listed{ImportPath: module + "core/attic"}, listed{ImportPath: module + "internal/cellar"}, listed{ImportPath: module + "binarize/fit"})
	want := []string{
		"core/annotate does not exist", "binarize imports internal/f64", "binarize may import wire, and does not",
		"internal/core/names imports core/pack", "internal/core/names may import knowledge, and does not", "internal/wire imports train",
		"internal/mmap imports internal/wire", "core/attic is no room", "internal/cellar is no room",
	}
	got := misplaced(house)
	if len(got) != len(want) {
		t.Fatalf("faults %q, want %q", got, want)
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("fault %q, want %q", got[i], want[i])
		}
	}
}

// TestRoomsAreInOrder checks the list itself: all that a room may import is below it, and has a name of its own.
func TestRoomsAreInOrder(t *testing.T) {
	place := map[string]int{}
	for i, r := range rooms {
		if _, twice := place[path.Base(r.name)]; twice {
			t.Errorf("two rooms end in %s", path.Base(r.name))
		}
		place[path.Base(r.name)] = i
	}
	for i, r := range rooms {
		for m := range strings.FieldsSeq(r.may) {
			if place[m] <= i { // 0, the top, if it is no room
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
		name := strings.TrimPrefix(p.ImportPath, module)
		i := slices.IndexFunc(rooms, func(r room) bool { return r.name == name })
		if i < 0 {
			if within(name, "core") || within(name, "internal") {
				faults = append(faults, name+" is no room: give it a place in rooms, in rooms_test.go")
			}
			continue
		}
		for _, imported := range p.Imports {
			if to, ok := strings.CutPrefix(imported, module); ok && !rooms[i].mayImport(to) {
				faults = append(faults, fmt.Sprintf("%s imports %s, which runs up or past a wall: move what it needs into a room below both", name, to))
			}
		}
		for m := range strings.FieldsSeq(rooms[i].may) {
			uses := func(path string) bool { return strings.HasPrefix(path, module) && strings.HasSuffix(path, "/"+m) }
			if len(p.Imports) > 0 && !slices.ContainsFunc(p.Imports, uses) {
				faults = append(faults, fmt.Sprintf("%s may import %s, and does not: take that from rooms", name, m))
			}
		}
	}
	return faults
}

func (r room) mayImport(name string) bool {
	return slices.Contains(strings.Fields(r.may), path.Base(name)) && slices.ContainsFunc(rooms, func(r room) bool { return r.name == name })
}

// picture lists the rooms that import others, and what they may import.
func picture() string {
	var b strings.Builder
	for _, r := range rooms {
		if r.may != "" {
			fmt.Fprintf(&b, "%-14s%s\n", path.Base(r.name), r.may)
		}
	}
	return b.String()
}
