package archtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The command line: a room for each command, what they share below them, and the program, which lists them.
const (
	commandLine = module + "tools/normlet"
	commands    = commandLine + "/internal/cmd"
)

func TestCommandsAreRooms(t *testing.T) {
	for _, fault := range entangled(list(t)) {
		t.Error(fault)
	}
}

// TestEntangledCommandsAreFound checks the check.
func TestEntangledCommandsAreFound(t *testing.T) {
	shared := commandLine + "/internal/cli"
	house := []listed{
		{ImportPath: commandLine, Name: "main"},
		{ImportPath: shared, Name: "cli", Imports: []string{"fmt", module + "core"}},
	}
	for i := range leastCommands {
		path := fmt.Sprintf("%s/c%d", commands, i)
		house[0].Imports = append(house[0].Imports, path)
		house = append(house, listed{ImportPath: path, Name: fmt.Sprintf("c%d", i), Imports: []string{shared}})
	}
	if faults := entangled(house); len(faults) > 0 {
		t.Errorf("a house in order: %q", faults)
	}
	house[1].Imports = append(house[1].Imports, commands+"/c0")
	house[2].Imports = append(house[2].Imports, commands+"/c1/part") // of c1, and no room of c0
	house[3].Imports = append(house[3].Imports, commands+"/c1/part") // its own
	house[0].Imports = house[0].Imports[1:]
	house = append(house, listed{ImportPath: module + "tools/normlet/server", Name: "server", Imports: []string{commands + "/c2"}})
	want := []string{"lists no command c0", "internal/cli imports the command c0", "c0 imports the command c1", "server imports the command c2"}
	got := entangled(house)
	if len(got) != len(want) {
		t.Fatalf("faults %q, want %q", got, want)
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("fault %q, want %q", got[i], want[i])
		}
	}
	if faults := entangled(house[:3]); len(faults) == 0 {
		t.Error("a house without rooms has no fault")
	}
}

// leastCommands are so many that the test checks something.
const leastCommands = 20

// entangled returns where a package other than the program imports a command, and which commands the program lacks.
func entangled(packages []listed) (faults []string) {
	var rooms, called []string
	for _, p := range packages {
		if room := commandOf(p.ImportPath); room != "" && !slices.Contains(rooms, room) {
			rooms = append(rooms, room)
		}
		if p.ImportPath == commandLine {
			for _, imported := range p.Imports {
				called = append(called, commandOf(imported))
			}
		}
	}
	if len(rooms) < leastCommands {
		return []string{fmt.Sprintf("%d packages below %s, at least %d are wanted: the test checks next to nothing", len(rooms), commands, leastCommands)}
	}
	for _, room := range rooms {
		if !slices.Contains(called, room) {
			faults = append(faults, fmt.Sprintf("%s lists no command %s", commandLine, room))
		}
	}
	for _, p := range packages {
		if p.ImportPath == commandLine {
			continue
		}
		for _, imported := range p.Imports {
			if room := commandOf(imported); room != "" && room != commandOf(p.ImportPath) {
				faults = append(faults, fmt.Sprintf("%s imports the command %s: move what it needs into a package of %s/internal", strings.TrimPrefix(p.ImportPath, module), room, commandLine))
			}
		}
	}
	return faults
}

// commandOf returns the command that a package is a room of, "" for none.
func commandOf(path string) string {
	rest, ok := strings.CutPrefix(path, commands+"/")
	if !ok {
		return ""
	}
	room, _, _ := strings.Cut(rest, "/")
	return room
}
